#include "training.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/cubature/element_columns.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

#include "compliance.hpp"
#include "projected_body.hpp"
#include "static_answers.hpp"

namespace sinew::cubature {

namespace {

/// The phase of a mode whose stiffness is off by e drifts by pi n e over n periods: this leaves 5 %
/// of the motion over three.
constexpr double default_tolerance = 0.005;
/// Residual at which static answers are asked for first, in tolerances.
constexpr double first_residual = 4;
/// Relative part of the snapshots outside of the subspace beyond which their projections tell
/// little of the reduced motion.
constexpr double much_outside = 0.2;

template <class Enum>
const char* name_in_scenes(Enum wanted) {
    for (const auto& [name, value] : EnumNames<Enum>::names)
        if (value == wanted) return name;
    return "";
}

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

/// Static answers are asked for only where there is a tolerance for them.
Cubature run_trainer(const TrainingParams& params, const CubatureColumns& columns,
                     const StaticAnswers& answers) {
    CubatureGoal goal;
    const std::optional<double> tolerance = params.goal_tolerance();
    goal.tolerance = tolerance.value_or(0);
    if (tolerance && answers.size() > 0) {
        goal.tolerance *= first_residual;
        goal.accept = [&answers, most = *tolerance](const Cubature& found) {
            return answers.error(found) <= most;
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

}  // namespace

const char* name_of(Trainer trainer) {
    return name_in_scenes(trainer);
}
const char* name_of(PoseKind kind) {
    return name_in_scenes(kind);
}

std::optional<double> TrainingParams::goal_tolerance() const {
    if (size && !tolerance) return std::nullopt;
    return tolerance.value_or(default_tolerance);
}

int TrainingParams::per_step() const {
    switch (trainer) {
        case Trainer::greedy:
            return candidates.value_or(500);
        case Trainer::importance:
            return batch.value_or(10);
        case Trainer::nn_htp:
            break;
    }
    return 0;
}

SceneLoads TrainingParams::loads(const SubspaceSite& site) const {
    return {site.loads.written, poses.end.value_or(site.loads.end)};
}

void TrainingParams::add_to(ArtifactKey& key, const SubspaceSite& site) const {
    const std::optional<double> reached = goal_tolerance();
    key.add("training",
            fmt::format("{} to {} with {} elements ({}seed {})", name_of(trainer),
                        reached ? fmt::format("{}", *reached) : std::string("what they can"),
                        size ? fmt::format("at most {}", *size) : std::string("as many as needed"),
                        per_step() > 0 ? fmt::format("{} per step, ", per_step()) : "", seed));
    if (!is_random()) {
        key.add("poses", fmt::format("snapshots, {} of them for the test", test));
        add_snapshots_to(key, poses);
        return;
    }
    const bool is_mixed = poses.type == PoseKind::mixed;
    key.add("poses",
            fmt::format("{} {} of amplitude {}, {} of them for the test", poses.n_random(),
                        is_mixed ? "mixed" : "gaussian", poses.gaussian_amplitude(), test));
    if (!is_mixed) return;
    const State start = site.full.system.initial();
    if (site.loads.written.empty() && start.q.isZero(0) && start.v.isZero(0)) return;
    key.add("loads", fmt::format("to {} s: {}", loads(site).end, site.loads.written));
    const auto bytes = [](const Vector& x) {
        return std::string_view(reinterpret_cast<const char*>(x.data()),
                                sizeof(double) * std::size_t(x.size()));
    };
    key.add("start",
            fmt::format("displacement {:g}, velocity {:g}", start.q.norm(), start.v.norm()),
            fingerprint(bytes(start.q)) + fingerprint(bytes(start.v)));
}

namespace {

/// Poses with their forces, and how soft the body is there.
struct PoseSet {
    Eigen::MatrixXd q, forces;             ///< r x T each
    std::vector<Eigen::MatrixXd> metrics;  ///< of forces: r x r a pose
    std::vector<char> is_answer;           ///< of a static problem: a flag a pose
};

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

StaticAnswers static_answers(const TrainingBody& body, const PoseSet& poses) {
    std::vector<Index> some;
    for (Index t = 0; t < poses.q.cols(); ++t)
        if (poses.is_answer[std::size_t(t)]) some.push_back(t);
    return {body, poses.q(Eigen::all, some), poses.forces(Eigen::all, some)};
}

}  // namespace

Trained train(const TrainingParams& params, const SubspaceSite& site, LinearSolver& dense,
              const Origin& origin) {
    Activity activity("the training of forces/cubature of " + site.full.body().path);
    Random random(std::uint64_t(params.seed));
    const TrainingBody body(site.full, site.U, dense, origin.where);
    const Poses poses = find_poses(params, site, body, origin, random);
    const Index n_poses = poses.q.cols();
    activity.detail(fmt::format("{} poses of {} reduced coordinates, {} elements", n_poses,
                                site.U.cols(), site.full.body().mesh.n_elements()));
    const Index wanted = std::lround(params.test * double(n_poses));
    const Index n_test = params.test > 0 ? std::clamp<Index>(wanted, 1, n_poses - 1) : 0;
    const Index n_training = n_poses - n_test;
    const PoseSet training = with_metrics(body, poses, 0, n_training),
                  test = with_metrics(body, poses, n_training, n_test);
    const auto columns_of = [&](const PoseSet& set) {
        return ElementColumns(site.full.body(), site.full.assembler().elements().table(), site.U,
                              set.q, set.forces, set.metrics);
    };
    const ElementColumns columns = columns_of(training);
    const StaticAnswers answers = static_answers(body, test);
    if (n_test > 0 && answers.size() == 0)
        log_diagnostic(
            Diagnostic::warning(fmt::format("none of the {} poses of the test is an equilibrium of "
                                            "{} to come to: only the residual of forces is known",
                                            n_test, body.full.body().path))
                .remedy("take more poses (poses.count), a larger `test`, or poses: {type: mixed}")
                .on(origin));
    const Cubature found = run_trainer(params, columns, answers);
    Trained trained;
    trained.elements = found.candidates;
    trained.weights = found.weights;
    trained.training_error = found.error;
    trained.n_training = n_training;
    trained.n_test = n_test;
    trained.n_answers = answers.size();
    trained.n_rejected = poses.n_rejected;
    trained.n_gaussian = poses.n_gaussian;
    trained.n_motion = poses.n_motion;
    trained.n_equilibria = poses.n_equilibria;
    trained.n_lost = poses.n_lost;
    trained.outside = poses.outside;
    trained.iterations = found.iterations;
    trained.unfinished = found.unfinished;
    if (n_test > 0) trained.test_error = columns_of(test).error(found.candidates, found.weights);
    if (answers.size() > 0) trained.displacement_error = answers.error(found);
    return trained;
}

}  // namespace sinew::cubature
