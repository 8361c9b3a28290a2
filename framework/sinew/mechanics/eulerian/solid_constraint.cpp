#include "solid_constraint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

SolidConstraint::SolidConstraint(const Grid& grid, EulerianSolid& solid,
                                 const Constraint& constraint)
    : grid_(grid), solid_(solid), constraint_(constraint) {}

void SolidConstraint::find_faces() {
    const VolumeMesh& mesh = solid_.body().mesh;
    std::vector<int> place(std::size_t(mesh.n_nodes()), -1);
    for (std::size_t n = 0; n < nodes_.size(); ++n) place[std::size_t(nodes_[n].node)] = int(n);
    std::vector<std::uint8_t> has_face(nodes_.size(), 0);
    std::set<std::array<int, 3>> met;
    faces_.clear();
    const auto add = [&](int a, int b, int c) {
        std::array<int, 3> key{a, b, c};
        std::sort(key.begin(), key.end());
        if (key[0] < 0 || !met.insert(key).second) return;
        faces_.emplace_back(a, b, c);
        for (const int n : key) has_face[std::size_t(n)] = 1;
    };
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (const std::vector<int>& face : faces(mesh.type)) {
            std::vector<int> at;
            for (const int a : face) at.push_back(place[std::size_t(mesh.elements(a, e))]);
            // Corners of a quadratic face come first.
            add(at[0], at[1], at[2]);
            if (at.size() == 4) add(at[0], at[2], at[3]);
        }
    if (faces_.empty() && !nodes_.empty())
        constraint_.provenance.fail(fmt::format("the selected nodes of {} span no face of "
                                                "its mesh, and a grid holds areas alone",
                                                solid_.body().path),
                                    "select what spans faces: a half_space, a sphere, a group");
    for (int n = 0; n < int(nodes_.size()); ++n)
        if (!has_face[std::size_t(n)]) faces_.emplace_back(n, n, n);
    std::vector<BoxTree::Box> boxes;
    for (const Eigen::Vector3i& face : faces_) {
        BoxTree::Box& box = boxes.emplace_back();
        for (const int n : face) box.extend(mesh.positions.col(nodes_[std::size_t(n)].node));
    }
    tree_ = BoxTree(boxes);
}

/// Those that are prescribed now, and what the mean of the nodes lacks at time t. (By what each
/// node lacks, a rigid motion would not be one: nodes are carried along but nearly.)
Points SolidConstraint::velocities(double t, double dt) const {
    Points velocities = Points::Zero(3, Index(nodes_.size()));
    std::vector<ConstrainedNode> now;
    constraint_.constrain(solid_.body(), t - dt, now);
    const bool are_same = std::equal(
        now.begin(), now.end(), nodes_.begin(), nodes_.end(),
        [](const ConstrainedNode& a, const ConstrainedNode& b) { return a.node == b.node; });
    Eigen::Vector3d lack = Eigen::Vector3d::Zero();
    Index n_moved = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (nodes_[n].where_it_was) continue;
        const Eigen::Vector3d v =
            (nodes_[n].position - solid_.positions().col(nodes_[n].node)) / dt;
        velocities.col(Index(n)) = are_same ? now[n].velocity : v;
        lack += v - velocities.col(Index(n));
        ++n_moved;
    }
    if (n_moved == 0) return velocities;
    for (std::size_t n = 0; n < nodes_.size(); ++n)
        if (!nodes_[n].where_it_was) velocities.col(Index(n)) += lack / double(n_moved);
    return velocities;
}

void SolidConstraint::add(double t, double dt, NodeConditions& conditions) {
    nodes_.clear();
    if (constraint_.common.active(t)) constraint_.constrain(solid_.body(), t, nodes_);
    std::vector<int> selected;
    for (const ConstrainedNode& node : nodes_) selected.push_back(node.node);
    if (selected != selected_) {
        selected_ = std::move(selected);
        find_faces();
    }
    if (nodes_.empty()) return;
    const NodeBox& box = solid_.box();
    const Lattice nodes = box.lattice(grid_), all = grid_.nodes();
    const Points& rest = solid_.body().mesh.positions;
    const double near = grid_.spacing / 2 * (1 + 1e-9);
    const auto corner = [&](const Eigen::Vector3i& face, int i) -> Eigen::Vector3d {
        return rest.col(nodes_[std::size_t(face[i])].node);
    };
    const Points velocities = this->velocities(t, dt);
    std::vector<std::uint8_t> constrained(std::size_t(nodes.size()), 0);
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (!(solid_.cells().filled()[node] > 0)) return;
        const Eigen::Vector3d X = nodes.position(at) - solid_.displacement().at(node);
        Eigen::Vector3d weights;
        const auto to_face = [&](int f) {
            const Eigen::Vector3i& face = faces_[std::size_t(f)];
            const Eigen::Vector3d a = corner(face, 0), b = corner(face, 1), c = corner(face, 2);
            weights = nearest_in_triangle(X, a, b, c);
            return (weights[0] * a + weights[1] * b + weights[2] * c - X).squaredNorm();
        };
        const int nearest = tree_.nearest(X, to_face, near * near).first;
        if (nearest < 0) return;
        to_face(nearest);
        Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
        std::array<bool, 3> axes{true, true, true};
        for (int i = 0; i < 3; ++i) {
            const int n = faces_[std::size_t(nearest)][i];
            const auto& one = nodes_[std::size_t(n)];
            velocity += weights[i] * velocities.col(n);
            for (std::size_t axis = 0; axis < 3; ++axis) axes[axis] = axes[axis] && one.axes[axis];
        }
        for (int axis = 0; axis < 3; ++axis)
            if (axes[std::size_t(axis)])
                conditions.prescribe(box.in_grid(all, at), axis, velocity[axis]);
        constrained[std::size_t(node)] = axes[0] && axes[1] && axes[2];
    });
    solid_.constrain(constrained);
}

}  // namespace sinew
