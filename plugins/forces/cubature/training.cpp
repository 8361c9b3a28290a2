#include "training.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

#include "training_sets.hpp"

namespace sinew::cubature {

namespace {

/// The phase of a mode whose stiffness is off by e drifts by pi n e over n periods: this leaves 5 %
/// of the motion over three.
constexpr double default_tolerance = 0.005;

template <class Enum>
const char* name_in_scenes(Enum wanted) {
    for (const auto& [name, value] : EnumNames<Enum>::names)
        if (value == wanted) return name;
    return "";
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

Trained train(const TrainingParams& params, const SubspaceSite& site, LinearSolver& dense,
              const Origin& origin) {
    Activity activity("the training of forces/cubature of " + site.full.body().path);
    Random random(std::uint64_t(params.seed));
    const TrainingSets sets(params, site, dense, random, origin);
    const std::string counts = fmt::format("{} poses of {} reduced coordinates, {} elements",
                                           sets.n_training() + sets.n_test(), site.U.cols(),
                                           site.full.body().mesh.n_elements());
    activity.detail(counts);
    const StaticAnswers& answers = sets.answers();
    std::function<double(const Cubature&)> error;
    if (answers.size() > 0)
        error = [&answers](const Cubature& found) { return answers.error(found); };
    const Cubature found = run_trainer(params, sets.columns(), error, activity, counts);
    Trained trained;
    trained.elements = found.candidates;
    trained.weights = found.weights;
    trained.training_error = found.error;
    add_counts(sets, trained);
    trained.iterations = found.iterations;
    trained.unfinished = found.unfinished;
    trained.test_error = sets.test_error(found.candidates, found.weights);
    if (answers.size() > 0) trained.displacement_error = answers.error(found);
    return trained;
}

}  // namespace sinew::cubature
