/// Training: from poses to elements and weights, and what these come to.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/linear/linear.hpp>

#include "poses.hpp"
#include "trained.hpp"

namespace sinew::cubature {

enum class Trainer { greedy, importance, nn_htp };

const char* name_of(Trainer trainer);
const char* name_of(PoseKind kind);

}  // namespace sinew::cubature

template <>
struct sinew::EnumNames<sinew::cubature::Trainer> {
    static constexpr std::array names{std::pair{"greedy", sinew::cubature::Trainer::greedy},
                                      std::pair{"importance", sinew::cubature::Trainer::importance},
                                      std::pair{"nn_htp", sinew::cubature::Trainer::nn_htp}};
};

namespace sinew::cubature {

struct TrainingParams {
    Trainer trainer = Trainer::greedy;
    std::optional<double> tolerance;
    std::optional<int> size;
    PoseParams poses;
    double test = 0.2;
    std::optional<int> candidates;
    std::optional<int> batch;
    int seed = 1;
    static constexpr auto goal = std::tuple{
        field("trainer", &TrainingParams::trainer, "How elements are chosen"),
        field("tolerance", &TrainingParams::tolerance, between(0, 1),
              "Displacement error to reach: root mean square over the poses of the test of how far "
              "beside a pose, relatively, the body comes to rest under the forces of the pose; "
              "0.005 if neither it nor `size` is given. Without a test it is the residual of the "
              "forces of training, as displacements"),
        field("size", &TrainingParams::size, at_least(1),
              "Most elements: with a tolerance, which must then be reached, or alone; as many as "
              "the tolerance needs if absent"),
    };
    static constexpr auto rest = std::tuple{
        field("poses", &TrainingParams::poses, "Poses to fit to"),
        field("test", &TrainingParams::test, from_to(0, 0.9),
              "Part of the poses that no weight is fitted to: they say when training ends, and its "
              "errors"),
        field("candidates", &TrainingParams::candidates, at_least(1),
              "greedy: random elements to choose the next one from; 500 if absent"),
        field("batch", &TrainingParams::batch, at_least(1),
              "importance: elements that are added at once; 10 if absent"),
        field("seed", &TrainingParams::seed, at_least(0), "Of the random numbers"),
    };

    bool is_random() const { return poses.type != PoseKind::snapshots; }
    /// Nothing if a size alone is asked for.
    std::optional<double> goal_tolerance() const;
    /// The scene's loads up to where training looks at them.
    SceneLoads loads(const SubspaceSite& site) const;
    /// CubatureGoal::per_step of the greedy and of the importance trainer; 0: the trainer has none.
    int per_step() const;
    /// All that training depends on except the subspace, but not what is done with a tolerance that
    /// it misses.
    void add_to(ArtifactKey& key, const SubspaceSite& site) const;
};

/// `dense` solves systems of r equations. Throws InputError, and warns of what poses are left out,
/// in the name of `origin`.
Trained train(const TrainingParams& params, const SubspaceSite& site, LinearSolver& dense,
              const Origin& origin);

}  // namespace sinew::cubature
