/// Principal directions of the deformations that sketched forces make.
///
/// Forces, as a hand recorded them on a linear model or as a scene lists them, are applied one by
/// one to the body at rest, in full space: f(u) = F is solved by Newton's method,
/// with the load in increments that are cut where it fails. Consecutive forces are solved only if
/// they lie `force_distance` from the last one taken, and deformations kept only if they lie
/// `mass_distance` from the last one kept; the basis is their mass-PCA. Loads of the scene do not
/// act meanwhile. A deformation much larger than the body is no sample of what the body will do:
/// beyond twice its size (a constrained body that turns about goes so far) there is a warning,
/// beyond twenty times a refusal. `force_file.hpp` has the format of files of forces.
///
/// Barbic & James 2005, section 5.2.

#include <fmt/format.h>

#include <array>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/basis/force_file.hpp>
#include <sinew/mechanics/basis/nodal_forces.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/modes/basis_size.hpp>
#include <sinew/mechanics/modes/modal_pencil.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/solve/newton.hpp>
#include <sinew/mechanics/solve/step_control.hpp>

namespace sinew {

struct SketchedForce {
    std::optional<Eigen::Vector3d> at;
    Selection where;
    Eigen::Vector3d force = Eigen::Vector3d::Zero();
    static constexpr auto fields = std::tuple{
        field("at", &SketchedForce::at, unit::m,
              "A point of the body at rest, in the node's frame; or give `where`"),
        field("where", &SketchedForce::where, "Nodes that share the force; or give `at`"),
        field("force", &SketchedForce::force, unit::N, "Force, in the world").required(),
    };
};

class Sketch final : public Basis {
    /// A sketched force on the nodes.
    struct Nodal {
        Vector F;
        Eigen::Vector3d force;  ///< its sum, as sketched [N]
        std::size_t number;     ///< among those sketched, from 0
        SourceMark mark;        ///< of it, in the scene or in the file
    };

public:
    static constexpr std::array traits{basis_trait::of_points};
    static constexpr const char* source = "Barbic & James 2005, section 5.2";

    struct Params : BasisSize {
        std::vector<SketchedForce> forces;
        Path file;
        double force_distance = 0;
        double mass_distance = 0;
        NewtonOptions newton;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple_cat(
            std::tuple{
                field("forces", &Params::forces, "Forces on the body; or give `file`"),
                field("file", &Params::file,
                      "Recorded forces: lines x y z fx fy fz in m and N; or give `forces`"),
                field("force_distance", &Params::force_distance, unit::N, non_negative,
                      "Least distance between forces that are solved one after the other (2-norm "
                      "over all nodes)"),
                field("mass_distance", &Params::mass_distance, non_negative,
                      "Least mass distance between deformations that are kept one after the other "
                      "[m kg^(1/2)]"),
            },
            BasisSize::size_fields,
            std::tuple{
                field("newton", &Params::newton, "Newton's method of the static solves"),
                field("linear", &Params::linear, "Solver of its linear systems"),
            });
    };

    Sketch(const Params& params, BuildContext& context)
        : params_(params), linear_(params.linear.make(context)) {
        params.require_one(context);
        if (params.forces.empty() == params.file.empty())
            context.fail(context.at("file"), "basis/sketch needs one of `forces` and `file`",
                         "list forces: [{at: [x, y, z], force: [fx, fy, fz]}, ...], or name a file "
                         "of recorded ones");
        for (std::size_t k = 0; k < params.forces.size(); ++k)
            if (params.forces[k].where.empty() != params.forces[k].at.has_value())
                context.fail(context.at(fmt::format("forces[{}]", k)),
                             fmt::format("sketched force {} needs one of `at` and `where`", k),
                             "give it a point (at: [x, y, z]) or nodes (where: ...)");
    }

    int algorithm() const override { return 3; }

    Vectors compute(FullBody& full) const override {
        const ModalPencil pencil(full, *linear_, provenance);
        pencil.require_anchored(
            "use basis: {type: linear_modes} or {type: modal_derivatives}, which take free bodies");
        const std::vector<Nodal> forces =
            thinned(nodal_forces(full), params_.force_distance,
                    [](const Nodal& a, const Nodal& b) { return (a.F - b.F).norm(); });
        std::vector<Vector> shapes;
        for (const Nodal& one : forces) shapes.push_back(equilibrium(full, one));
        shapes = thinned(shapes, params_.mass_distance, [&](const Vector& a, const Vector& b) {
            const Vector d = a - b;
            return std::sqrt(d.dot(Vector(pencil.mass_times(d))));
        });
        Eigen::MatrixXd S(full.size(), Index(shapes.size()));
        for (std::size_t k = 0; k < shapes.size(); ++k) S.col(Index(k)) = shapes[k];
        const MassPca pca =
            mass_pca(S, [&](const Eigen::MatrixXd& X) { return pencil.mass_times(X); });
        Vectors out;
        out.U = params_.vectors_of(pca, provenance,
                                   fmt::format("{} sketched deformations", shapes.size()),
                                   ", sketch more, or lower the distances");
        out.weights = weights_of(pca, out.U.cols());
        out.details.put("singular_values", pca.singular_values);
        out.details.put("forces_solved", std::int64_t(forces.size()));
        out.details.put("deformations_kept", std::int64_t(shapes.size()));
        return out;
    }

