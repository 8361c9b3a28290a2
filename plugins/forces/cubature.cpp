/// Cubature: reduced internal forces as a weighted sum over few elements,
///
///     f(q) = sum w_e U_e' f_e(U_e q),   K(q) = sum w_e U_e' K_e(U_e q) U_e,   w_e >= 0,
///
/// for any material in the displacement formulation, at a cost of O(c s^2) for c elements that s of
/// the r columns move, however many the mesh has. f and K are derivatives of an energy, and K has
/// no negative eigenvalues where the elements' have none. Elements and weights are fitted ahead to
/// forces of the whole body in example poses q_t: minimal is the root mean square, over these
/// poses, of
///
///     |K_t^-1 (f - U'f_full)| / |q_t|        in the norm of mass,
///
/// the displacement that the force's error makes, K_t = U'K(U q_t)U. (Equation 2.13 has
/// |f - U'f_full| / |U'f_full| in its place. There the stiff directions rule, which hardly move: a
/// crane whose forces are right to 1.6 % came to rest 110 % beside where it should.) Elements are
/// added until the body comes to rest within the tolerance of where it should, over poses that no
/// weight is fitted to.
///
/// Poses are where the body goes: of a motion and of equilibria under the scene's loads, of
/// equilibria under random loads, and Gaussian in the modes of the linear motion in the subspace,
/// with standard deviations proportional to 1 / omega; or those of a finished run: q = U'M u of its
/// snapshots u, taken as basis/mass_pca takes them.
///
/// Trainers:
///   greedy      point by point, each the most parallel to what is missing (An, Kim & James,
///               Optimizing cubature for efficient integration of subspace deformations, 2008)
///   importance  several random points at once (Kim & Delaney, Subspace fluid re-simulation, 2013)
///   nn_htp      hard thresholding pursuit (von Tycowicz, Schulz, Seidel & Hildebrandt, An
///               efficient construction of reduced deformable objects, 2013)
///
/// Teng, Subspace methods for deformable solids (dissertation, 2016), sections 2.2.2 and 2.2.3. Its
/// equation 2.19 takes the gradient's factor of 2 twice; here the step is the one along the
/// gradient that minimises the error.

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/storage/artifact.hpp>

#include "cubature/cubature_forces.hpp"
#include "cubature/posed_training.hpp"

namespace sinew {

enum class Unreached { refuse, keep };
template <>
struct EnumNames<Unreached> {
    static constexpr std::array names{std::pair{"refuse", Unreached::refuse},
                                      std::pair{"keep", Unreached::keep}};
};

namespace {

constexpr const char* this_plugin = "forces/cubature";
constexpr AlgorithmVersion algorithm{this_plugin, 6};
/// A displacement error that is reported even where none was asked for.
constexpr double much = 0.1;
/// Poses of a test whose errors tell of others.
constexpr Index enough = 5;

}  // namespace

class CubatureModel final : public ForceModel {
public:
    static constexpr std::array traits{force_trait::follows_rest_shape};
    static constexpr const char* source =
        "An, Kim & James 2008; Teng 2016, sections 2.2.2 and 2.2.3";
    static constexpr std::array refusals{
        Refusal{.kind = Formulation::kind,
                .trait = formulation_trait::couples_elements,
                .problem = "forces/cubature sums over elements that do not know of each other, and "
                           "{plugin} of {node} couples them",
                .remedy = "take formulation: {type: displacement}, or forces: {type: projection}, "
                          "which fits every formulation"}};

    struct Params : cubature::TrainingParams {
        Unreached unreached = Unreached::refuse;
        static constexpr auto fields = std::tuple_cat(
            cubature::TrainingParams::goal,
            std::tuple{
                field("unreached", &Params::unreached,
                      "If the tolerance is not reached: refuse the scene, or keep the cubature "
                      "that was found, with a warning"),
            },
            cubature::TrainingParams::rest);
    };

    CubatureModel(const Params& params, BuildContext& context)
        : params_(params), dense_(PluginSlot<LinearSolver>("dense").make(context)) {
        const cubature::PoseParams& poses = params.poses;
        const bool has_files = !poses.snapshots.items.empty();
        if (poses.end && poses.type != cubature::PoseKind::mixed)
            context.fail(context.at("poses.end"),
                         fmt::format("forces/cubature has `end` beside poses of type {}, which "
                                     "know no loads",
                                     cubature::name_of(poses.type)),
                         "leave `end` out, or take poses: {type: mixed}");
        refuse_unused(params.candidates.has_value(), "candidates", cubature::Trainer::greedy,
                      context);
        refuse_unused(params.batch.has_value(), "batch", cubature::Trainer::importance, context);
        if (params_.is_random()) {
            if (has_files || poses.part != 0 || poses.every.where.known())
                context.fail(context.at(has_files         ? "poses.snapshots"
                                        : poses.part != 0 ? "poses.part"
                                                          : "poses.every"),
                             fmt::format("forces/cubature has `poses` of snapshots, but of type {}",
                                         cubature::name_of(poses.type)),
                             "write poses: {type: snapshots, snapshots: run.pvd}, or leave "
                             "`snapshots`, `part` and `every` out");
            return;
        }
        if (!has_files)
            context.fail(context.at("poses.snapshots"),
                         "forces/cubature has poses of type snapshots, but no snapshots",
                         "name the .pvd of a finished run, or .vtu files of one: poses: {type: "
                         "snapshots, snapshots: run.pvd}");
        if (poses.count || poses.amplitude)
            context.fail(
                context.at(poses.count ? "poses.count" : "poses.amplitude"),
                "forces/cubature has `count` or `amplitude` beside poses of type snapshots, "
                "which are as many and as large as they are",
                "leave them out, and take fewer snapshots by `every`");
    }

