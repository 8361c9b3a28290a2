/// Points of a body, within a step, between where they were and where a pose takes them.
#pragma once

#include <sinew/mechanics/system/points.hpp>

namespace sinew::pose_space {

/// Rest shape Phi, root R and basis U are those of the time t that is moved to, so that already at
/// the coordinates q- of its start a step finds the body elsewhere. Nothing has looked at that way:
/// a body could pass through another. So time is a coordinate s, which goes from the start of the
/// step to t with Newton's increments, as what is prescribed in full space does:
///
///     x(s, q) = Phi + R U q + (t - s)/h d,     d = x- - (Phi + R U q-)
///
/// This is x- at the start, and linear in s and q: the straight path that contact asks for.
class Transition {
public:
    /// Begins a step of length dt [s] from q, where nodes are at x, 3 x n [m].
    void begin(double dt, const Eigen::Ref<const Vector>& q, Points x) {
        dt_ = dt;
        q_start_ = q;
        start_ = std::move(x);
        offsets_.resize(3, 0);
    }
    /// From now on there is no step: x is Phi + R U q.
    void forget() { dt_ = 0; }
    bool is_under_way() const { return dt_ > 0; }
    /// Coordinates q- of the start.
    const Vector& start() const { return q_start_; }
    /// Moves to time t [s], which takes nodes to x at the coordinates of the start, 3 x n [m].
    void move_to(double t, const Points& x) {
        t_ = t;
        offsets_ = start_ - x;
    }
    /// What is added to where a node is at s [m].
    Eigen::Vector3d offset(int node, double s) const {
        if (s == t_ || !has_offsets()) return Eigen::Vector3d::Zero();
        return (t_ - s) / dt_ * offsets_.col(node);
    }
    /// Its derivative by s, of a point [m/s].
    Eigen::Vector3d rate(const MaterialPoint& point) const {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        if (!has_offsets()) return sum;
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            sum -= point.weights[a] / dt_ * offsets_.col(point.nodes[a]);
        return sum;
    }

private:
    bool has_offsets() const { return is_under_way() && offsets_.cols() > 0; }

    double dt_ = 0, t_ = 0;
    Vector q_start_;
    Points start_;    ///< where nodes were [m]
    Points offsets_;  ///< d; empty before the step's time is moved to
};

}  // namespace sinew::pose_space
