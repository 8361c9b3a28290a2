/// Cubature: reduced internal forces as a weighted sum over few elements,
///
///     f(q) = sum w_e U_e' f_e(U_e q),   K(q) = sum w_e U_e' K_e(U_e q) U_e,   w_e >= 0,
///
/// for any material in the displacement formulation, at a cost of O(c r^2) for c elements, however
/// many the mesh has. Elements and weights are fitted ahead to forces of the whole body in example
/// poses: minimal is the root mean square, over these poses, of |f - U'f_full| / |U'f_full|. f and
/// K are derivatives of an energy, and K has no negative eigenvalues where the elements' have none.
///
/// Poses are Gaussian in the modes of the linear motion in the subspace, with standard deviations
/// proportional to 1 / omega, or those of a finished run: q = U'M u of its snapshots u, taken as
/// basis/mass_pca takes them.
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

#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/cubature/weighted_elements.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/storage/artifact.hpp>

#include "cubature/training.hpp"

namespace sinew {

enum class Unreached { refuse, keep };
template <>
struct EnumNames<Unreached> {
    static constexpr std::array names{std::pair{"refuse", Unreached::refuse},
                                      std::pair{"keep", Unreached::keep}};
};

namespace {

constexpr const char* this_plugin = "forces/cubature";
constexpr AlgorithmVersion algorithm{this_plugin, 3};

class CubatureForces final : public ReducedForces {
public:
    CubatureForces(const SubspaceSite& site, const cubature::Trained& trained,
                   nlohmann::json report)
        : sum_(site.full.body(), site.full.assembler().elements().table(),
               site.U(Eigen::all, site.kept), trained.elements, trained.weights),
          report_(std::move(report)) {}

    Event forces(const Vector& q, Vector& f) override { return sum_.forces(q, f); }
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override {
        return sum_.forces_and_stiffness(q, definiteness, f, K);
    }
    double energy(const Vector& q) override { return sum_.energy(q); }
    void report(nlohmann::json& report) const override { report.update(report_); }

private:
    WeightedElements sum_;
    nlohmann::json report_;
};

}  // namespace

class CubatureModel final : public ForceModel {
public:
    static constexpr const char* source =
        "An, Kim & James 2008; Teng 2016, sections 2.2.2 and 2.2.3";

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

    CubatureModel(const Params& params, BuildContext& context) : params_(params) {
        const cubature::PoseParams& poses = params.poses;
        const bool has_files = !poses.snapshots.items.empty();
        refuse_unused(params.candidates.has_value(), "candidates", cubature::Trainer::greedy,
                      context);
        refuse_unused(params.batch.has_value(), "batch", cubature::Trainer::importance, context);
        if (params_.is_random()) {
            if (has_files || poses.part != 0 || poses.every.where.known())
                context.fail(context.at(has_files         ? "poses.snapshots"
                                        : poses.part != 0 ? "poses.part"
                                                          : "poses.every"),
                             "forces/cubature has `poses` of snapshots, but of type gaussian",
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
        const Artifact artifact = fetch_artifact(
            algorithm, key(site), common.artifact,
            [&] { return cubature::train(params_, site, provenance).archive(); },
            [](const Archive& there) { cubature::Trained::from(there); });
        const cubature::Trained trained = cubature::Trained::from(artifact.content);
        const bool size_alone = params_.size && !params_.tolerance;
        const bool is_reached = size_alone || trained.training_error <= params_.goal_tolerance();
        if (!is_reached && params_.unreached == Unreached::refuse) refuse(site, trained);
        if (!is_reached)
            log_diagnostic(Diagnostic::warning(
                               fmt::format("the cubature of {} has an error of {:.3g}, not the "
                                           "tolerance of {:g}",
                                           site.full.body().path, trained.training_error,
                                           params_.goal_tolerance()))
                               .remedy("allow more elements: body and forces go apart")
                               .on(provenance));
        if (trained.unfinished > 0)
            log_diagnostic(
                Diagnostic::warning(
                    fmt::format("{} of {} fits of the weights of {} ended before the best "
                                "were found: the cubature's error of {:.3g} is as it says, "
                                "but might be smaller",
                                trained.unfinished, trained.iterations, site.full.body().path,
                                trained.training_error))
                    .remedy("take another `seed` or `trainer`, and compare training_error")
                    .on(provenance));
        nlohmann::json report{
            {"elements", trained.elements.size()},
            {"of_elements", n_elements(site)},
            {"tolerance", params_.goal_tolerance()},
            {"reached", is_reached},
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
        if (!params_.is_random()) report["snapshots_outside_subspace"] = trained.outside;
        return std::make_unique<CubatureForces>(site, trained, std::move(report));
    }

private:
    static Index n_elements(const SubspaceSite& site) { return site.full.body().mesh.n_elements(); }

    void check_formulation(const SubspaceSite& site) const {
        if (site.full.formulation == "formulation/displacement") return;
        throw InputError(provenance.where,
                         fmt::format("{} sums over elements that do not know of each other, "
                                     "and {} of {} couples them",
                                     this_plugin, site.full.formulation, site.full.body().path),
                         "take formulation: {type: displacement}, or forces: {type: "
                         "projection}, which fits every formulation");
    }

    ArtifactKey key(const SubspaceSite& site) const {
        ArtifactKey key = site.key;
        params_.add_to(key);
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
        throw InputError(
            provenance.at(params_.size ? "size" : "tolerance"),
            fmt::format("{} of {} came to an error of {:.3g} with {} elements, and not to the "
                        "tolerance of {:g}",
                        this_plugin, site.full.body().path, trained.training_error,
                        trained.elements.size(), params_.goal_tolerance()),
            fmt::format("{}raise the tolerance, or take what there is with unreached: keep",
                        params_.size ? "allow a larger size, " : ""));
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::CubatureModel, "forces/cubature",
             "Reduced forces as a weighted sum over few elements")
