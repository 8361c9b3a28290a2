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
#include <optional>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/artifact/artifact.hpp>
#include <sinew/mechanics/subspace/element_columns.hpp>
#include <sinew/mechanics/subspace/force_model.hpp>
#include <sinew/mechanics/subspace/weighted_elements.hpp>

#include "cubature/poses.hpp"
#include "cubature/trained.hpp"

namespace sinew {

enum class CubatureTrainer { greedy, importance, nn_htp };
template <>
struct EnumNames<CubatureTrainer> {
    static constexpr std::array names{std::pair{"greedy", CubatureTrainer::greedy},
                                      std::pair{"importance", CubatureTrainer::importance},
                                      std::pair{"nn_htp", CubatureTrainer::nn_htp}};
};

enum class Unreached { refuse, keep };
template <>
struct EnumNames<Unreached> {
    static constexpr std::array names{std::pair{"refuse", Unreached::refuse},
                                      std::pair{"keep", Unreached::keep}};
};

namespace {

constexpr const char* this_plugin = "forces/cubature";
/// At 2% bodies with soft and stiff directions leave their way by a third of it.
constexpr double default_tolerance = 0.002, least_tolerance = 1e-9;
/// Of snapshots: their projections then tell little of what the reduced body will do.
constexpr double much_outside = 0.2;

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

    struct Params {
        CubatureTrainer trainer = CubatureTrainer::greedy;
        std::optional<double> tolerance;
        std::optional<int> size;
        Unreached unreached = Unreached::refuse;
        cubature::PoseParams poses;
        double test = 0.2;
        std::optional<int> candidates;
        std::optional<int> batch;
        int seed = 1;
        static constexpr auto fields = std::tuple{
            field("trainer", &Params::trainer, "How elements are chosen"),
            field("tolerance", &Params::tolerance, between(0, 1),
                  "Error of training to reach: root mean square over the poses of the relative "
                  "error of the reduced force; 0.002 if neither it nor `size` is given"),
            field(
                "size", &Params::size, at_least(1),
                "Most elements: with a tolerance, which must then be reached, or alone; as many as "
                "the tolerance needs if absent"),
            field(
                "unreached", &Params::unreached,
                "If the tolerance is not reached: refuse the scene, or keep the cubature that was "
                "found, with a warning"),
            field("poses", &Params::poses, "Poses to fit to"),
            field("test", &Params::test, from_to(0, 0.9),
                  "Part of the poses that training does not see, to measure the error there"),
            field("candidates", &Params::candidates, at_least(1),
                  "greedy: random elements to choose the next one from; 500 if absent"),
            field("batch", &Params::batch, at_least(1),
                  "importance: elements that are added at once; 10 if absent"),
            field("seed", &Params::seed, at_least(0), "Of the random numbers"),
        };
    };

