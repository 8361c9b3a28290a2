/// Conjugate gradients with smoothed aggregation as preconditioner: for large bodies in full space.
/// Symmetric, positive definite tangents.
///
/// Nodes are gathered into aggregates, which move by the six rigid motions, and these again, until
/// few are left. A V-cycle over the levels is the preconditioner: Chebyshev's polynomials smooth,
/// the coarsest matrix is factored. The number of iterations hardly grows with the body. The
/// hierarchy is in single precision, and in double where that does not suffice.
///
/// Vanek, Mandel & Brezina, Algebraic multigrid by smoothed aggregation for second and fourth order
/// elliptic problems, Computing 56, 1996. Smoother: Adams, Brezina, Hu & Tuminaro, Parallel
/// multigrid smoothing: polynomial versus Gauss-Seidel, J. Comp. Phys. 188, 2003.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/conjugate_gradient.hpp>

#include "multigrid/lagged_hierarchy.hpp"

namespace sinew {

enum class Precision { single_precision, double_precision };

template <>
struct EnumNames<Precision> {
    static constexpr std::array names{std::pair{"single", Precision::single_precision},
                                      std::pair{"double", Precision::double_precision}};
};

class Multigrid final : public LinearSolver {
public:
    static constexpr const char* source = "Vanek, Mandel & Brezina 1996, Computing 56";
    static constexpr std::array traits{linear_trait::needs_symmetry};

    struct Params {
        double tolerance = 1e-6;
        int max_iterations = 1000;
        Precision precision = Precision::single_precision;
        int smoothing = 2;
        double threshold = 0.08;
        double renewal_cost = 12;
        int renew_above = 100;
        static constexpr auto fields = std::tuple{
            field("tolerance", &Params::tolerance, between(0, 1),
                  "Relative residual to reach, where Newton's method does not ask for its own"),
            field("max_iterations", &Params::max_iterations, at_least(1),
                  "Iterations before the solve counts as failed"),
            field("precision", &Params::precision,
                  "Of the hierarchy; single is half as large and faster, and gives way to double "
                  "where it does not suffice"),
            field("smoothing", &Params::smoothing, from_to(1, 10),
                  "Degree of the smoother, a Chebyshev polynomial"),
            field("threshold", &Params::threshold, from_to(0, 0.9),
                  "Couplings of nodes that are weaker than this part of the strongest one form no "
                  "aggregates"),
            field("renewal_cost", &Params::renewal_cost, non_negative,
                  "How many iterations cost as much as new values in the hierarchy; they are "
                  "computed as soon as that lowers the mean cost of a solve"),
            field("renew_above", &Params::renew_above, at_least(1),
                  "And as soon as an older one has taken so many iterations"),
        };
    };

    Multigrid(const Params& params, BuildContext&)
        : params_(params),
          hierarchy_({params.smoothing, params.threshold},
                     Renewal(params.renewal_cost, params.renew_above),
                     params.precision == Precision::double_precision) {}

    std::string unsupported(const TangentProperties& tangent) const override {
        if (!tangent.symmetric)
            return "linear/multigrid needs a symmetric tangent, and this one is not (follower "
                   "pressure, friction); use linear: {type: lu}";
        if (!tangent.has_entries || !tangent.is_of_nodes)
            return "linear/multigrid aggregates the nodes of bodies in full space, and this "
                   "tangent has other degrees of freedom; use linear: {type: cholesky}, or pcg";
        return {};
    }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        tangent_ = &tangent;
        fixed_ = fixed.fixed;
        return hierarchy_.prepare(tangent, fixed);
    }

    LinearOutcome solve(const Vector& b, Vector& x, double tolerance) override {
        if (tolerance <= 0) tolerance = params_.tolerance;
        const int patience = hierarchy_.is_old()
                                 ? std::min(params_.renew_above, params_.max_iterations)
                                 : params_.max_iterations;
        LinearOutcome outcome = iterate(b, x, tolerance, patience);
        while (is_fault_of_hierarchy(outcome) && hierarchy_.can_improve()) {
            if (Event event = hierarchy_.improve()) {
                outcome.event = event;
                return outcome;
            }
            outcome = iterate(b, x, tolerance, params_.max_iterations);
        }
        if (!outcome.event) hierarchy_.count(outcome.iterations, outcome.residual);
        return outcome;
    }

    void save(Archive& archive, const std::string& prefix) const override {
        hierarchy_.save(archive, prefix);
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        hierarchy_.restore(archive, prefix);
    }
    std::function<void()> way_back() override { return hierarchy_.way_back(); }

    void report(nlohmann::json& report) const override {
        report["solves"] = n_solves_;
        report["iterations"] = n_iterations_;
        hierarchy_.report(report);
    }

private:
    /// That of an old hierarchy, or of single precision, not of the tangent.
    bool is_fault_of_hierarchy(const LinearOutcome& outcome) const {
        return outcome.event.kind == Event::Kind::not_converged ||
               (outcome.event && gradients_.met_indefinite_preconditioner());
    }

    LinearOutcome iterate(const Vector& b, Vector& x, double tolerance, int most) {
        const LinearOutcome outcome =
            gradients_.solve(*tangent_, fixed_, hierarchy_, b, x, tolerance, most);
        ++n_solves_;
        n_iterations_ += outcome.iterations;
        return outcome;
    }

    Params params_;
    multigrid::LaggedHierarchy hierarchy_;
    ConjugateGradient gradients_;
    const Tangent* tangent_ = nullptr;
    std::vector<char> fixed_;
    long n_solves_ = 0, n_iterations_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Multigrid, "linear/multigrid",
             "Conjugate gradients with algebraic multigrid, for large bodies")
