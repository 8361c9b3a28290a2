#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/cubature/element_part.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>

namespace sinew {

ElementPart::ElementPart(const Body& body, const ElementTable& whole,
                         std::span<const int> elements) {
    Submesh part = submesh(body.mesh, elements);
    const int standard = force_degree(whole.type);
    const bool is_standard = quadrature(whole.type, standard).weights.size() == whole.n_points;
    forces_ = displacement_forces(part.mesh, *body.material,
                                  is_standard ? standard : stvk_degree(whole.type));
    nodes_ = std::move(part.nodes);
}

Eigen::MatrixXd ElementPart::rows(const Eigen::MatrixXd& U) const {
    Eigen::MatrixXd result(3 * Index(nodes_.size()), U.cols());
    for (Index j = 0; j < U.cols(); ++j)
        for (std::size_t k = 0; k < nodes_.size(); ++k)
            for (int i = 0; i < 3; ++i)
                result(3 * Index(k) + i, j) = U(3 * Index(nodes_[k]) + i, j);
    return result;
}

void ElementPart::differences(const Eigen::MatrixXd& rows, Index width, double* to) const {
    const int n_nodes = table().n_nodes_each;
    for (int position = 0; position < table().n_elements; ++position) {
        const std::int32_t* nodes = table().pack_nodes(position / 8) + position % 8;
        for (int a = 1; a < n_nodes; ++a)
            for (int i = 0; i < 3; ++i, to += width) {
                std::fill(to, to + width, 0.0);
                for (Index j = 0; j < rows.cols(); ++j)
                    to[j] = rows(3 * Index(nodes[8 * a]) + i, j) - rows(3 * Index(nodes[0]) + i, j);
            }
    }
}

}  // namespace sinew
