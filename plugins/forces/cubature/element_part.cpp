#include "element_part.hpp"

#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>

namespace sinew {

int quadrature_degree(const ElementTable& table) {
    const int standard = force_degree(table.type);
    const bool is_standard = quadrature(table.type, standard).weights.size() == table.n_points;
    return is_standard ? standard : stvk_degree(table.type);
}

ElementPart::ElementPart(const Body& body, const ElementTable& whole,
                         std::span<const int> elements) {
    Submesh part = submesh(body.mesh, elements);
    forces_ = displacement_forces(part.mesh, *body.material, quadrature_degree(whole));
    nodes_ = std::move(part.nodes);
}

Eigen::MatrixXd node_rows(const Eigen::MatrixXd& U, std::span<const int> nodes) {
    Eigen::MatrixXd rows(3 * Index(nodes.size()), U.cols());
    for (Index j = 0; j < U.cols(); ++j)
        for (std::size_t k = 0; k < nodes.size(); ++k)
            for (int i = 0; i < 3; ++i) rows(3 * Index(k) + i, j) = U(3 * Index(nodes[k]) + i, j);
    return rows;
}

}  // namespace sinew
