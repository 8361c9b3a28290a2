#include <sinew/mechanics/pose_space/sculpted_surface.hpp>
#include <sinew/player/skinned_shape.hpp>
#include <utility>

namespace sinew::player {

SkinnedShape::SkinnedShape(SkinnedShapeModel model)
    : model_(std::move(model)),
      place_(std::size_t(model_.surface.cols()), 0),
      rest_(3, model_.nearby.n_each),
      moved_(3, model_.nearby.n_each) {}

SkinnedShape::Part SkinnedShape::part(std::vector<int> nodes) const {
    Part part;
    part.nodes = std::move(nodes);
    part.place.assign(std::size_t(model_.surface.cols()), -1);
    const auto n_each = std::size_t(model_.nearby.n_each);
    for (const int node : part.nodes)
        for (std::size_t j = 0; j < n_each; ++j)
            part.place[std::size_t(model_.nearby.points[std::size_t(node) * n_each + j])] = 0;
    for (std::size_t s = 0; s < part.place.size(); ++s) {
        if (part.place[s] < 0) continue;
        part.place[s] = int(part.points.size());
        part.points.push_back(int(s));
    }
    part.rest = model_.surface(Eigen::all, part.points);
    part.moved.resize(3, part.rest.cols());
    return part;
}

void SkinnedShape::find(const RigState& rig, Part& part) const {
    for (std::size_t k = 0; k < part.points.size(); ++k)
        part.moved.col(Index(k)) = surface_point(part.points[k], rig);
    pose_space::find_displacements(rig.root, part.rest, part.moved);
    pose_space::find_nodes(nodes_near_surface(), part.nodes, part.moved, part.place, rig.weights,
                           rig.root, in_order, part.x);
}

Eigen::Vector3d SkinnedShape::node(Index i, const RigState& rig) {
    for (int j = 0; j < model_.nearby.n_each; ++j) {
        const int s = model_.nearby.points[std::size_t(i * model_.nearby.n_each + j)];
        place_[std::size_t(s)] = j;
        rest_.col(j) = model_.surface.col(s);
        moved_.col(j) = surface_point(s, rig);
    }
    pose_space::find_displacements(rig.root, rest_, moved_);
    const int node = int(i);
    pose_space::find_nodes(nodes_near_surface(), {&node, 1}, moved_, place_, rig.weights, rig.root,
                           in_order, node_);
    return node_.col(0);
}

Eigen::Vector3d SkinnedShape::surface_point(Index s, const RigState& rig) const {
    const auto first = std::size_t(model_.first[std::size_t(s)]),
               n = std::size_t(model_.first[std::size_t(s) + 1]) - first;
    Eigen::Vector3d x =
        rig.bones.moved({{model_.bones.data() + first, n}, {model_.weights.data() + first, n}},
                        model_.surface.col(s));
    if (!model_.sculpted.empty())
        x += pose_space::sculpted_correction(model_.sculpted, rig.sculpted, s, rig.root.linear());
    return x;
}

}  // namespace sinew::player
