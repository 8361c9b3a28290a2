/// Static answers of the body: to the motion of its supports, and to loads.
///
///     constraint modes    K_ff b_f = -K_fc b_c      b_c: directions in which supports move
///     attachment modes    K_ff a   = F_f            F: unit forces, loads, uniform accelerations
///
/// (f: free, c: constrained degrees of freedom; K: tangent stiffness at rest), beside vibration
/// modes with the supports at rest. The displacement is u = B s(t) + U q: s is given, since the
/// motion of the supports is, and U, which is zero at them, spans attachment modes and vibrations.
/// B has a column for each direction that the constraints of the scene pass through in the run,
/// relative to the frame of reduction/subspace; where all supports stand still in it, none.
///
/// All of this is linear. With `derivatives`, U spans also how these vectors change as the body
/// deforms along each other,
///
///     K_ff phi_ij = -((H : v_j) v_i)_f,     v: constraint, attachment and vibration modes
///
/// (equation 14 of Barbic & James), without which a body that bends far is much too stiff. Of all
/// of them U has the principal components in the norm of elastic energy: what a vector is worth is
/// the energy that a body without it has too much. They count at the size that they may have:
/// constraint modes and answers to loads as in the run, answers to accelerations of 9.81 m/s^2,
/// each at most a quarter of the body's size; unit answers and vibrations with the energy of the
/// largest of these; phi_ij whole and phi_ii by half, which is their part in the displacement.
///
/// Craig & Bampton, Coupling of substructures for dynamic analyses, AIAA Journal 6(7), 1968;
/// Craig & Chang, On the use of attachment modes in substructure coupling for dynamic analysis,
/// AIAA/ASME 18th SDM Conference, 1977; Barbic & James 2005, section 5.1.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <Eigen/Cholesky>
#include <optional>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/basis/nodal_forces.hpp>
#include <sinew/mechanics/constraint/axes.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/modes/basis_size.hpp>
#include <sinew/mechanics/modes/modal_derivatives.hpp>

namespace sinew {

namespace {

std::string bytes_of(const Eigen::MatrixXd& A) {
    return fingerprint(
        {reinterpret_cast<const char*>(A.data()), sizeof(double) * std::size_t(A.size())});
}

/// Columns that are next to nothing beside the largest, in the norm of mass, left out.
Eigen::MatrixXd without_zeros(const ModalPencil& pencil, const Eigen::MatrixXd& X) {
    const Vector squares = X.cwiseProduct(pencil.mass_times(X)).colwise().sum().cwiseMax(0);
    constexpr double negligible = 1e-8;
    std::vector<Index> kept;
    for (Index j = 0; j < X.cols(); ++j)
        if (squares(j) > negligible * negligible * squares.maxCoeff()) kept.push_back(j);
    return X(Eigen::all, kept);
}

/// Each column without what lies in the span of those before it, with unit norm of mass.
void make_mass_orthonormal(const ModalPencil& pencil, Eigen::MatrixXd& U) {
    const SerialEigen serial;
    const Vector squares = U.cwiseProduct(pencil.mass_times(U)).colwise().sum();
    U *= squares.cwiseSqrt().cwiseInverse().asDiagonal();
    for (int pass = 0; pass < 2; ++pass) {
        const Eigen::LLT<Eigen::MatrixXd> gram(transpose_times(U, pencil.mass_times(U)));
        SINEW_ASSERT(gram.info() == Eigen::Success, "{} vectors depend on each other", U.cols());
        U = gram.matrixL().solve(U.transpose()).transpose().eval();
    }
    fix_signs(U);
}

/// Displacement of the node that moves most in each column [m].
Vector largest_displacements(const Eigen::MatrixXd& X) {
    Vector most(X.cols());
    for (Index j = 0; j < X.cols(); ++j)
        most(j) = X.col(j).reshaped(3, X.rows() / 3).colwise().norm().maxCoeff();
    return most;
}

}  // namespace

/// Points of unit forces, one along each axis.
struct Attachment {
    std::optional<Eigen::Vector3d> at;
    Selection where;
    Axes axes = all_axes();
    static constexpr auto fields = std::tuple{
        field("at", &Attachment::at, unit::m,
              "A point of the body at rest, in the node's frame; or give `where`"),
        field("where", &Attachment::where, "Nodes that share each force; or give `at`"),
        field("axes", &Attachment::axes, "Directions of the forces, in the world"),
    };
};

class StaticModes final : public Basis {
public:
    static constexpr std::array traits{basis_trait::of_points};
    static constexpr const char* source = "Craig & Bampton 1968";

