#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/reduced/support_motion.hpp>

namespace sinew {

namespace {

/// True if the points, with mean zero, are not on a line.
bool spans_plane(const Points& from_mean) {
    const Vector spread =
        symmetric_decomposition(from_mean * from_mean.transpose()).values.cwiseMax(0);
    return spread(1) > 1e-12 * spread(2);
}

std::vector<int> nodes_of(const std::vector<Index>& dofs) {
    std::vector<int> nodes;
    for (const Index dof : dofs)
        if (nodes.empty() || nodes.back() != int(dof / 3)) nodes.push_back(int(dof / 3));
    return nodes;
}

}  // namespace

Eigen::Vector3d mean_position(const Points& nodes, const std::vector<Index>& dofs) {
    return Points(nodes(Eigen::all, nodes_of(dofs))).rowwise().mean();
}

SupportMotion::SupportMotion(const Body& body, std::vector<const Constraint*> constraints)
    : body_(body), constraints_(body, constraints), each_(std::move(constraints)) {
    constraints_.move_to(0);
    dofs_ = constraints_.prescribed().dofs;
    find_carrier();
}

void SupportMotion::find_carrier() {
    const std::vector<int> nodes = nodes_of(dofs_);
    if (nodes.empty()) return;
    rest_ = body_.mesh.positions(Eigen::all, nodes);
    origin_ = mean_position(body_.mesh.positions, dofs_);
    rest_.colwise() -= origin_;
    can_carry_ = dofs_.size() == 3 * nodes.size() && nodes.size() >= 3 && spans_plane(rest_);
}

/// Of nodes that are constrained in all axes.
PointsMotion SupportMotion::world() const {
    const Prescribed& given = constraints_.prescribed();
    const Index n = rest_.cols();
    return {(rest_ + given.q.reshaped(3, n)).colwise() + origin_, given.v.reshaped(3, n),
            given.a.reshaped(3, n)};
}

SupportState SupportMotion::at(double t) {
    constraints_.move_to(t);
    const Prescribed& given = constraints_.prescribed();
    if (given.dofs != dofs_)
        throw ComputationError(
            fmt::format("constraints of {} hold other nodes at time {:.6g} s than at the start, "
                        "for which its subspace was made",
                        body_.path, t),
            "let the same nodes be constrained from the start to the end, or take the reduction "
            "away");
    SupportState state;
    if (!carries_) {
        state.frame.position = origin_;
        state.y = given.q;
        state.y_rate = given.v;
        state.y_acceleration = given.a;
        return state;
    }
    const PointsMotion points = world();
    state.frame = fitted_frame(rest_, points);
    const PointsMotion seen = seen_from(state.frame, rest_, points);
    state.y = seen.x.reshaped();
    state.y_rate = seen.v.reshaped();
    state.y_acceleration = seen.a.reshaped();
    return state;
}

double SupportMotion::largest_turn(double t) {
    const Eigen::Matrix3d of_frame = at(t).frame.R;
    double largest = 0;
    std::vector<ConstrainedNode> nodes;
    for (const Constraint* constraint : each_) {
        nodes.clear();
        constraint->constrain(body_, t, nodes);
        std::erase_if(nodes, [](const ConstrainedNode& node) {
            return node.axes != std::array<bool, 3>{true, true, true};
        });
        if (nodes.size() < 3) continue;
        const Index n = Index(nodes.size());
        Points rest(3, n), now(3, n);
        for (Index i = 0; i < n; ++i) {
            rest.col(i) = body_.mesh.positions.col(nodes[std::size_t(i)].node);
            now.col(i) = nodes[std::size_t(i)].position;
        }
        rest.colwise() -= Eigen::Vector3d(rest.rowwise().mean());
        if (!spans_plane(rest)) continue;
        const Points still = Points::Zero(3, n);
        const Eigen::Matrix3d R = fitted_frame(rest, {now, still, still}).R;
        largest = std::max(largest, Eigen::AngleAxisd(of_frame.transpose() * R).angle());
    }
    return largest;
}

SupportSurvey survey(SupportMotion& supports, const Body& body, double end, double step) {
    constexpr double most_samples = 256, negligible = 1e-6;
    const double n_steps = count_steps(end, step);
    const Index n = Index(std::min(n_steps, most_samples));
    SupportSurvey found;
    Eigen::MatrixXd samples(Index(supports.dofs().size()), n + 1);
    for (Index k = 0; k <= n; ++k) {
        const double t = step * std::round(n_steps * double(k) / double(std::max<Index>(n, 1)));
        samples.col(k) = supports.at(t).y;
        found.turn = std::max(found.turn, supports.largest_turn(t));
    }
    const double size = bounding_box(body.mesh.positions).diagonal().norm();
    found.largest = samples.size() > 0 ? samples.cwiseAbs().maxCoeff() : 0;
    found.is_rigid = found.largest <= negligible * size;
    found.motions = Eigen::MatrixXd::Zero(3 * body.mesh.n_nodes(), 0);
    if (found.is_rigid) return found;
    const SingularDecomposition svd = singular_decomposition(samples);
    const Index m = (svd.values.array() > negligible * svd.values(0)).count();
    found.motions = Eigen::MatrixXd::Zero(3 * body.mesh.n_nodes(), m);
    const Vector sizes = svd.values.head(m).cwiseProduct(
        svd.V.leftCols(m).cwiseAbs().colwise().maxCoeff().transpose());
    found.motions(supports.dofs(), Eigen::all) = svd.U.leftCols(m) * sizes.asDiagonal();
    return found;
}

}  // namespace sinew
