/// The path of points, within a step, from where they were to where a pose takes them.
#pragma once

#include <algorithm>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/system/prescribed.hpp>
#include <utility>

namespace sinew::pose_space {

/// Rest shape Phi, root R and basis U are those of the time t that is moved to, so that already at
/// the coordinates q- of its start a step finds the body elsewhere. No collision detection has seen
/// the path there: a body could pass through another. So time is a coordinate s, which goes from
/// the start of the step to t with Newton's increments, as what is prescribed in full space does:
///
///     x(s, q) = Phi + R U q + (t - s)/h d,     d = x- - (Phi + R U q-)
///
/// This is x- at the start, and linear in s and q: the straight path that contact asks for.
class Transition {
public:
    /// `fixed`: one flag a node, set for those that go with the rig whatever q is.
    explicit Transition(std::vector<char> fixed) : is_fixed_(std::move(fixed)) {
        prescribed_.dofs = {0};
        prescribed_.q.setZero(1);
        prescribed_.v.setOnes(1);
        prescribed_.a.setZero(1);
    }
    /// The coordinate s, as a Dirichlet condition at the time moved to.
    const Prescribed& prescribed() const { return prescribed_; }
    /// True if s alone moves a point: all of its nodes are fixed.
    bool alone_moves(const MaterialPoint& point) const {
        return std::all_of(point.nodes.begin(), point.nodes.begin() + point.n,
                           [&](int node) { return is_fixed_[std::size_t(node)] != 0; });
    }
    /// Begins a step of length dt [s] from q-, where nodes are at x-, 3 x n [m].
    void begin(double dt, const Eigen::Ref<const Vector>& q, Points x) {
        dt_ = dt;
        q_start_ = q;
        x_start_ = std::move(x);
        offsets_.resize(3, 0);
    }
    /// From now on there is no step: x is Phi + R U q.
    void forget() { dt_ = 0; }
    bool is_under_way() const { return dt_ > 0; }
    const Vector& q_start() const { return q_start_; }
    /// Moves to time t [s], where there is no offset until `lead_to` is called.
    void move_to(double t) {
        t_ = t;
        prescribed_.q[0] = t;
        offsets_.resize(3, 0);
    }
    /// Sets the end of the path at q-: Phi + R U q- of that time, 3 x n [m].
    void lead_to(const Points& x) { offsets_ = x_start_ - x; }
    /// The offset (t - s)/h d of a node [m].
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

    std::vector<char> is_fixed_;
    Prescribed prescribed_;
    double dt_ = 0, t_ = 0;
    Vector q_start_;
    Points x_start_;  ///< [m]
    Points offsets_;  ///< d [m]; empty before it is led anywhere
};

}  // namespace sinew::pose_space