    struct Params : BasisSize {
        int modes = 0;
        std::vector<Attachment> attachments;
        bool loads = false, accelerations = false, derivatives = true;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple_cat(
            std::tuple{
                field("modes", &Params::modes, at_least(0),
                      "How many vibration modes with supports at rest, lowest first"),
                field("attachments", &Params::attachments,
                      "Unit forces, whose static answers are in the basis"),
                field("loads", &Params::loads,
                      "Take the static answers to the scene's loads on the body at rest, in the "
                      "directions, in the world, that they have at 33 times of the run"),
                field("accelerations", &Params::accelerations,
                      "Take the static answers to uniform accelerations along x, y and z: of "
                      "gravity seen from any frame, and of supports"),
                field("derivatives", &Params::derivatives,
                      "Take how all these vectors change along each other"),
            },
            BasisSize::size_fields,
            std::tuple{field("linear", &Params::linear, "Direct solver of all linear systems")});
    };

    StaticModes(const Params& params, BuildContext& context)
        : params_(params), linear_(params.linear.make(context)), end_(context.graph().time().end) {
        params.refuse_both(context);
        for (std::size_t k = 0; k < params.attachments.size(); ++k) {
            const Attachment& one = params.attachments[k];
            const std::string name = fmt::format("attachments[{}]", k);
            if (one.where.empty() != one.at.has_value())
                context.fail(context.at(name),
                             fmt::format("attachment {} needs one of `at` and `where`", k),
                             "give it a point (at: [x, y, z]) or nodes (where: ...)");
            flags(one.axes, context);
        }
    }

    int algorithm() const override { return 2; }

    Vectors compute(FullBody& full) const override {
        const ModalPencil pencil(full, *linear_, provenance);
        pencil.require_anchored(
            "use basis: {type: linear_modes} or {type: modal_derivatives}, "
            "which take free bodies");
        Vectors out;
        Eigenmodes modes{Vector(0), Eigen::MatrixXd(full.size(), 0)};
        if (params_.modes > 0) modes = elastic_modes(pencil, params_.modes);
        const Eigen::MatrixXd units = pencil.solve(unit_forces(full));
        const Eigen::MatrixXd answers = pencil.solve(loads(full));
        out.supports = constraint_modes(pencil);
        Eigen::MatrixXd known(full.size(), answers.cols() + out.supports.cols());
        known << answers, out.supports;
        Eigen::MatrixXd unknown(full.size(), modes.vectors.cols() + units.cols());
        unknown << modes.vectors, units;
        give_sizes(pencil, known, unknown);
        const Index n_free = unknown.cols() + answers.cols();
        Eigen::MatrixXd all(full.size(), n_free + out.supports.cols());
        all << unknown, known;
        const Eigen::MatrixXd snapshots = with_derivatives(pencil, all, n_free);
        if (snapshots.cols() == 0) refuse_empty(full);
        const MassPca pca = mass_pca(
            snapshots, [&](const Eigen::MatrixXd& X) { return pencil.stiffness_times(X); });
        out.U = params_.vectors_of(
            pca, provenance,
            fmt::format("{} modes, {} attachment modes, {} constraint modes and their derivatives",
                        params_.modes, n_free - params_.modes, out.supports.cols()),
            " or for more of these");
        out.weights = weights_of(pca, out.U.cols());
        make_mass_orthonormal(pencil, out.U);
        out.details.put("singular_values", pca.singular_values);
        out.details.put("attachment_modes", std::int64_t(n_free - params_.modes));
        out.details.put("derivatives", std::int64_t(snapshots.cols() - n_free));
        if (params_.modes > 0) {
            out.details.put("eigenvalues", modes.values);
            out.details.put("frequencies", frequencies(modes.values));
        }
        return out;
    }

