/// The present skin of a body: queries for the nodes near something, closest points, and inside or
/// outside.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Nodes are counted along Boundary::nodes, triangles along Boundary::triangles. For bodies that
/// know where their skin may be (PointMotion::skin_near: those in subspaces) only the near part is
/// searched, as long as no edge is more than twice as long as the longest at rest.
class MovingSkin {
public:
    using Box = Eigen::AlignedBox3d;

    /// The `number`-th of the bodies of a coupling, which must outlive this.
    MovingSkin(const Body& body, int number);

    const Body& body() const { return *body_; }
    /// Number of nodes on the skin.
    int n_nodes() const { return int(positions_.size()); }
    /// Node k of the skin as a point of the body.
    MaterialPoint node(int k) const {
        return MaterialPoint::at_node(number_, body_->skin.nodes[std::size_t(k)]);
    }
    /// The point of a triangle with these barycentric weights.
    MaterialPoint point(int triangle, const Eigen::Vector3d& weights) const;
    /// Nodes at the corners of a triangle.
    Eigen::Vector3i corners(int triangle) const { return triangles_.col(triangle); }

    /// Takes the positions of `motion`, which must live until the last question.
    void update_positions(const PointMotion& motion);
    /// Present position of a node of the skin [m].
    const Eigen::Vector3d& position(int node) const;
    const Box& box() const { return box_; }  ///< that holds all of it
    /// Bounding box of a triangle.
    Box box_of(int triangle) const;
    /// Takes the positions position_of(node of the mesh) of all nodes at once; then several threads
    /// may ask.
    template <class PositionOf>
    void place_all(PositionOf&& position_of);
    /// Nodes inside a box, ascending.
    void nodes_in(const Box& box, std::vector<int>& found) const;
    /// Triangles whose boxes overlap a box, ascending.
    void triangles_at(const Box& box, std::vector<int>& found) const;

    /// Barycentric weights of the point of a triangle that is closest to x [m].
    Eigen::Vector3d nearest(int triangle, const Eigen::Vector3d& x) const;
    /// Present position of a point of a triangle [m].
    Eigen::Vector3d place(int triangle, const Eigen::Vector3d& weights) const;
    /// A point of the skin: a triangle with the weights of its corners.
    struct SurfacePoint {
        int triangle = -1;                                  ///< of the skin; -1: none
        Eigen::Vector3d weights = Eigen::Vector3d::Zero();  ///< barycentric, sum 1
    };
    /// Closest point to x by walking: from a triangle on to neighbours that are nearer to x, as
    /// long as there are any; those with the corner `but` do not count.
    SurfacePoint walk(const Eigen::Vector3d& x, int triangle, int but = -1) const;
    /// Nodes with weight at such a point: three of a face, two of an edge, or one.
    std::vector<int> between(int triangle, const Eigen::Vector3d& weights) const;
    /// True if x is inside the skin, given its closest point (`triangle` and `weights`): by the
    /// normal there, on an edge the sum of both sides', on a corner the angle-weighted sum of all
    /// around.
    ///
    /// Baerentzen & Aanaes, Signed distance computation using the angle weighted pseudonormal,
    /// IEEE TVCG 11 (2005), 243-253.
    bool encloses(const Eigen::Vector3d& x, int triangle, const Eigen::Vector3d& weights) const;
    /// Outward unit normal of a triangle.
    Eigen::Vector3d normal(int triangle) const;
    /// Outward unit normal at a node: the angle-weighted mean of those of the triangles around it.
    Eigen::Vector3d normal_at(int node) const;

private:
    void find_box();
    double farthest(int axis, int sign, double guess) const;
    /// Puts nodes that may be deeper than -margin into near_. False if all must be looked at.
    bool look(const DepthField& field, double margin) const;
    std::span<const int> around(int node) const;  ///< triangles
    Eigen::Vector3d sum_around(int node) const;
    double angle(int triangle, int node) const;

    const Body* body_;
    int number_;
    Eigen::Matrix3Xi triangles_;     ///< in numbers of the skin
    std::vector<int> first_around_;  ///< of each node's triangles in around_, and their number
    std::vector<int> around_;

    const PointMotion* motion_ = nullptr;
    bool is_known_ = false;  ///< the body knows where its skin may be
    Box box_;
    double edge_ = 0;  ///< the longest, at rest [m]
    long now_ = 0;
    mutable std::vector<Eigen::Vector3d> positions_;
    mutable std::vector<long> known_;  ///< the now_ that a position is of
    mutable std::vector<int> near_;
};

template <class PositionOf>
void MovingSkin::place_all(PositionOf&& position_of) {
    motion_ = nullptr;
    is_known_ = false;
    ++now_;
    parallel_for(positions_.size(), [&](std::size_t k) {
        positions_[k] = position_of(body_->skin.nodes[k]);
        known_[k] = now_;
    });
    box_.setEmpty();
    for (const Eigen::Vector3d& x : positions_) box_.extend(x);
}

}  // namespace sinew