    std::unique_ptr<ReducedForces> make(const SubspaceSite& site) const override {
        check_formulation(site);
        refuse_constraint_modes(site);
        const Artifact artifact = fetch_artifact(
            algorithm, key(site), common.artifact,
            [&] { return cubature::train(params_, site, *dense_, provenance).archive(); },
            [](const Archive& there) { cubature::Trained::from(there); });
        const cubature::Trained trained = cubature::Trained::from(artifact.content);
        nlohmann::json report = judge(site, trained, artifact);
        return std::make_unique<cubature::CubatureForces>(site, trained, trained.identity(),
                                                          std::move(report));
    }

    /// One cubature for all poses of the rig, with weights of each.
    std::unique_ptr<ReducedForces> make_following(
        const SubspaceSite& moving, const std::vector<SubspaceSite>& poses) const override {
        if (!params_.is_random())
            provenance.fail(provenance.at("poses.type"),
                            "forces/cubature of a rest shape that moves is trained at poses of "
                            "the rig, which snapshots of a run are not",
                            "take poses: {type: mixed}, or gaussian");
        if (params_.poses.end)
            provenance.fail(provenance.at("poses.end"),
                            "forces/cubature of a rest shape that moves is trained without the "
                            "scene's loads, and has no `end`",
                            "leave it out");
        const Artifact artifact = fetch_artifact(
            algorithm, key(poses.front()), common.artifact,
            [&] { return cubature::train_poses(params_, poses, *dense_, provenance).archive(); },
            [](const Archive& there) { cubature::PosedTrained::from(there); });
        const cubature::PosedTrained trained = cubature::PosedTrained::from(artifact.content);
        nlohmann::json report = judge(poses.front(), trained.all, artifact);
        if (trained.all.n_test > 0)
            report["test_errors_of_poses"] =
                std::vector<double>(trained.test_errors.data(),
                                    trained.test_errors.data() + trained.test_errors.size());
        return std::make_unique<cubature::FollowingCubature>(moving, poses, trained,
                                                             std::move(report));
    }

private:
    /// Refuses what misses its tolerance, warns, and reports.
    nlohmann::json judge(const SubspaceSite& site, const cubature::Trained& trained,
                         const Artifact& artifact) const {
        const std::optional<double> tolerance = params_.goal_tolerance();
        const bool is_reached = !tolerance || error_of(trained) <= *tolerance;
        if (!is_reached && params_.unreached == Unreached::refuse) refuse(site, trained);
        if (!is_reached)
            log_diagnostic(
                Diagnostic::warning(
                    fmt::format("the cubature of {} has a {} of {:.3g}, not the tolerance of {:g}: "
                                "so far beside its path the body will move",
                                site.full.body().path, name_of_error(trained), error_of(trained),
                                *tolerance))
                    .remedy(more())
                    .on(provenance));
        if (trained.unfinished > 0)
            log_diagnostic(
                Diagnostic::warning(
                    fmt::format("{} of {} fits of the weights of {} ended before the best "
                                "were found: the cubature's error of {:.3g} is as it says, "
                                "but might be smaller",
                                trained.unfinished, trained.iterations, site.full.body().path,
                                trained.training_error))
                    .remedy("take another `seed` or `trainer`, and compare displacement_error")
                    .on(provenance));
        if (!tolerance && trained.n_answers > 0 && trained.displacement_error > much)
            log_diagnostic(
                Diagnostic::warning(fmt::format("{} elements leave the cubature of {} a "
                                                "displacement error of {:.2g}",
                                                trained.elements.size(), site.full.body().path,
                                                trained.displacement_error))
                    .remedy("allow a larger size")
                    .on(provenance));
        warn_of_small_test(site, trained);
        nlohmann::json report{
            {"elements", trained.elements.size()},
            {"of_elements", n_elements(site)},
            {"tolerance", tolerance ? nlohmann::json(*tolerance) : nullptr},
            {"reached", is_reached},
            {"displacement_error",
             trained.n_answers > 0 ? nlohmann::json(trained.displacement_error) : nullptr},
            {"static_answers", trained.n_answers},
            {"training_error", trained.training_error},
            {"test_error", trained.n_test > 0 ? nlohmann::json(trained.test_error) : nullptr},
            {"training_poses", trained.n_training},
            {"test_poses", trained.n_test},
            {"rejected_poses", trained.n_rejected},
            {"iterations", trained.iterations},
            {"unfinished_fits", trained.unfinished},
            {"artifact", artifact.file.string()},
            {"was_made", artifact.was_made},
            {"seconds", artifact.seconds}};
        if (params_.poses.type == cubature::PoseKind::mixed)
            report["poses"] = {{"gaussian", trained.n_gaussian},
                               {"motion", trained.n_motion},
                               {"equilibria", trained.n_equilibria},
                               {"equilibria_not_found", trained.n_lost}};
        if (!params_.is_random()) report["snapshots_outside_subspace"] = trained.outside;
        return report;
    }

