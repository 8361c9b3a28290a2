#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/pose/rigged_rest.hpp>

namespace sinew {
namespace {

constexpr int n_neighbours = 4;

}  // namespace

RiggedRest::RiggedRest(const Rig& rig, std::unique_ptr<RiggedSurface> rigged, Points nodes,
                       Points surface, Shown shown)
    : rig_(rig),
      rigged_(std::move(rigged)),
      nodes_(std::move(nodes)),
      surface_(std::move(surface)),
      shown_(shown),
      nearby_(surface_, nodes_, std::min(n_neighbours, int(surface_.cols()))) {}

void RiggedRest::positions(double t, std::span<const int> nodes, Points& x) const {
    if (!move(rig_.parameters(t), nodes, x)) fail(fmt::format("{:.6g} s", t));
}

void RiggedRest::at(const Vector& p, std::span<const int> nodes, Points& x) const {
    if (!move(p, nodes, x)) fail(fmt::format("p = [{:.6g}]", fmt::join(p, ", ")));
}

/// root (X + sum_s w_s (root^-1 x_s - X_s) + sum_j w_j delta_j), with sum_s w_s = 1.
Eigen::MatrixXd RiggedRest::linear_factors() const {
    const Eigen::MatrixXd of_surface = rigged_->linear_factors();
    if (of_surface.cols() == 0) return {};
    const Index L = of_surface.cols(),
                n_corrections = corrections_ ? corrections_->weights.size() : 0;
    Eigen::MatrixXd factors = Eigen::MatrixXd::Zero(nodes_.cols(), L + 3 + 3 * n_corrections);
    factors.middleCols<3>(L) = nodes_.transpose();
    for (Index i = 0; i < nodes_.cols(); ++i) {
        const auto neighbours = nearby_.neighbours(i);
        for (std::size_t j = 0; j < neighbours.size(); ++j) {
            const double w = nearby_.weights(i)[j];
            factors.row(i).head(L) += w * of_surface.row(neighbours[j]);
            factors.row(i).segment<3>(L) -= w * surface_.col(neighbours[j]);
        }
    }
    for (Index j = 0; j < n_corrections; ++j)
        factors.middleCols<3>(L + 3 + 3 * j) = corrections_->at_pose[std::size_t(j)].transpose();
    return factors;
}

Points RiggedRest::linear_vectors(double t) const {
    const Vector p = rig_.parameters(t);
    const Points of_surface = rigged_->linear_vectors(p);
    const Eigen::Matrix3d R = rig_.root(p).linear();
    Vector share;
    if (corrections_) share = corrections_->weights.at(corrections_->features.of(p));
    Points vectors(3, of_surface.cols() + 3 + 3 * share.size());
    vectors.leftCols(of_surface.cols()) = of_surface;
    vectors.middleCols<3>(of_surface.cols()) = R;
    for (Index j = 0; j < share.size(); ++j)
        vectors.middleCols<3>(of_surface.cols() + 3 + 3 * j) = share[j] * R;
    if (!vectors.allFinite()) fail(fmt::format("{:.6g} s", t));
    return vectors;
}

Points RiggedRest::from_root(const Vector& p) const {
    std::vector<int> nodes(std::size_t(nodes_.cols()));
    std::iota(nodes.begin(), nodes.end(), 0);
    Points x;
    at(p, nodes, x);
    return rig_.root(p).inverse() * x;
}

Points RiggedRest::at_pose(Index pose) const {
    return pose == 0 ? nodes_ : from_root(corrections_->parameters[std::size_t(pose)]);
}

Points RiggedRest::near_pose(Index pose, const Vector& by) const {
    constexpr double degree = std::numbers::pi / 180;
    Vector p = pose == 0 ? Vector(Vector::Zero(rig_.n_parameters()))
                         : corrections_->parameters[std::size_t(pose)];
    for (Index k = 0; k < p.size(); ++k) {
        const RigParameter parameter = rig_.parameter(k);
        p[k] += by[k] * (parameter.of_turn < 0 ? 1e-3 * parameter.scale : degree);
    }
    return from_root(p);
}

double RiggedRest::distance(Index pose, Index other) const {
    return corrections_ ? corrections_->weights.distance(pose, other) : 0;
}

Vector RiggedRest::weights(double t) const {
    if (!corrections_) return Vector::Ones(1);
    return corrections_->weights.at(corrections_->features.of(rig_.parameters(t)));
}

Points RiggedRest::surface(double t) const {
    Points x(3, 0);
    if (shown_ == Shown::surface) rigged_->positions(rig_.parameters(t), all_points(), x);
    return x;
}

Points RiggedRest::surface_from_root(const Vector& p) const {
    Points x;
    rigged_->positions(p, all_points(), x);
    if (!x.allFinite()) fail(fmt::format("p = [{:.6g}]", fmt::join(p, ", ")));
    return rig_.root(p).inverse() * x;
}

void RiggedRest::fail(const std::string& when) const {
    throw attribute_to(
        ComputationError("the rig's positions are not finite at " + when,
                         "they must be finite over the whole run; if what the scene gives is, this "
                         "is a mistake in the plugin"),
        rig_.provenance);
}

std::vector<int> RiggedRest::all_points() const {
    std::vector<int> points(std::size_t(surface_.cols()));
    std::iota(points.begin(), points.end(), 0);
    return points;
}

RiggedRest::NearbyPoints RiggedRest::points_near(std::span<const int> nodes) const {
    NearbyPoints near{{}, std::vector<int>(std::size_t(surface_.cols()), -1)};
    for (const int node : nodes)
        for (const int point : nearby_.neighbours(node)) near.place[std::size_t(point)] = 0;
    for (std::size_t point = 0; point < near.place.size(); ++point) {
        if (near.place[point] < 0) continue;
        near.place[point] = int(near.points.size());
        near.points.push_back(int(point));
    }
    return near;
}

bool RiggedRest::move(const Vector& p, std::span<const int> nodes, Points& x) const {
    const NearbyPoints near = points_near(nodes);
    Points moved;
    rigged_->positions(p, near.points, moved);
    const Eigen::Isometry3d root = rig_.root(p);
    if (!moved.allFinite() || !root.matrix().allFinite()) return false;
    const Points displacements = root.inverse() * moved - surface_(Eigen::all, near.points);
    Vector share;
    if (corrections_) share = corrections_->weights.at(corrections_->features.of(p));
    x.resize(3, Eigen::Index(nodes.size()));
    parallel_for(x.cols(), [&](Eigen::Index k) {
        const int node = nodes[std::size_t(k)];
        const auto neighbours = nearby_.neighbours(node);
        const auto weights = nearby_.weights(node);
        Eigen::Vector3d sum = nodes_.col(node);
        for (std::size_t j = 0; j < neighbours.size(); ++j)
            sum += weights[j] * displacements.col(near.place[std::size_t(neighbours[j])]);
        for (Index j = 0; j < share.size(); ++j)
            sum += share[j] * corrections_->at_pose[std::size_t(j)].col(node);
        x.col(k) = root * sum;
    });
    return true;
}

}  // namespace sinew
