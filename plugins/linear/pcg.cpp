/// Conjugate gradients over the matrix-free tangent, preconditioned: for large or well conditioned
/// systems, and where the tangent is an operator only. Symmetric, positive definite tangents.
///
/// Preconditioners:
///   jacobi               the diagonal
///   block_jacobi         3 x 3 blocks on the diagonal
///   incomplete_cholesky  IC(0) of diagonal blocks of about 4096 coordinates
///   old_factor           a factor of an earlier tangent, made anew when it has become too bad
///   own                  what the system itself offers
///
/// Hestenes & Stiefel 1952; Saad, Iterative Methods for Sparse Linear Systems, 2003, ch. 9, 10.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/conjugate_gradient.hpp>
#include <sinew/mechanics/linear/free_matrix.hpp>
#include <sinew/mechanics/linear/preconditioners.hpp>
#include <sinew/mechanics/linear/stored_tangent.hpp>

namespace sinew {

enum class Preconditioning { jacobi, block_jacobi, incomplete_cholesky, old_factor, own };

template <>
struct EnumNames<Preconditioning> {
    static constexpr std::array names{
        std::pair{"jacobi", Preconditioning::jacobi},
        std::pair{"block_jacobi", Preconditioning::block_jacobi},
        std::pair{"incomplete_cholesky", Preconditioning::incomplete_cholesky},
        std::pair{"old_factor", Preconditioning::old_factor},
        std::pair{"own", Preconditioning::own}};
};

namespace {

/// A direct solver's factor, of the free coordinates of some earlier mask, as a preconditioner.
class Factor final : public Preconditioner {
public:
    Factor(LinearSolver& solver, std::vector<char> fixed)
        : solver_(solver), fixed_(std::move(fixed)) {
        for (std::size_t i = 0; i < fixed_.size(); ++i)
            if (!fixed_[i]) free_.push_back(static_cast<Index>(i));
    }
    const std::vector<char>& fixed() const { return fixed_; }
    Index n_free() const { return static_cast<Index>(free_.size()); }
    void apply(const Vector& x, Vector& y) const override {
        b_ = x(free_);
        solver_.solve(b_, z_, 0);
        y.setZero(x.size());
        y(free_) = z_;
    }

private:
    LinearSolver& solver_;
    std::vector<char> fixed_;
    std::vector<Index> free_;
    mutable Vector b_, z_;
};

}  // namespace

class Pcg final : public LinearSolver {
public:
    static constexpr const char* source = "Hestenes & Stiefel 1952; Saad 2003, ch. 9 and 10";

    struct Params {
        Preconditioning preconditioner = Preconditioning::jacobi;
        double tolerance = 1e-6;
        int max_iterations = 20000;
        int refresh_above = 40;
        PluginSlot<LinearSolver> factor{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("preconditioner", &Params::preconditioner, "What makes the iterations fewer"),
            field("tolerance", &Params::tolerance, between(0, 1),
                  "Relative residual to reach, where Newton's method does not ask for its own"),
            field("max_iterations", &Params::max_iterations, at_least(1),
                  "Iterations before the solve counts as failed"),
            field(
                "refresh_above", &Params::refresh_above, at_least(1),
                "old_factor: a solve that takes more iterations than this has the factor renewed"),
            field("factor", &Params::factor, "old_factor: the direct solver that makes the factor"),
        };
    };

    Pcg(const Params& params, BuildContext& context) : params_(params) {
        if (params.preconditioner == Preconditioning::old_factor)
            solver_ = params.factor.make(context);
    }

    std::string misfit(const TangentNature& tangent) const override {
        if (!tangent.symmetric)
            return "linear/pcg needs a symmetric tangent, and this one is not (follower pressure, "
                   "friction); use linear: {type: lu}, or petsc with its gmres";
        const bool entries = params_.preconditioner == Preconditioning::block_jacobi ||
                             params_.preconditioner == Preconditioning::incomplete_cholesky ||
                             params_.preconditioner == Preconditioning::old_factor;
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
                made_ = tangent.preconditioner(fixed.fixed);
                if (!made_)
                    return {Event::Kind::not_converged, "", -1,
                            "linear/pcg: the system has no preconditioner of its own; use jacobi"};
                break;
            case Preconditioning::incomplete_cholesky:
                lower_.update(tangent, fixed);
                return incomplete_cholesky(lower_, made_);
            case Preconditioning::old_factor:
                mask_ = fixed;
                if (!factor_ || factor_->fixed() != fixed.fixed || stale_) return renew();
                break;
        }
        return {};
    }

