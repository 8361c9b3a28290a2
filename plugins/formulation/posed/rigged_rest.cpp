#include "rigged_rest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numbers>
#include <numeric>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/math/loop_on_threads.hpp>
#include <sinew/mechanics/pose/rig_features.hpp>

namespace sinew {
namespace {

constexpr int n_neighbours = 4;

void export_parts(const std::vector<PoseFeatures::Part>& parts, const std::string& key,
                  Archive& archive) {
    std::vector<std::int64_t> parameters;
    std::vector<double> scales;
    for (const PoseFeatures::Part& part : parts) {
        parameters.push_back(part.parameter);
        scales.push_back(part.scale);
    }
    archive.put(key, std::move(parameters));
    archive.put(key + "_scales", std::move(scales));
}

void export_features(const PoseFeatures& features, Archive& archive) {
    export_parts(features.values(), "rig/values", archive);
    export_parts(features.turns(), "rig/turns", archive);
}

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

bool RiggedRest::jumps(double from, double to) const {
    const double round_off = 1e-6 * (to - from);  // of times of the clock
    const auto is_between = [&](double t) { return from + round_off < t && t <= to + round_off; };
    return std::any_of(jumps_.begin(), jumps_.end(), is_between) || rig_.jumps(from, to);
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

std::string RiggedRest::export_to(Archive& archive, const std::vector<double>& times) const {
    if (const std::string reason = rig_.export_to(archive); !reason.empty()) return reason;
    if (const std::string reason = rigged_->export_to(archive); !reason.empty()) return reason;
    export_features(pose_features(rig_), archive);
    Eigen::MatrixXd clip(rig_.n_parameters(), Index(times.size()));
    for (std::size_t k = 0; k < times.size(); ++k) clip.col(Index(k)) = rig_.parameters(times[k]);
    std::string names;
    for (Index k = 0; k < rig_.n_parameters(); ++k) {
        std::string name = rig_.parameter(k).name;
        std::replace(name.begin(), name.end(), '\n', ' ');
        names += name + "\n";
    }
    archive.put("rig/parameters", std::move(names));
    archive.put("rig/clip", Vector(clip.reshaped()));
    const pose_space::NearbyPoints& nearby = nearby_.nearby();
    archive.put("shape/nodes", Vector(nodes_.reshaped()));
    archive.put("shape/surface", Vector(surface_.reshaped()));
    archive.put("shape/shows_surface", std::int64_t(shown_ == Shown::surface));
    archive.put("shape/n_nearby", std::int64_t(nearby.n_each));
    archive.put("shape/nearby",
                std::vector<std::int64_t>(nearby.points.begin(), nearby.points.end()));
    archive.put("shape/nearby_weights", nearby.weights);
    std::vector<double> corrections;
    for (const Points& at_pose : at_poses())
        corrections.insert(corrections.end(), at_pose.reshaped().begin(), at_pose.reshaped().end());
    archive.put("shape/corrections", std::move(corrections));
    archive.put("pose/poses", std::int64_t(n_poses()));
    const bool is_smooth =
        corrections_ && corrections_->weights.kernel() == PoseKernel::multiquadric;
    archive.put("pose/kernel", std::string(is_smooth ? "multiquadric" : "distance"));
    archive.put("pose/features",
                corrections_ ? Vector(corrections_->weights.poses().reshaped()) : Vector());
    return {};
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

const std::vector<Points>& RiggedRest::at_poses() const {
    static const std::vector<Points> none;
    return corrections_ ? corrections_->at_pose : none;
}

RiggedRest::PointsNear RiggedRest::points_near(std::span<const int> nodes) const {
    PointsNear near{{}, std::vector<int>(std::size_t(surface_.cols()), -1)};
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
    const PointsNear near = points_near(nodes);
    Points moved;
    rigged_->positions(p, near.points, moved);
    const Eigen::Isometry3d root = rig_.root(p);
    if (!moved.allFinite() || !root.matrix().allFinite()) return false;
    pose_space::find_displacements(root, surface_(Eigen::all, near.points), moved);
    Vector shares;
    if (corrections_) shares = corrections_->weights.at(corrections_->features.of(p));
    pose_space::find_nodes({nodes_, nearby_.nearby(), at_poses()}, nodes, moved, near.place, shares,
                           root, on_all_threads, x);
    return true;
}

}  // namespace sinew