    /// Points are in the node's frame; loads and the motion of supports are not in the body's key.
    void add_to_key(const FullBody& full, ArtifactKey& key) const override {
        const Eigen::MatrixXd& motions = full.support_motions;
        key.add("motions of supports", fmt::format("{} directions", motions.cols()),
                bytes_of(motions));
        const Eigen::MatrixXd units = unit_forces(full), F = loads(full);
        key.add("attachments", fmt::format("{} unit forces, {} loads", units.cols(), F.cols()),
                bytes_of(units) + bytes_of(F));
    }

private:
    /// Nodal forces of `attachments`, n x k [N].
    Eigen::MatrixXd unit_forces(const FullBody& full) const {
        Eigen::MatrixXd F(full.size(), 0);
        for (std::size_t k = 0; k < params_.attachments.size(); ++k) {
            const Attachment& one = params_.attachments[k];
            const SourceMark mark = provenance.at(fmt::format("attachments[{}]", k));
            const std::string name = fmt::format("attachment {}", k);
            for (const Axis axis : one.axes) {
                const Eigen::Vector3d unit = Eigen::Vector3d::Unit(int(axis));
                F.conservativeResize(Eigen::NoChange, F.cols() + 1);
                F.rightCols<1>() = one.at ? force_at(full, *one.at, unit, mark, name)
                                          : force_shared(full, one.where, unit);
                full.zero_constrained(F.rightCols<1>());
                if (!(F.rightCols<1>().norm() > 1e-9))
                    throw InputError(mark, name + " moves nothing: it acts on what is held",
                                     "let it act beside what constraints hold");
            }
        }
        return F;
    }

    /// Nodal forces of accelerations and of the scene's loads, n x k [N].
    Eigen::MatrixXd loads(const FullBody& full) const {
        constexpr double gravity = 9.81;
        const Index n_accelerations = params_.accelerations ? 3 : 0;
        const Eigen::MatrixXd of_loads =
            params_.loads ? load_directions(full) : Eigen::MatrixXd(full.size(), 0);
        Eigen::MatrixXd F = Eigen::MatrixXd::Zero(full.size(), n_accelerations + of_loads.cols());
        for (Index axis = 0; axis < n_accelerations; ++axis)
            F.col(axis)(Eigen::seqN(axis, full.size() / 3, 3)) = gravity * full.mass().row_sums();
        F.rightCols(of_loads.cols()) = of_loads;
        full.zero_constrained(F);
        return F;
    }

    /// Principal directions of the loads on the body at rest over the run, n x k, as large as they
    /// get [N].
    Eigen::MatrixXd load_directions(const FullBody& full) const {
        constexpr Index n_samples = 33;
        constexpr double negligible = 1e-6;
        ElasticBody& system = full.system;
        const Vector rest = Vector::Zero(full.size());
        Eigen::MatrixXd samples(full.size(), n_samples);
        Forces at_rest;
        system.let_loads_act(true);
        for (Index k = 0; k < n_samples; ++k) {
            system.move_to(end_ * double(k) / double(n_samples - 1));
            system.forces(rest, rest, at_rest);
            samples.col(k) = at_rest.external;
        }
        system.let_loads_act(false);
        system.move_to(0);
        full.zero_constrained(samples);
        const SymmetricDecomposition gram = symmetric_decomposition(samples.transpose() * samples);
        const double most = gram.values.maxCoeff();
        std::vector<Index> kept;
        for (Index k = n_samples - 1; k >= 0; --k)
            if (most > 0 && gram.values(k) > negligible * negligible * most) kept.push_back(k);
        if (kept.empty())
            provenance.fail(
                provenance.at("loads"),
                fmt::format("no load acts on {}, whose answer `loads` asks for", full.body().path),
                "give the node loads, or take `loads` away");
        const Eigen::MatrixXd V = gram.vectors(Eigen::all, kept);
        return samples * V * V.cwiseAbs().colwise().maxCoeff().asDiagonal();
    }