    static Index n_elements(const SubspaceSite& site) { return site.full.body().mesh.n_elements(); }

    void warn_of_small_test(const SubspaceSite& site, const cubature::Trained& trained) const {
        if (trained.n_test == 0 || trained.n_test >= enough) return;
        const Index n_poses = trained.n_training + trained.n_test;
        log_diagnostic(
            Diagnostic::warning(
                fmt::format("the cubature of {} is judged on {} of {} poses: errors over fewer "
                            "than {} say little of other poses",
                            site.full.body().path, trained.n_test, n_poses, enough))
                .remedy(fmt::format("{}, or a larger `test`",
                                    params_.is_random()
                                        ? fmt::format("take more poses (poses: {{count: {:.0f}}})",
                                                      std::ceil(double(enough) / params_.test))
                                        : std::string("take more snapshots")))
                .at(provenance.at(params_.is_random() ? "poses.count" : "poses.snapshots"))
                .on(provenance));
    }

    void check_formulation(const SubspaceSite& site) const {
        if (site.full.formulation == "formulation/displacement") return;
        provenance.fail(problem_of(refusals[0], site.full.formulation, site.full.body().path),
                        refusals[0].remedy);
    }

    /// Poses are of bodies whose supports stand still: coordinates of constraint modes are given,
    /// and no training leads where they go.
    void refuse_constraint_modes(const SubspaceSite& site) const {
        for (Index i = 0; i < site.U.rows(); ++i) {
            if (!site.full.constrained.fixed[std::size_t(i)] || site.U.row(i).isZero(0)) continue;
            provenance.fail(fmt::format("{} cannot follow supports that move against each other, "
                                        "as those of {} do: it is trained while they stand still",
                                        this_plugin, site.full.body().path),
                            "take forces: {type: stvk_polynomial} for material/stvk, or {type: "
                            "projection}");
        }
    }

    /// Where the body comes to rest; without a test only the residual of the forces is known.
    static double error_of(const cubature::Trained& trained) {
        return trained.n_answers > 0 ? trained.displacement_error : trained.training_error;
    }

    static const char* name_of_error(const cubature::Trained& trained) {
        return trained.n_answers > 0 ? "displacement error" : "residual of forces";
    }
    /// What may bring an error down.
    std::string more() const {
        const char* poses =
            params_.is_random() ? "give more poses to fit (poses.count)" : "take more snapshots";
        return params_.size ? std::string("allow a larger size, or ") + poses : poses;
    }

    ArtifactKey key(const SubspaceSite& site) const {
        ArtifactKey key = site.key;
        params_.add_to(key, site);
        return key;
    }

    void refuse_unused(bool is_given, const char* parameter, cubature::Trainer user,
                       const BuildContext& context) const {
        if (!is_given || params_.trainer == user) return;
        context.fail(
            context.at(parameter),
            fmt::format("`{}` is for trainer: {}, and trainer: {} does not use it", parameter,
                        cubature::name_of(user), cubature::name_of(params_.trainer)),
            fmt::format("take `{}` away, or write trainer: {}", parameter,
                        cubature::name_of(user)));
    }

    [[noreturn]] void refuse(const SubspaceSite& site, const cubature::Trained& trained) const {
        provenance.fail(
            provenance.at(params_.size ? "size" : "tolerance"),
            fmt::format("{} of {} came to a {} of {:.3g} with {} elements, and not to the "
                        "tolerance of {:g}",
                        this_plugin, site.full.body().path, name_of_error(trained),
                        error_of(trained), trained.elements.size(), *params_.goal_tolerance()),
            more() + "; or raise the tolerance, or take what there is with unreached: keep");
    }

    Params params_;
    std::unique_ptr<LinearSolver> dense_;  ///< of the small systems that training solves
};

}  // namespace sinew

SINEW_PLUGIN(sinew::CubatureModel, "forces/cubature",
             "Reduced forces as a weighted sum over few elements")
