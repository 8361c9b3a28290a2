/// Conjugate gradients over the matrix-free tangent, preconditioned: for large or well conditioned
/// systems, and where the tangent is an operator only. Symmetric, positive definite tangents.
///
/// Preconditioners:
///   jacobi               the diagonal
///   block_jacobi         3 x 3 blocks on the diagonal
///   incomplete_cholesky  IC(0) of diagonal blocks of about 4096 degrees of freedom
///   lagged_factorisation a factor of an earlier tangent, co-rotated with the nodes where a rig
///                        says how, and made anew when that pays; iterations use it in single
///                        precision
///   own                  what the system itself offers
///
/// Hestenes & Stiefel 1952; Saad, Iterative Methods for Sparse Linear Systems, 2003, ch. 9, 10.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/conjugate_gradient.hpp>
#include <sinew/mechanics/linear/preconditioners.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>

#include "pcg/lagged_factorisation.hpp"

namespace sinew {

enum class Preconditioning { jacobi, block_jacobi, incomplete_cholesky, lagged_factorisation, own };

template <>
struct EnumNames<Preconditioning> {
    static constexpr std::array names{
        std::pair{"jacobi", Preconditioning::jacobi},
        std::pair{"block_jacobi", Preconditioning::block_jacobi},
        std::pair{"incomplete_cholesky", Preconditioning::incomplete_cholesky},
        std::pair{"lagged_factorisation", Preconditioning::lagged_factorisation},
        std::pair{"own", Preconditioning::own}};
    static constexpr std::array former{std::pair{"old_factor", "lagged_factorisation"}};
};

class Pcg final : public LinearSolver {
public:
    static constexpr const char* source = "Hestenes & Stiefel 1952; Saad 2003, ch. 9 and 10";
    static constexpr std::array traits{linear_trait::needs_symmetry};

    struct Params {
        Preconditioning preconditioner = Preconditioning::jacobi;
        double tolerance = 1e-6;
        int max_iterations = 20000;
        double factor_cost = 20;
        int refresh_above = 40;
        bool co_rotate = true;
        bool rounded = true;
        PluginSlot<LinearSolver> factor{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("preconditioner", &Params::preconditioner, "What makes the iterations fewer"),
            field("tolerance", &Params::tolerance, between(0, 1),
                  "Relative residual to reach, where Newton's method does not ask for its own"),
            field("max_iterations", &Params::max_iterations, at_least(1),
                  "Iterations before the solve counts as failed"),
            field("factor_cost", &Params::factor_cost, non_negative,
                  "lagged_factorisation: how many iterations cost as much as making the factor; it "
                  "is made "
                  "anew as soon as that lowers the mean cost of a solve"),
            field("refresh_above", &Params::refresh_above, at_least(1),
                  "lagged_factorisation: and after a solve that takes more iterations than this"),
            field("co_rotate", &Params::co_rotate,
                  "lagged_factorisation: whether the factor is co-rotated with the nodes, where a "
                  "rig gives their "
                  "elements rotations")
                .formerly("turn"),
            field("rounded", &Params::rounded,
                  "lagged_factorisation: whether iterations use the factor in single precision, if "
                  "cholesky "
                  "makes it and its pivots allow; they are faster, and the solution is as precise"),
            field("factor", &Params::factor,
                  "lagged_factorisation: the direct solver that makes the factor"),
        };
    };

    Pcg(const Params& params, BuildContext& context) : params_(params) {
        if (params.preconditioner == Preconditioning::own && !has_reduction(context.node()))
            context.fail(context.at("preconditioner"), no_preconditioner, other_preconditioner);
        if (params.preconditioner != Preconditioning::lagged_factorisation) {
            refuse_parameters_of_lagged_factorisation(context);
            return;
        }
        lagged_factorisation_ = std::make_unique<LaggedFactorisation>(
            params.factor.make(context),
            LaggedFactorisation::Policy{params.factor_cost, params.refresh_above, params.co_rotate,
                                        params.rounded});
    }

