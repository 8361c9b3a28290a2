#include "material_shape.hpp"

#include <cmath>
#include <Eigen/Geometry>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

namespace {

/// Spacings around the body, and the largest distance that is told: two and a half cells of a grid
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

/// The triangles of a skin, for distances from it.
class Skin {
public:
    Skin(const VolumeMesh& mesh, const Boundary& skin, std::optional<int> flat) : mesh_(mesh) {
        std::vector<BoxTree::Box> boxes;
        for (Index t = 0; t < skin.triangles.cols(); ++t) {
            const Eigen::Vector3i triangle = skin.triangles.col(t);
            if (flat && std::abs(normal(triangle)[*flat]) > std::sqrt(0.5)) continue;
            triangles_.push_back(triangle);
            BoxTree::Box& box = boxes.emplace_back();
            for (const int node : triangle) box.extend(mesh.positions.col(node));
        }
        tree_ = BoxTree(boxes);
    }

    /// Distance of x from the nearest triangle, at most `most` [m].
    double distance(const Eigen::Vector3d& x, double most) const {
        const auto nearest = tree_.nearest(
            x, [&](int t) { return squared_distance(x, std::size_t(t)); }, most * most);
        return nearest.first < 0 ? most : std::sqrt(nearest.second);
    }

private:
    Eigen::Vector3d corner(const Eigen::Vector3i& triangle, int i) const {
        return mesh_.positions.col(triangle[i]);
    }
    Eigen::Vector3d normal(const Eigen::Vector3i& t) const {
        return (corner(t, 1) - corner(t, 0)).cross(corner(t, 2) - corner(t, 0)).normalized();
    }
    double squared_distance(const Eigen::Vector3d& x, std::size_t t) const {
        const Eigen::Vector3d a = corner(triangles_[t], 0), b = corner(triangles_[t], 1),
                              c = corner(triangles_[t], 2);
        const Eigen::Vector3d w = nearest_in_triangle(x, a, b, c);
        return (w[0] * a + w[1] * b + w[2] * c - x).squaredNorm();
    }

    const VolumeMesh& mesh_;
    std::vector<Eigen::Vector3i> triangles_;
    BoxTree tree_;
};

}  // namespace

MaterialShape::MaterialShape(const VolumeMesh& mesh, const Boundary& skin, double spacing,
                             std::optional<int> flat)
    : flat_(flat),
      lattice_(lattice_around(mesh, spacing, flat)),
      at_(lattice_),
      distances_(lattice_.size()),
      elements_(std::size_t(lattice_.size())) {
    Points points(3, lattice_.size());
    each_point(lattice_, [&](Index i, const std::array<Index, 3>& place) {
        points.col(i) = lattice_.position(place);
    });
    const std::vector<Embedding> embeddings = embed(mesh, points);
    const Skin surface(mesh, skin, flat);
    parallel_for(lattice_.size(), [&](Index i) {
        const Embedding& embedding = embeddings[std::size_t(i)];
        const double distance = surface.distance(points.col(i), margin * lattice_.spacing);
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

bool MaterialShape::reaches(const Eigen::Vector3d& X) const {
    return distance(X) < 0.999 * margin * lattice_.spacing;
}

Index MaterialShape::element(const Eigen::Vector3d& X) const {
    std::array<Index, 3> place;
    for (int axis = 0; axis < 3; ++axis) {
        const Index last = lattice_.count[std::size_t(axis)] - 1;
        const double at = std::round((X[axis] - lattice_.origin[axis]) / lattice_.spacing);
        place[std::size_t(axis)] = Index(std::min(std::max(at, 0.0), double(last)));
    }
    return elements_[std::size_t(lattice_.at(place[0], place[1], place[2]))];
}

}  // namespace sinew
