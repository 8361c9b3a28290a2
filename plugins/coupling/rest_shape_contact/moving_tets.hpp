/// The tetrahedra of a body as it deforms: which of them contain a point.
#pragma once

#include <array>
#include <cstdint>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <span>
#include <vector>

namespace sinew {

/// A hierarchy of axis-aligned boxes over tetrahedra, built at rest and refitted to where they are
/// now. Tetrahedra and nodes are kept in the order of the tree, so that neighbours in space are
/// neighbours in memory.
class MovingTets {
public:
    /// Builds the tree of a mesh of tet4 elements; `body` along Coupling::bodies.
    MovingTets(const VolumeMesh& mesh, int body);

    /// Present positions of the nodes of the mesh, 3 x n_nodes [m].
    Points nodes_of(const PointMotion& motion) const;
    /// Moves to these positions of the nodes; false if they were there before.
    bool move_to(const Points& nodes);
    /// Present position of a node of the mesh [m].
    auto position(int node) const { return positions_.col(place_of_[std::size_t(node)]); }

    /// A tetrahedron, an element of the mesh, and barycentric weights of its nodes.
    struct Location {
        int element;
        Eigen::Vector4d weights;
    };
    /// A point to look for; tetrahedra with the node `but` of this body do not count.
    struct Query {
        Eigen::Vector3d x;
        int but = -1;
    };
    /// Calls visit(i, location) for every tetrahedron that contains queries[i], in an order that
    /// depends on boxes alone. At most `most_queries`; those near each other take little
    /// longer than one. May be called by several threads.
    static constexpr std::size_t most_queries = 16;
    template <class Visit>
    void locate(std::span<const Query> queries, Visit&& visit) const;

private:
    static constexpr int width = BoxGroup::width;
    /// Eight tetrahedra: places of their nodes.
    struct alignas(32) Eight {
        std::int32_t nodes[4][width];
    };
    typedef float Coarse __attribute__((vector_size(16)));  ///< x, y, z and nothing
    void fit(int g, BoxGroup& group) const;
    unsigned with_node(int g, int place) const;
    bool contains(int place, const Eigen::Vector3d& x, Eigen::Vector4d& weights) const;

    int body_;
    BoxTree tree_;
    std::vector<int> nodes_;      ///< of the mesh, in the order of the tree
    std::vector<int> place_of_;   ///< of each node of the mesh in nodes_
    std::vector<Eight> tets_;     ///< in the tree's order
    Points positions_;            ///< of nodes_
    std::vector<Coarse> coarse_;  ///< likewise, rounded, and one that is no number
};

template <class Visit>
void MovingTets::locate(std::span<const Query> queries, Visit&& visit) const {
    if (queries.empty()) return;
    BoxTree::Box all;
    std::array<BoxGroup, most_queries / width> boxes;
    for (std::size_t i = 0; i < queries.size(); ++i) {
        all.extend(queries[i].x);
        boxes[i / width].set(int(i % width), BoxTree::Box(queries[i].x));
    }
    const auto look = [&](std::size_t i, int g, const BoxGroup& group) {
        const Query& query = queries[i];
        unsigned hits = group.overlapping(BoxGroup::Probe(boxes[i / width], int(i % width)));
        if (hits && query.but >= 0) hits &= ~with_node(g, place_of_[std::size_t(query.but)]);
        for (; hits; hits &= hits - 1) {
            const int place = width * g + __builtin_ctz(hits);
            Location found;
            if (!contains(place, query.x, found.weights)) continue;
            found.element = tree_.items()[std::size_t(place)];
            visit(i, found);
        }
    };
    tree_.overlapping_groups(all, [&](int g, const BoxGroup& group, const BoxGroup::Probe& around) {
        for (std::size_t p = 0; p < boxes.size(); ++p)
            for (unsigned near = boxes[p].overlapping(around); near; near &= near - 1)
                look(width * p + std::size_t(__builtin_ctz(near)), g, group);
    });
}

}  // namespace sinew
