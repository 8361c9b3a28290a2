#include "painted_elements.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/mesh/face_table.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew::posed {
namespace {

/// Weight of `otherwise` beside that of what is painted.
constexpr double hardly = 1e-9;

using Triplets = std::vector<Eigen::Triplet<double>>;

/// Area of a face by its corners, three or four in order.
double area_of(const VolumeMesh& mesh, const SortedFace& face) {
    const auto& local = faces(mesh.type);
    const Eigen::Index n_faces = Eigen::Index(local.size());
    const auto& corners = local[std::size_t(face.position % n_faces)];
    const auto at = [&](int c) -> Eigen::Vector3d {
        return mesh.positions.col(mesh.elements(corners[std::size_t(c)], face.position / n_faces));
    };
    double area = 0.5 * (at(1) - at(0)).cross(at(2) - at(0)).norm();
    if (mesh.type == ElementType::hex8) area += 0.5 * (at(2) - at(0)).cross(at(3) - at(0)).norm();
    return area;
}

/// factor L, see above.
Triplets laplacian(const VolumeMesh& mesh, double factor) {
    const auto centre = [&](Eigen::Index e) -> Eigen::Vector3d {
        return mesh.positions(Eigen::all, mesh.elements.col(e)).rowwise().mean();
    };
    const Eigen::Index n_faces = Eigen::Index(faces(mesh.type).size());
    Triplets entries;
    for_each_face(mesh, [&](auto first, auto last) {
        if (last - first != 2) return;
        const int a = int(first->position / n_faces), b = int((first + 1)->position / n_faces);
        const double weight = factor * area_of(mesh, *first) / (centre(a) - centre(b)).norm();
        entries.emplace_back(a, a, weight);
        entries.emplace_back(b, b, weight);
        entries.emplace_back(a, b, -weight);
        entries.emplace_back(b, a, -weight);
    });
    return entries;
}

}  // namespace

PaintedElements::PaintedElements(const VolumeMesh& mesh, const std::vector<Embedding>& embeddings,
                                 double zeta)
    : volumes_(element_volumes(mesh)), counts_(Eigen::VectorXi::Zero(mesh.n_elements())) {
    std::vector<std::vector<int>> around(std::size_t(mesh.n_nodes()));
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (const int node : mesh.elements.col(e)) around[std::size_t(node)].push_back(int(e));
    for (const Embedding& point : embeddings) {
        elements_.push_back(point.element >= 0 ? std::vector<int>{point.element}
                                               : around[std::size_t(point.nodes[0])]);
        for (const int e : elements_.back()) ++counts_[e];
    }
    Triplets entries = laplacian(mesh, 0.5 * zeta * std::pow(volumes_.sum(), 2.0 / 3));
    for (int e = 0; e < int(volumes_.size()); ++e)
        entries.emplace_back(e, e, (counts_[e] > 0 ? 1 : hardly) * volumes_[e]);
    Eigen::SparseMatrix<double> A(volumes_.size(), volumes_.size());
    A.setFromTriplets(entries.begin(), entries.end());
    factors_.compute(A);
}

Eigen::VectorXd PaintedElements::at_points(const Eigen::VectorXd& of_elements) const {
    Eigen::VectorXd values(Eigen::Index(elements_.size()));
    for (std::size_t k = 0; k < elements_.size(); ++k)
        values[Eigen::Index(k)] = of_elements(elements_[k]).mean();
    return values;
}

Eigen::VectorXd PaintedElements::of_elements(const Eigen::VectorXd& at_points,
                                             const Eigen::VectorXd& otherwise) const {
    Eigen::VectorXd means = Eigen::VectorXd::Zero(volumes_.size());
    for (std::size_t k = 0; k < elements_.size(); ++k)
        for (const int e : elements_[k]) means[e] += at_points[Eigen::Index(k)] / counts_[e];
    for (Eigen::Index e = 0; e < means.size(); ++e)
        if (counts_[e] == 0) means[e] = otherwise[e];
    const Eigen::VectorXd shares =
        (counts_.array() > 0).select(volumes_, hardly * volumes_).cwiseProduct(means);
    return factors_.solve(shares).cwiseMax(means.minCoeff()).cwiseMin(means.maxCoeff());
}

}  // namespace sinew::posed
