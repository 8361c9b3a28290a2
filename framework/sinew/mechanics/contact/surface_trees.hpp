/// Boxes around the triangles and edges of a surface, in a tree for each of its bodies.
#pragma once

#include <array>
#include <sinew/mechanics/contact/collision_surface.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <vector>

namespace sinew {

/// Finds triangles and edges that may be near something, refitted to where they are. Only bodies
/// that may touch are asked for: not two obstacles, and a body not itself unless `self`.
class SurfaceTrees {
public:
    using Box = BoxTree::Box;

    /// `surface` outlives this.
    SurfaceTrees(const CollisionSurface& surface, bool self);

    /// Moves to the straight paths between the positions `from` and `to` (3 x n_vertices [m]).
    void refit(const Points& from, const Points& to);

    /// True if a body may touch another one, or itself.
    bool touch(int body, int other) const {
        if (parts_[std::size_t(body)].is_obstacle && parts_[std::size_t(other)].is_obstacle)
            return false;
        return body != other || self_;
    }
    /// Calls visit(triangle) for those of bodies that `body` may touch whose boxes overlap `box`.
    template <class Visit>
    void triangles_near(int body, const Box& box, const Visit& visit) const {
        for (const int other : parts_[std::size_t(body)].near)
            parts_[std::size_t(other)].triangles.visit(box, visit);
    }
    /// The same with edges.
    template <class Visit>
    void edges_near(int body, const Box& box, const Visit& visit) const {
        for (const int other : parts_[std::size_t(body)].near)
            parts_[std::size_t(other)].edges.visit(box, visit);
    }

    /// The box of the paths of some vertices.
    template <class Vertices>
    static Box box_of(const Vertices& vertices, const Points& from, const Points& to) {
        Box box;
        for (const int v : vertices) {
            box.extend(from.col(v));
            box.extend(to.col(v));
        }
        return box;
    }

private:
    /// Triangles or edges of one body.
    struct Tree {
        std::vector<int> items;  ///< their numbers, ascending
        BoxTree boxes;

        void build(const Eigen::MatrixXi& vertices, const Points& rest);
        void refit(const Eigen::MatrixXi& vertices, const Points& from, const Points& to);
        template <class Visit>
        void visit(const Box& box, const Visit& visit) const {
            boxes.overlapping(box, [&](int at) { visit(items[std::size_t(at)]); });
        }
    };
    struct Part {
        Tree triangles, edges;
        bool is_obstacle = false;
        std::vector<int> near;  ///< bodies that it may touch, ascending
    };

    const CollisionSurface& surface_;
    bool self_;
    std::vector<Part> parts_;  ///< one a body
};

}  // namespace sinew
