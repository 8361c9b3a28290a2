#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/weights/weights.hpp>

namespace sinew {
namespace {

/// Nodes of an element that are corners come first; tet10 has midpoints after them.
int n_corners(ElementType type) {
    return type == ElementType::hex8 ? 8 : 4;
}

}  // namespace

SkinWeights Weights::on_elements(const VolumeMesh& mesh, const std::vector<Bone>&,
                                 const SkinWeights& nodes) const {
    return averaged_on_elements(mesh, nodes);
}

SkinWeights averaged_on_elements(const VolumeMesh& mesh, const SkinWeights& nodes) {
    SINEW_ASSERT(nodes.rows() == mesh.n_nodes(), "{} != {}", nodes.rows(), mesh.n_nodes());
    const int corners = n_corners(mesh.type);
    std::vector<Eigen::Triplet<double>> entries;
    Eigen::VectorXd sum(nodes.cols());
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        sum.setZero();
        for (int a = 0; a < corners; ++a)
            for (SkinWeights::InnerIterator w(nodes, mesh.elements(a, e)); w; ++w)
                sum(w.col()) += w.value();
        sum /= sum.sum();
        for (Eigen::Index k = 0; k < sum.size(); ++k)
            if (sum(k) > 0) entries.emplace_back(int(e), int(k), sum(k));
    }
    SkinWeights result(mesh.n_elements(), nodes.cols());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

SkinWeights averaged_on_nodes(const VolumeMesh& mesh, const SkinWeights& elements) {
    SINEW_ASSERT(elements.rows() == mesh.n_elements(), "{} != {}", elements.rows(),
                 mesh.n_elements());
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (const int node : mesh.elements.col(e))
            for (SkinWeights::InnerIterator w(elements, e); w; ++w)
                entries.emplace_back(node, int(w.col()), w.value());
    SkinWeights sums(mesh.n_nodes(), elements.cols());
    sums.setFromTriplets(entries.begin(), entries.end());
    for (Eigen::Index i = 0; i < sums.rows(); ++i) {
        const double sum = sums.row(i).sum();
        for (SkinWeights::InnerIterator w(sums, i); w; ++w) w.valueRef() /= sum;
    }
    return sums;
}

Points element_centres(const VolumeMesh& mesh) {
    const int corners = n_corners(mesh.type);
    Points centres = Points::Zero(3, mesh.n_elements());
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        for (int a = 0; a < corners; ++a) centres.col(e) += mesh.positions.col(mesh.elements(a, e));
        centres.col(e) /= corners;
    }
    return centres;
}

}  // namespace sinew
