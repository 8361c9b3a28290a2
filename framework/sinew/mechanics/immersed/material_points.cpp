#include "material_points.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

namespace {

/// The centres of a lattice's cells over a box.
Points lattice_points(const Eigen::AlignedBox3d& box, double spacing) {
    std::array<Index, 3> count;
    Eigen::Vector3d first;
    for (int axis = 0; axis < 3; ++axis) {
        const Index n = std::max<Index>(Index(std::ceil(box.sizes()[axis] / spacing)), 1);
        count[std::size_t(axis)] = n;
        first[axis] = box.center()[axis] - double(n - 1) / 2 * spacing;
    }
    Points points(3, count[0] * count[1] * count[2]);
    Index n = 0;
    for (Index k = 0; k < count[2]; ++k)
        for (Index j = 0; j < count[1]; ++j)
            for (Index i = 0; i < count[0]; ++i)
                points.col(n++) =
                    first + spacing * Eigen::Vector3d(double(i), double(j), double(k));
    return points;
}

/// Those of a lattice that are inside.
std::vector<Embedding> points_inside(const VolumeMesh& mesh, double spacing) {
    std::vector<Embedding> points =
        embed(mesh, lattice_points(bounding_box(mesh.positions), spacing));
    std::erase_if(points, [](const Embedding& point) { return !point.inside; });
    return points;
}

}  // namespace

MaterialPoints::MaterialPoints(const Body& body, double spacing) : mesh_(body.mesh) {
    constexpr double tolerance = 0.02, finest = 8, most_points = 4e6;
    const Eigen::VectorXd volumes = element_volumes(mesh_);
    const double volume = volumes.sum();
    std::vector<Embedding> points;
    const Eigen::Vector3d sizes = bounding_box(mesh_.positions).sizes();
    for (double finer = 1; finer <= finest; ++finer) {
        const double edge = spacing / finer;
        if (finer > 1 && (sizes / edge).prod() > most_points) break;
        points = points_inside(mesh_, edge);
        const double filled = double(points.size()) * edge * edge * edge;
        if (std::abs(filled - volume) <= tolerance * volume) break;
    }
    if (points.empty())
        throw InputError(
            Diagnostic::error(fmt::format("{} is too thin for the grid: no point is in it, of a "
                                          "lattice of {:.3g} m",
                                          body.path, spacing / finest))
                .remedy("take smaller cells, or a thicker body"));
    const auto n_points = Index(points.size());
    nodes_.resize(mesh_.elements.rows(), n_points);
    weights_.resize(mesh_.elements.rows(), n_points);
    per_volume_.resize(n_points);
    masses_.resize(n_points);
    for (Index p = 0; p < n_points; ++p) {
        const Embedding& point = points[std::size_t(p)];
        elements_.push_back(point.element);
        nodes_.col(p) = point.nodes;
        weights_.col(p) = point.weights;
        masses_[p] = body.density[point.element];
        per_volume_[p] = volume / double(n_points) / volumes[point.element];
    }
    masses_ *= body.density.dot(volumes) / masses_.sum();
}

Vector MaterialPoints::volumes(const Points& positions) const {
    VolumeMesh moved = mesh_;
    moved.positions = positions;
    const Eigen::VectorXd of_elements = element_volumes(moved);
    Vector volumes(size());
    for (Index p = 0; p < size(); ++p)
        volumes[p] = per_volume_[p] * std::max(of_elements[elements_[std::size_t(p)]], 0.0);
    return volumes;
}

Points MaterialPoints::at(const Points& nodal) const {
    Points values(3, size());
    parallel_for(size(), [&](Index p) {
        values.col(p).setZero();
        for (Index a = 0; a < nodes_.rows(); ++a)
            values.col(p) += weights_(a, p) * nodal.col(nodes_(a, p));
    });
    return values;
}

Points MaterialPoints::on_nodes(const Points& forces) const {
    Points sums = Points::Zero(3, mesh_.positions.cols());
    for (Index p = 0; p < size(); ++p)
        for (Index a = 0; a < nodes_.rows(); ++a)
            sums.col(nodes_(a, p)) += weights_(a, p) * forces.col(p);
    return sums;
}

}  // namespace sinew
