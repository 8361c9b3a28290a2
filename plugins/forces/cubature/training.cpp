#include "training.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/cubature/element_columns.hpp>

namespace sinew::cubature {

namespace {

/// At a tolerance of 2% bodies with soft and stiff directions leave their path by a third of it.
constexpr double default_tolerance = 0.002, least_tolerance = 1e-9;
/// Relative part of the snapshots outside of the subspace beyond which their projections tell
/// little of the reduced motion.
constexpr double much_outside = 0.2;

/// Many poses of many elements take long.
void tell_of(const SubspaceSite& site, Index n_poses) {
    constexpr double much = 1e6;
    if (double(n_poses) * double(site.full.body().mesh.n_elements()) < much) return;
    log_info(fmt::format("{} of {}: trains on {} poses of {} reduced coordinates, {} elements",
                         "forces/cubature", site.full.body().path, n_poses, site.U.cols(),
                         site.full.body().mesh.n_elements()));
}

Poses find_poses(const TrainingParams& params, const SubspaceSite& site, const Origin& origin,
                 Random& random) {
    const auto warn = [&](const std::string& message, const std::string& remedy) {
        log_diagnostic(Diagnostic::warning(message).remedy(remedy).on(origin));
    };
    const std::string& body = site.full.body().path;
    if (params.is_random()) {
        tell_of(site, params.poses.n_gaussian());
        const Poses poses = random_poses(params.poses, site.full, site.U, random, origin);
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

Cubature run_trainer(const TrainingParams& params, const CubatureColumns& columns) {
    CubatureGoal goal;
    goal.tolerance = params.goal_tolerance();
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
    for (const auto& [name, value] : EnumNames<Trainer>::names)
        if (value == trainer) return name;
    return "";
}

double TrainingParams::goal_tolerance() const {
    return tolerance.value_or(size ? least_tolerance : default_tolerance);
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

void TrainingParams::add_to(ArtifactKey& key) const {
    key.add("training",
            fmt::format("{} to {} with {} elements ({}seed {})", name_of(trainer), goal_tolerance(),
                        size ? fmt::format("at most {}", *size) : std::string("as many as needed"),
                        per_step() > 0 ? fmt::format("{} per step, ", per_step()) : "", seed));
    if (is_random()) {
        key.add("poses", fmt::format("{} gaussian of amplitude {}, {} of them for the test",
                                     poses.n_gaussian(), poses.gaussian_amplitude(), test));
    } else {
        key.add("poses", fmt::format("snapshots, {} of them for the test", test));
        add_snapshots_to(key, poses);
    }
}

Trained train(const TrainingParams& params, const SubspaceSite& site, const Origin& origin) {
    Random random(std::uint64_t(params.seed));
    const Poses poses = find_poses(params, site, origin, random);
    const Index n_poses = poses.q.cols();
    const Index n_test =
        std::min<Index>(Index(std::lround(params.test * double(n_poses))), n_poses - 1);
    const Index n_training = n_poses - n_test;
    const ElementTable& table = site.full.assembler().elements().table();
    const ElementColumns columns(site.full.body(), table, site.U, poses.q.leftCols(n_training),
                                 poses.forces.leftCols(n_training));
    const Cubature found = run_trainer(params, columns);
    Trained trained;
    trained.elements = found.candidates;
    trained.weights = found.weights;
    trained.training_error = found.error;
    trained.n_training = n_training;
    trained.n_test = n_test;
    trained.n_rejected = poses.n_rejected;
    trained.outside = poses.outside;
    trained.iterations = found.iterations;
    trained.unfinished = found.unfinished;
    if (n_test > 0)
        trained.test_error =
            ElementColumns(site.full.body(), table, site.U, poses.q.rightCols(n_test),
                           poses.forces.rightCols(n_test))
                .error(found.candidates, found.weights);
    return trained;
}

}  // namespace sinew::cubature
