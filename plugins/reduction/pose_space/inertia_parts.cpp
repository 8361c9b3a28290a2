#include "inertia_parts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "pose_products.hpp"

namespace sinew::pose_space {
namespace {

bool root_turns(const ExamplePoses& poses, double end) {
    constexpr int n_times = 200;
    const Eigen::Matrix3d at_rest = poses.root(0).linear();
    for (int k = 1; k <= n_times; ++k)
        if (poses.root(k * end / n_times).linear() != at_rest) return true;
    return false;
}

InertiaNodes trained_nodes(const FullBody& body, const ExamplePoses& poses,
                           const std::vector<Eigen::MatrixXd>& bases,
                           const InertiaSettings& settings, ArtifactKey& key) {
    const WrittenInertia& goal = *settings.sample;
    ArtifactKey own = key;
    own.add("inertia",
            fmt::format("to {} by {} examples a pose, seed {}; {} parameters", goal.tolerance,
                        goal.count, goal.seed, poses.n_parameters()),
            fingerprint_near(poses));
    const Artifact artifact = fetch_artifact(
        {"reduction/pose_space", 1}, own, {},
        [&] {
            Activity activity("the inertia of " + body.body().path + " by few nodes");
            return train_inertia(poses, bases, body, goal).archive();
        },
        [](const Archive& there) { InertiaNodes::from(there); });
    InertiaNodes sample = InertiaNodes::from(artifact.content);
    if (sample.training_error > goal.tolerance)
        throw InputError(settings.reduction.at("inertia"),
                         fmt::format("{} nodes of {} leave an error of inertia of {:.3g}, and "
                                     "more do not bring it to {:g}",
                                     sample.nodes.size(), body.body().path, sample.training_error,
                                     goal.tolerance),
                         "raise its tolerance, give more examples (count), or leave `inertia` "
                         "out");
    key.add("inertia", sample.identity());
    return sample;
}

}  // namespace

InertiaParts inertia_parts(const FullBody& body, const RestShape& shape,
                           const std::vector<Eigen::MatrixXd>& bases,
                           const InertiaSettings& settings, ArtifactKey& key) {
    InertiaParts parts;
    const ExamplePoses& poses = *shape.poses();
    const double gain = shape.inertia_gain();
    if (settings.sample) {
        std::vector<Points> shapes;
        for (Index pose = 0; pose < poses.n_poses(); ++pose) shapes.push_back(poses.at_pose(pose));
        parts.sample = trained_nodes(body, poses, bases, settings, key);
        parts.few.emplace(
            std::make_unique<SampledInertia>(sampled_inertia(
                *parts.sample, bases, shapes, body.mass(), *body.assembler().pattern())),
            gain);
        return parts;
    }
    const Eigen::MatrixXd factors =
        settings.is_rotated ? Eigen::MatrixXd() : shape.linear_factors();
    if (factors.cols() == 0) return parts;
    // Beyond that size all nodes take no longer.
    constexpr double most = 64e6;
    const double n_products = 9 * std::pow(double(bases.size()) * double(bases.front().cols()), 2);
    std::unique_ptr<RotatedMass> rotated;
    if (n_products <= most && root_turns(poses, settings.end))
        rotated = std::make_unique<RotatedMass>(rotated_mass(bases, body.mass()));
    parts.few.emplace(std::make_unique<LinearInertia>(linear_inertia(bases, factors, body.mass())),
                      std::move(rotated), gain);
    return parts;
}

}  // namespace sinew::pose_space