    std::string unsupported(const TangentProperties& tangent) const override {
        if (!tangent.symmetric)
            return "linear/pcg needs a symmetric tangent, and this one is not (follower pressure, "
                   "friction); use linear: {type: lu}, or petsc with its gmres";
        const bool entries = params_.preconditioner == Preconditioning::block_jacobi ||
                             params_.preconditioner == Preconditioning::incomplete_cholesky ||
                             params_.preconditioner == Preconditioning::lagged_factorisation;
        if (entries && !tangent.has_entries)
            return "linear/pcg: that preconditioner needs the tangent's entries, and this tangent "
                   "is an operator only; use preconditioner: jacobi or own";
        return {};
    }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        tangent_ = &tangent;
        fixed_ = fixed.fixed;
        switch (params_.preconditioner) {
            case Preconditioning::jacobi:
                made_ = jacobi(tangent, fixed);
                break;
            case Preconditioning::block_jacobi:
                made_ = block_jacobi(tangent, fixed);
                break;
            case Preconditioning::own:
                made_ = tangent.preconditioner(fixed.fixed, {});
                if (!made_) provenance.fail(no_preconditioner, other_preconditioner);
                break;
            case Preconditioning::incomplete_cholesky:
                lower_.update(tangent, fixed);
                return incomplete_cholesky(lower_, made_);
            case Preconditioning::lagged_factorisation:
                return lagged_factorisation_->prepare(tangent, fixed);
        }
        return {};
    }

    LinearOutcome solve(const Vector& b, Vector& x, double tolerance) override {
        if (tolerance <= 0) tolerance = params_.tolerance;
        LinearOutcome outcome = iterate(b, x, tolerance);
        if (!lagged_factorisation_) return outcome;
        if (outcome.event.kind == Event::Kind::not_converged && lagged_factorisation_->is_old()) {
            if (Event event = lagged_factorisation_->renew()) {
                outcome.event = event;
                return outcome;
            }
            outcome = iterate(b, x, tolerance);
        }
        lagged_factorisation_->count(outcome.iterations);
        return outcome;
    }

    void save(Archive& archive, const std::string& prefix) const override {
        if (lagged_factorisation_) lagged_factorisation_->save(archive, prefix);
    }

    void restore(const Archive& archive, const std::string& prefix) override {
        if (lagged_factorisation_) lagged_factorisation_->restore(archive, prefix);
    }

    std::function<void()> way_back() override {
        return lagged_factorisation_ ? lagged_factorisation_->way_back() : LinearSolver::way_back();
    }

    void report(nlohmann::json& report) const override {
        report["solves"] = n_solves_;
        report["iterations"] = n_iterations_;
        if (lagged_factorisation_) lagged_factorisation_->report(report["factor"]);
    }

private:
    static constexpr const char* no_preconditioner =
        "linear/pcg: the system has no preconditioner of its own";
    static constexpr const char* other_preconditioner =
        "use preconditioner: jacobi or incomplete_cholesky; bodies with reduction: {type: "
        "steklov_poincare} have one of their own";

    /// True if a body at the node or below has a reduction.
    static bool has_reduction(const SceneNode& node) {
        return node.slot("reduction") != nullptr ||
               std::any_of(node.children().begin(), node.children().end(),
                           [](const auto& child) { return has_reduction(*child); });
    }

    void refuse_parameters_of_lagged_factorisation(const BuildContext& context) const {
        const Params absent;
        const char* set = nullptr;
        if (params_.factor.is_written()) set = "factor";
        if (params_.co_rotate != absent.co_rotate) set = "co_rotate";
        if (params_.rounded != absent.rounded) set = "rounded";
        if (params_.refresh_above != absent.refresh_above) set = "refresh_above";
        if (params_.factor_cost != absent.factor_cost) set = "factor_cost";
        if (set)
            context.fail(
                context.at(set),
                fmt::format("{} is of the preconditioner lagged_factorisation, and this one is {}",
                            set,
                            ParamType<Preconditioning>::show(params_.preconditioner, FieldInfo{})),
                "leave it out, or take preconditioner: lagged_factorisation");
    }

    LinearOutcome iterate(const Vector& b, Vector& x, double tolerance) {
        const Preconditioner& preconditioner =
            lagged_factorisation_ ? *lagged_factorisation_ : *made_;
        const LinearOutcome outcome = gradients_.solve(*tangent_, fixed_, preconditioner, b, x,
                                                       tolerance, params_.max_iterations);
        ++n_solves_;
        n_iterations_ += outcome.iterations;
        return outcome;
    }

    Params params_;
    ConjugateGradient gradients_;
    const Tangent* tangent_ = nullptr;
    std::vector<char> fixed_;
    ReducedMatrix lower_{ReducedMatrix::Storage::lower};
    std::unique_ptr<Preconditioner> made_;
    std::unique_ptr<LaggedFactorisation> lagged_factorisation_;
    long n_solves_ = 0, n_iterations_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Pcg, "linear/pcg", "Preconditioned conjugate gradients, matrix-free")