    LinearOutcome solve(const Vector& b, Vector& x, double tolerance) override {
        if (tolerance <= 0) tolerance = params_.tolerance;
        LinearOutcome outcome = iterate(b, x, tolerance);
        if (params_.preconditioner != Preconditioning::old_factor) return outcome;
        if (outcome.event.kind == Event::Kind::not_converged && age_ > 0) {
            if (Event event = renew()) {
                outcome.event = event;
                return outcome;
            }
            outcome = iterate(b, x, tolerance);
        }
        ++age_;
        stale_ = outcome.iterations > params_.refresh_above;
        return outcome;
    }

    void save(Archive& archive, const std::string& prefix) const override {
        if (!factor_) return;
        stored_->save(archive, prefix + "/factor");
        archive.put(prefix + "/fixed",
                    std::vector<std::int64_t>(factor_->fixed().begin(), factor_->fixed().end()));
        archive.put(prefix + "/stale", static_cast<std::int64_t>(stale_));
        archive.put(prefix + "/age", static_cast<std::int64_t>(age_));
    }

    void restore(const Archive& archive, const std::string& prefix) override {
        if (!solver_ || !archive.has(prefix + "/fixed")) return;
        const auto& flags = archive.integers(prefix + "/fixed");
        std::vector<char> fixed(flags.begin(), flags.end());
        stored_ = std::make_unique<StoredTangent>(archive, prefix + "/factor");
        adopt(std::move(fixed));
        stale_ = archive.integer(prefix + "/stale") != 0;
        age_ = archive.integer(prefix + "/age");
    }

    void report(nlohmann::json& report) const override {
        report["solves"] = n_solves_;
        report["iterations"] = n_iterations_;
        if (solver_) solver_->report(report["factor"]);
    }

private:
    LinearOutcome iterate(const Vector& b, Vector& x, double tolerance) {
        const Preconditioner& preconditioner = factor_ ? *factor_ : *made_;
        const LinearOutcome outcome = gradients_.solve(*tangent_, fixed_, preconditioner, b, x,
                                                       tolerance, params_.max_iterations);
        ++n_solves_;
        n_iterations_ += outcome.iterations;
        return outcome;
    }

    /// Factors the present tangent.
    Event renew() {
        lower_.update(*tangent_, mask_);
        stored_ = std::make_unique<StoredTangent>(lower_);
        return adopt(mask_.fixed);
    }

    /// Factors the stored matrix: also after a restart, so that bits stay.
    Event adopt(std::vector<char> fixed) {
        factor_ = std::make_unique<Factor>(*solver_, std::move(fixed));
        FixedMask none{std::vector<char>(static_cast<std::size_t>(factor_->n_free()), 0),
                       ++none_revision_, factor_->n_free()};
        stale_ = false;
        age_ = 0;
        Event event = solver_->prepare(*stored_, none);
        if (event) factor_.reset();
        return event;
    }

    Params params_;
    std::unique_ptr<LinearSolver> solver_;
    ConjugateGradient gradients_;
    const Tangent* tangent_ = nullptr;
    std::vector<char> fixed_;
    FixedMask mask_;
    FreeMatrix lower_{FreeMatrix::Part::lower};
    std::unique_ptr<Preconditioner> made_;
    std::unique_ptr<StoredTangent> stored_;
    std::unique_ptr<Factor> factor_;
    bool stale_ = false;
    long age_ = 0;  ///< solves since the factor was made
    long none_revision_ = 0;
    long n_solves_ = 0, n_iterations_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Pcg, "linear/pcg", "Preconditioned conjugate gradients, matrix-free")