    /// Points are in the node's frame, the mesh of the body's key is in the world.
    void add_to_key(const FullBody& full, ArtifactKey& key) const override {
        const Eigen::Matrix4d& to_world = full.body().to_world.matrix();
        key.add("frame",
                fmt::format("the node's, at [{:g}, {:g}, {:g}]", to_world(0, 3), to_world(1, 3),
                            to_world(2, 3)),
                fingerprint({reinterpret_cast<const char*>(to_world.data()), sizeof(to_world)}));
        if (!params_.file.empty())
            key.add("forces", params_.file.written, fingerprint(params_.file));
    }

private:
    /// The first, and each that lies `distance` or more from the last one taken.
    template <class T, class Metric>
    static std::vector<T> thinned(const std::vector<T>& all, double distance, Metric&& metric) {
        std::vector<T> taken;
        for (const T& x : all)
            if (taken.empty() || metric(x, taken.back()) >= distance) taken.push_back(x);
        return taken;
    }

    static std::string name_of(std::size_t number) {
        return fmt::format("sketched force {}", number);
    }

    std::vector<Nodal> nodal_forces(const FullBody& full) const {
        std::vector<Nodal> all;
        const auto add = [&](Vector F, const Eigen::Vector3d& force, const SourceMark& mark) {
            full.zero_constrained(F);
            if (!(F.norm() > 1e-9 * force.norm()))
                throw InputError(mark, fmt::format("sketched force {} moves nothing", all.size()),
                                 "let it be more than zero, and act beside what is held");
            all.push_back({std::move(F), force, all.size(), mark});
        };
        if (!params_.file.empty())
            for (const RecordedForce& one : read_force_file(params_.file))
                add(force_at(full, one.at, one.force, one.line, name_of(all.size())), one.force,
                    one.line);
        for (const SketchedForce& one : params_.forces) {
            const std::string name = fmt::format("forces[{}]", all.size());
            if (one.at)
                add(force_at(full, *one.at, one.force, provenance.at(name + ".at"),
                             name_of(all.size())),
                    one.force, provenance.at(name));
            else
                add(force_shared(full, one.where, one.force), one.force, provenance.at(name));
        }
        return all;
    }

    /// Solves f(u) = F from rest, for displacements u [m].
    Vector equilibrium(FullBody& full, const Nodal& one) const {
        ElasticBody& system = full.system;
        State state;
        state.q = state.v = state.a = Vector::Zero(full.size());
        Newton newton(params_.newton, *linear_);
        constexpr int max_cutbacks = 12;
        const CutbackOutcome outcome = cover_interval(0, 1, max_cutbacks, [&](double s, double ds) {
            State next;
            const StepEquation equation = TimeScheme::statics().start(state, 0, next);
            const Vector target = (s + ds) * one.F;
            Event event = newton.solve(system, equation, next, &target).event;
            if (!event) state = std::move(next);
            return event;
        });
        if (outcome.event)
            throw InputError(
                one.mark,
                fmt::format(
                    "sketched force {}, of {:.3g} N, finds no equilibrium of {}: it came to "
                    "{:.3g} of the force, and halved the increment {} times: {}",
                    one.number, one.force.norm(), full.body().path, outcome.time, max_cutbacks,
                    outcome.event.describe()),
                "lower that force, spread it over more nodes, or leave it out");
        full.zero_constrained(state.q);
        judge(full, one, state.q);
        return state.q;
    }

    /// Warns if the displacement u [m] is larger than any motion that is worth a vector, and throws
    /// InputError if it is absurd.
    void judge(const FullBody& full, const Nodal& one, const Vector& u) const {
        constexpr double far = 2, absurd = 20;  // of the body's size
        const double size = full.system.length_scale();
        const double most = u.reshaped(3, u.size() / 3).colwise().norm().maxCoeff();
        if (most <= far * size) return;
        const std::string message = fmt::format(
            "sketched force {}, of {:.3g} N, moves {} by {:.3g} m: {:.3g} times its size",
            one.number, one.force.norm(), full.body().path, most, most / size);
        const bool is_absurd = most > absurd * size;
        const Diagnostic reported =
            (is_absurd ? Diagnostic::error(message) : Diagnostic::warning(message))
                .remedy(
                    "lower that force, spread it over more nodes, or leave it out: the basis would "
                    "be made "
                    "for that deformation")
                .at(one.mark)
                .on(provenance);
        if (is_absurd) throw InputError(reported);
        log_diagnostic(reported);
    }

    Params params_;
    std::unique_ptr<LinearSolver> linear_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Sketch, "basis/sketch", "Principal directions of what sketched forces do")