    static Eigen::MatrixXd constraint_modes(const ModalPencil& pencil) {
        const Eigen::MatrixXd& motions = pencil.full().support_motions;
        if (motions.cols() == 0) return motions;
        return motions - pencil.solve(pencil.stiffness_times(motions));
    }

    /// Scales `unknown` columns, whose size the run does not say, to the energy of the largest of
    /// the known ones; and all of them down to what is no larger than the body.
    static void give_sizes(const ModalPencil& pencil, Eigen::MatrixXd& known,
                           Eigen::MatrixXd& unknown) {
        constexpr double most = 0.25, some = 0.1;  // of the body's size
        const double size = pencil.full().system.length_scale();
        const auto energies = [&](const Eigen::MatrixXd& X) -> Vector {
            return 0.5 * X.cwiseProduct(pencil.stiffness_times(X)).colwise().sum().transpose();
        };
        const auto bound = [&](Eigen::MatrixXd& X) {
            const Vector lengths = largest_displacements(X);
            for (Index j = 0; j < X.cols(); ++j)
                if (lengths(j) > most * size) X.col(j) *= most * size / lengths(j);
        };
        bound(known);
        if (unknown.cols() == 0) return;
        const Vector of_unknown = energies(unknown);
        double energy = known.cols() > 0 ? energies(known).maxCoeff() : 0;
        if (!(energy > 1e-12 * of_unknown(0)))
            energy = of_unknown(0) * std::pow(some * size / largest_displacements(unknown)(0), 2);
        for (Index j = 0; j < unknown.cols(); ++j)
            unknown.col(j) *= std::sqrt(energy / of_unknown(j));
        bound(unknown);
    }

    /// The first `n_free` of v, and the derivatives of all along each other as they are in u = v_i
    /// q_i
    /// + 1/2 phi_ij q_i q_j, summed over i and j: those of i < j twice.
    Eigen::MatrixXd with_derivatives(const ModalPencil& pencil, const Eigen::MatrixXd& v,
                                     Index n_free) const {
        if (!params_.derivatives || v.cols() == 0) return v.leftCols(n_free);
        Eigen::MatrixXd derivatives = static_derivatives(pencil, v);
        for (Index j = 0, at = 0; j < v.cols(); at += ++j) derivatives.col(at + j) *= 0.5;
        const Eigen::MatrixXd Phi = without_zeros(pencil, derivatives);
        Eigen::MatrixXd snapshots(v.rows(), n_free + Phi.cols());
        snapshots << v.leftCols(n_free), Phi;
        return snapshots;
    }

    [[noreturn]] void refuse_empty(const FullBody& full) const {
        provenance.fail(
            fmt::format("basis/static_modes of {} spans nothing that is free to move: it is asked "
                        "for no modes, no attachments and no derivatives of constraint modes",
                        full.body().path),
            "give modes: 10, attachments: [{where: ...}], loads: true or accelerations: true");
    }

    Params params_;
    std::unique_ptr<LinearSolver> linear_;
    double end_;  ///< of the run [s]
};

}  // namespace sinew

SINEW_PLUGIN(sinew::StaticModes, "basis/static_modes",
             "Static answers to moving supports and to loads, beside vibration modes")
