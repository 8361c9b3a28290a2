#include "material_shape.hpp"

#include <cmath>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>

namespace sinew {

namespace {

/// Spacings around the body, and the largest distance that is known: two and a half cells of a grid
/// with cells twice as large.
constexpr double margin = 5;

Lattice lattice_around(const VolumeMesh& mesh, double spacing, std::optional<int> flat) {
    const Eigen::AlignedBox3d box = bounding_box(mesh.positions);
    Lattice lattice;
    lattice.spacing = spacing;
    lattice.origin = box.min() - Eigen::Vector3d::Constant(margin * spacing);
    for (int axis = 0; axis < 3; ++axis)
        lattice.count[std::size_t(axis)] =
            Index(std::ceil(box.sizes()[axis] / spacing + 2 * margin)) + 1;
    if (flat) {
        lattice.origin[*flat] = box.center()[*flat];
        lattice.count[std::size_t(*flat)] = 1;
    }
    return lattice;
}

}  // namespace

MaterialShape::MaterialShape(const VolumeMesh& mesh, const Boundary& skin, double spacing,
                             std::optional<int> flat)
    : skin_(mesh, skin, flat),
      flat_(flat),
      lattice_(lattice_around(mesh, spacing, flat)),
      at_(lattice_),
      distances_(lattice_.size()),
      elements_(std::size_t(lattice_.size())) {
    Points points(3, lattice_.size());
    each_point(lattice_, [&](Index i, const std::array<Index, 3>& at) {
        points.col(i) = lattice_.position(at);
    });
    const std::vector<Embedding> embeddings = embed(mesh, points);
    const double most = margin * spacing;
    parallel_for(lattice_.size(), [&](Index i) {
        const Embedding& embedding = embeddings[std::size_t(i)];
        const auto nearest = skin_.nearest(points.col(i), most);
        const double distance = nearest ? nearest->distance : most;
        distances_[i] = embedding.inside ? -distance : distance;
        elements_[std::size_t(i)] = embedding.element;
    });
}

Eigen::Vector3d MaterialShape::gradient(const Eigen::Vector3d& X) const {
    const double step = lattice_.spacing / 2;
    Eigen::Vector3d gradient = Eigen::Vector3d::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        if (lattice_.count[std::size_t(axis)] == 1) continue;
        const Eigen::Vector3d to = step * Eigen::Vector3d::Unit(axis);
        gradient[axis] = (distance(X + to) - distance(X - to)) / (2 * step);
    }
    return gradient;
}

std::optional<Eigen::Vector3i> MaterialShape::nearest_triangle(const Eigen::Vector3d& X) const {
    const auto nearest = skin_.nearest(X, margin * lattice_.spacing);
    return nearest ? std::optional(nearest->nodes) : std::nullopt;
}

bool MaterialShape::reaches(const Eigen::Vector3d& X) const {
    return distance(X) < 0.999 * margin * lattice_.spacing;
}

Index MaterialShape::element(const Eigen::Vector3d& X) const {
    std::array<Index, 3> indices;
    for (int axis = 0; axis < 3; ++axis) {
        const Index last = lattice_.count[std::size_t(axis)] - 1;
        const double at = std::round((X[axis] - lattice_.origin[axis]) / lattice_.spacing);
        indices[std::size_t(axis)] = Index(std::min(std::max(at, 0.0), double(last)));
    }
    return elements_[std::size_t(lattice_.at(indices[0], indices[1], indices[2]))];
}

}  // namespace sinew
