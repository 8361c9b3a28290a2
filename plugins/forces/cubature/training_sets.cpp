#include "training_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/stop_signal.hpp>

#include "compliance.hpp"
#include "projected_body.hpp"

namespace sinew::cubature {

namespace {

/// Residual at which static answers are asked for first, in tolerances.
constexpr double first_residual = 4;
/// Relative part of the snapshots outside of the subspace beyond which their projections tell
/// little of the reduced motion.
constexpr double much_outside = 0.2;

Poses find_poses(const TrainingParams& params, const SubspaceSite& site, const TrainingBody& at,
                 const Origin& origin, Random& random) {
    const auto warn = [&](const std::string& message, const std::string& remedy) {
        log_diagnostic(Diagnostic::warning(message).remedy(remedy).on(origin));
    };
    const std::string& body = site.full.body().path;
    if (params.is_random()) {
        const Poses poses =
            params.poses.type == PoseKind::mixed
                ? mixed_poses(params.poses, at, params.loads(site), random, origin)
                : random_poses(params.poses, at, params.poses.n_random(), random, origin);
        if (poses.n_rejected > 0)
            warn(fmt::format("{} random poses of {} had inverted elements; others of lower "
                             "amplitude took their place",
                             poses.n_rejected, body),
                 "lower poses.amplitude if these are many");
        return poses;
    }
    const Poses poses = snapshot_poses(params.poses, site.full, site.U, random, origin);
    if (poses.n_rejected > 0)
        warn(fmt::format("{} snapshots of {} have inverted elements in the subspace and are "
                         "left out",
                         poses.n_rejected, body),
             "use a basis that holds more of the motion if these are many");
    if (poses.outside > much_outside)
        warn(fmt::format("{:.2g} of the snapshots of {} does not lie in the subspace: the "
                         "cubature is trained on what is left",
                         poses.outside, body),
             "use a basis that holds the motion: mass_pca of the same snapshots, or more "
             "vectors");
    return poses;
}

/// `count` poses from the one number `first` on. The metric of a pose gives the displacement that a
/// force would make, beside that of the pose.
PoseSet with_metrics(const TrainingBody& body, const Poses& poses, Index first, Index count) {
    PoseSet set{poses.q.middleCols(first, count), poses.forces.middleCols(first, count), {}, {}};
    ProjectedBody whole(body, false);
    const Vector rest = Vector::Zero(body.size());
    for (Index t = 0; t < count; ++t) {
        leave_if_stopped();
        const Vector q = set.q.col(t);
        const auto& K = whole.tangent(q, rest, {0, 0, 1}, Definiteness::exact, nullptr).matrix;
        const Compliance soft = compliance(body, K);
        set.metrics.push_back(soft.rows / body.norm(q));
        set.is_answer.push_back(soft.is_stable && poses.is_reachable[std::size_t(first + t)]);
    }
    return set;
}

Index size_of_test(const TrainingParams& params, Index n_poses) {
    const Index wanted = std::lround(params.test * double(n_poses));
    return params.test > 0 ? std::min(std::max<Index>(wanted, 1), n_poses - 1) : 0;
}

}  // namespace

TrainingSets::TrainingSets(const TrainingParams& params, const SubspaceSite& site,
                           LinearSolver& dense, Random& random, const Origin& origin)
    : site_(site),
      body_(site.full, site.U, dense, origin.where),
      poses_(find_poses(params, site, body_, origin, random)) {
    const Index n_poses = poses_.q.cols(), n_test = size_of_test(params, n_poses);
    training_ = with_metrics(body_, poses_, 0, n_poses - n_test);
    test_ = with_metrics(body_, poses_, n_poses - n_test, n_test);
    columns_ = columns_of(training_);
    std::vector<Index> some;
    for (Index t = 0; t < n_test; ++t)
        if (test_.is_answer[std::size_t(t)]) some.push_back(t);
    answers_ = std::make_unique<StaticAnswers>(body_, test_.q(Eigen::all, some),
                                               test_.forces(Eigen::all, some));
    if (n_test > 0 && some.empty())
        log_diagnostic(
            Diagnostic::warning(fmt::format("none of the {} poses of the test is an equilibrium of "
                                            "{} to come to: only the residual of forces is known",
                                            n_test, site.full.body().path))
                .remedy("take more poses (poses.count), a larger `test`, or poses: {type: mixed}")
                .on(origin));
}

std::unique_ptr<ElementColumns> TrainingSets::columns_of(const PoseSet& set) const {
    return std::make_unique<ElementColumns>(site_.full.body(),
                                            site_.full.assembler().elements().table(), site_.U,
                                            set.q, set.forces, set.metrics);
}

void add_counts(const TrainingSets& sets, Trained& to) {
    const Poses& poses = sets.poses();
    to.n_training += sets.n_training();
    to.n_test += sets.n_test();
    to.n_answers += sets.answers().size();
    to.n_rejected += poses.n_rejected;
    to.n_gaussian += poses.n_gaussian;
    to.n_motion += poses.n_motion;
    to.n_equilibria += poses.n_equilibria;
    to.n_lost += poses.n_lost;
    to.outside = std::max(to.outside, poses.outside);
}

double TrainingSets::test_error(std::span<const int> elements, const Vector& weights) const {
    return n_test() > 0 ? columns_of(test_)->error(elements, weights) : 0;
}

Cubature run_trainer(const TrainingParams& params, const CubatureColumns& columns,
                     const std::function<double(const Cubature&)>& error, Activity& activity,
                     const std::string& counts) {
    CubatureGoal goal;
    goal.watch = [&](int n_points, double residual) {
        activity.detail(fmt::format("{}; {} chosen, with a residual of {:.2g}%", counts, n_points,
                                    100 * residual));
    };
    const std::optional<double> tolerance = params.goal_tolerance();
    goal.tolerance = tolerance.value_or(0);
    if (tolerance && error) {
        goal.tolerance *= first_residual;
        goal.accept = [&error, most = *tolerance](const Cubature& found) {
            return error(found) <= most;
        };
    }
    goal.size = params.size.value_or(columns.n_candidates());
    goal.seed = std::uint64_t(params.seed);
    goal.per_step = params.per_step();
    switch (params.trainer) {
        case Trainer::greedy:
            return greedy_cubature(columns, goal);
        case Trainer::importance:
            return importance_cubature(columns, goal);
        case Trainer::nn_htp:
            break;
    }
    return nn_htp_cubature(columns, goal);
}

}  // namespace sinew::cubature