    CubatureModel(const Params& params, BuildContext& context) : params_(params) {
        const cubature::PoseParams& poses = params.poses;
        const bool has_files = !poses.snapshots.items.empty();
        refuse_unused(params.candidates.has_value(), "candidates", CubatureTrainer::greedy,
                      context);
        refuse_unused(params.batch.has_value(), "batch", CubatureTrainer::importance, context);
        if (is_random()) {
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
            this_plugin, key(site), common.artifact, [&] { return train(site).archive(); },
            [](const Archive& there) { cubature::Trained::from(there); });
        const cubature::Trained trained = cubature::Trained::from(artifact.content);
        const bool size_alone = params_.size && !params_.tolerance;
        const bool is_reached = size_alone || trained.training_error <= tolerance();
        if (!is_reached && params_.unreached == Unreached::refuse) refuse(site, trained);
        if (!is_reached)
            log_diagnostic({Severity::warning,
                            fmt::format("the cubature of {} has an error of {:.3g}, not the "
                                        "tolerance of {:g}",
                                        site.full.body().path, trained.training_error, tolerance()),
                            "allow more elements: body and forces go apart", provenance.where,
                            provenance.node_path, provenance.plugin});
        if (trained.unfinished > 0)
            log_diagnostic({Severity::warning,
                            fmt::format("{} of {} fits of the weights of {} ended before the best "
                                        "were found: the cubature's error of {:.3g} is as it says, "
                                        "but might be smaller",
                                        trained.unfinished, trained.iterations,
                                        site.full.body().path, trained.training_error),
                            "take another `seed` or `trainer`, and compare training_error",
                            provenance.where, provenance.node_path, provenance.plugin});
        nlohmann::json report{
            {"elements", trained.elements.size()},
            {"of_elements", n_elements(site)},
            {"tolerance", tolerance()},
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
        if (!is_random()) report["snapshots_outside_subspace"] = trained.outside;
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

    /// All that training depends on, but not what is done with a tolerance that it misses.
    ArtifactKey key(const SubspaceSite& site) const {
        ArtifactKey key = site.key;
        key.add("cubature", "version 3");
        key.add("training",
                fmt::format(
                    "{} to {} with {} elements ({}seed {})", name_of(params_.trainer), tolerance(),
                    params_.size ? fmt::format("at most {}", *params_.size)
                                 : std::string("as many as needed"),
                    per_step() > 0 ? fmt::format("{} per step, ", per_step()) : "", params_.seed));
        if (is_random()) {
            key.add("poses", fmt::format("{} gaussian of amplitude {}, {} of them for the test",
                                         params_.poses.n_gaussian(),
                                         params_.poses.gaussian_amplitude(), params_.test));
        } else {
            key.add("poses", fmt::format("snapshots, {} of them for the test", params_.test));
            add_snapshots_to(key, params_.poses);
        }
        return key;
    }

    bool is_random() const { return params_.poses.type == cubature::PoseKind::gaussian; }

    static const char* name_of(CubatureTrainer trainer) {
        for (const auto& [name, value] : EnumNames<CubatureTrainer>::names)
            if (value == trainer) return name;
        return "";
    }

    void refuse_unused(bool is_given, const char* parameter, CubatureTrainer user,
                       const BuildContext& context) const {
        if (!is_given || params_.trainer == user) return;
        context.fail(context.at(parameter),
                     fmt::format("`{}` is for trainer: {}, and trainer: {} does not use it",
                                 parameter, name_of(user), name_of(params_.trainer)),
                     fmt::format("take `{}` away, or write trainer: {}", parameter, name_of(user)));
    }

    /// Of the greedy trainer and of the importance one; 0: the trainer has none.
    int per_step() const {
        switch (params_.trainer) {
            case CubatureTrainer::greedy:
                return params_.candidates.value_or(500);
            case CubatureTrainer::importance:
                return params_.batch.value_or(10);
            case CubatureTrainer::nn_htp:
                break;
        }
        return 0;
    }

    /// Many poses of many elements take long.
    void tell_of(const SubspaceSite& site, Index n_poses) const {
        constexpr double much = 1e6;
        if (double(n_poses) * double(n_elements(site)) < much) return;
        log_info(fmt::format("{} of {}: trains on {} poses of {} coordinates, {} elements",
                             this_plugin, site.full.body().path, n_poses, site.U.cols(),
                             n_elements(site)));
    }

    cubature::Trained train(const SubspaceSite& site) const {
        Random random(std::uint64_t(params_.seed));
        const cubature::Poses poses = find_poses(site, random);
        const Index n_poses = poses.q.cols();
        const Index n_test =
            std::min<Index>(Index(std::lround(params_.test * double(n_poses))), n_poses - 1);
        const Index n_training = n_poses - n_test;
        const ElementTable& table = site.full.assembler().elements().table();
        const ElementColumns columns(site.full.body(), table, site.U, poses.q.leftCols(n_training),
                                     poses.forces.leftCols(n_training));
        const Cubature found = run_trainer(columns);
        cubature::Trained trained;
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

    cubature::Poses find_poses(const SubspaceSite& site, Random& random) const {
        const auto warn = [&](const std::string& message, const std::string& remedy) {
            log_diagnostic({Severity::warning, message, remedy, provenance.where,
                            provenance.node_path, this_plugin});
        };
        const std::string& body = site.full.body().path;
        if (is_random()) {
            tell_of(site, params_.poses.n_gaussian());
            const cubature::Poses poses =
                cubature::random_poses(params_.poses, site.full, site.U, random, provenance);
            if (poses.n_rejected > 0)
                warn(fmt::format("{} random poses of {} had inverted elements; others of lower "
                                 "amplitude took their place",
                                 poses.n_rejected, body),
                     "lower poses.amplitude if these are many");
            return poses;
        }
        const cubature::Poses poses =
            cubature::snapshot_poses(params_.poses, site.full, site.U, random, provenance);
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

    Cubature run_trainer(const CubatureColumns& columns) const {
        CubatureGoal goal;
        goal.tolerance = tolerance();
        goal.size = params_.size.value_or(columns.n_candidates());
        goal.seed = std::uint64_t(params_.seed);
        goal.per_step = per_step();
        switch (params_.trainer) {
            case CubatureTrainer::greedy:
                return greedy_cubature(columns, goal);
            case CubatureTrainer::importance:
                return importance_cubature(columns, goal);
            case CubatureTrainer::nn_htp:
                break;
        }
        return nn_htp_cubature(columns, goal);
    }

    [[noreturn]] void refuse(const SubspaceSite& site, const cubature::Trained& trained) const {
        throw InputError(
            provenance.at(params_.size ? "size" : "tolerance"),
            fmt::format("{} of {} came to an error of {:.3g} with {} elements, and not to the "
                        "tolerance of {:g}",
                        this_plugin, site.full.body().path, trained.training_error,
                        trained.elements.size(), tolerance()),
            fmt::format("{}raise the tolerance, or take what there is with unreached: keep",
                        params_.size ? "allow a larger size, " : ""));
    }

    /// A size alone is asked for as it is: nothing is missed then.
    double tolerance() const {
        return params_.tolerance.value_or(params_.size ? least_tolerance : default_tolerance);
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::CubatureModel, "forces/cubature",
             "Reduced forces as a weighted sum over few elements")
