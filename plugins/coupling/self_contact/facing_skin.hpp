/// The skin of a body as it is now, and by which of its places a node inside has to leave.
#pragma once

#include <sinew/mechanics/coupling/moving_skin.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

#include "neighbours.hpp"

namespace sinew {

/// Nodes are counted along Body::skin.nodes.
class FacingSkin {
public:
    using Place = MovingSkin::SurfacePoint;

    /// Of the `number`-th body of a coupling; that and `near`, of its skin's nodes, must outlive
    /// this.
    FacingSkin(const Body& body, int number, const Neighbours& near);

    /// It is where position_of says, of a node of the mesh.
    template <class PositionOf>
    void place_all(PositionOf&& position_of);

    /// A node of some body's skin: where it is and which way its skin faces there.
    struct Node {
        Eigen::Vector3d x, normal;
        int own = -1;  ///< its number, if the skin is its own
    };
    Node node(int k) const { return {skin_.position(k), skin_.normal_at(k), k}; }

    /// The nearest place, no farther away than `reach`, that the node lies behind and that faces
    /// it, by normals that point against each other; triangle -1 if there is none.
    Place entry(const Node& node, double reach) const;
    /// What is nearest around a place that it had come in by; triangle -1 if the node is no longer
    /// behind it.
    Place follow(const Node& node, int triangle) const;
    /// 1 for nodes of other bodies, Neighbours::ramp for its own.
    double share(int own, const Place& place) const;

private:
    MovingSkin skin_;
    const Neighbours& near_;
    BoxTree triangles_;
};

template <class PositionOf>
void FacingSkin::place_all(PositionOf&& position_of) {
    skin_.place_all(position_of);
    triangles_.refit([&](int at) { return skin_.box_of(triangles_.items()[std::size_t(at)]); });
}

}  // namespace sinew
