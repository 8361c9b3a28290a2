/// The interface of `linear/` plugins: A x = b on the free degrees of freedom.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/system/event.hpp>
#include <sinew/mechanics/system/tangent.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Mask of the prescribed degrees of freedom: they are eliminated from the system, their x is zero.
struct FixedMask {
    std::vector<char> fixed;  ///< one flag a degree of freedom
    long revision = 0;        ///< changes when the flags do
    Index n_free = 0;         ///< number of flags that are 0
};

/// Outcome of a linear solve.
struct LinearOutcome {
    Event event;          ///< not_definite, not_converged, not_finite; or none
    int iterations = 0;   ///< 1 of a direct solver
    double residual = 0;  ///< |b - A x| / |b|, if the method knows it
};

/// Traits of linear solvers, which a plugin lists as `static constexpr std::array traits{...}`.
namespace linear_trait {
/// It takes symmetric tangents only.
inline constexpr const char* needs_symmetry = "needs_symmetry";
}  // namespace linear_trait

/// A direct or iterative solver of A x = b [N], b and x over all degrees of freedom.
class LinearSolver : public Object {
public:
    static constexpr const char* kind = "linear";

    /// The reason why this solver cannot take such a tangent ("cg needs a symmetric tangent; use
    /// linear: {type: lu}"), or "".
    virtual std::string unsupported(const TangentProperties& tangent) const = 0;
    /// Throws InputError with the reason, if there is one, where the scene writes the solver.
    void require_fit(const TangentProperties& tangent) const;

    /// Takes the values of A (factors it, or builds a preconditioner). A stays valid until the next
    /// call.
    virtual Event prepare(const Tangent& tangent, const FixedMask& fixed) = 0;
    /// x := A^-1 b on free degrees of freedom; x of fixed ones is set to zero. `tolerance` is what
    /// the caller needs, relative; 0 asks for the solver's own setting. A direct solver ignores it.
    virtual LinearOutcome solve(const Vector& b, Vector& x, double tolerance) = 0;
    /// X := A^-1 B for each column of B (n x m), together where the solver can. The outcome is that
    /// of the first column that fails, or of the last. Bits of a column do not depend on the number
    /// of threads.
    virtual LinearOutcome solve_many(const Eigen::MatrixXd& B, Eigen::MatrixXd& X,
                                     double tolerance);
    /// x := A^-1 b to some six digits, faster than `solve`, for preconditioners. False, and nothing
    /// done, where the solver cannot, or single precision does not suffice.
    virtual bool solve_rounded(const Vector& /*b*/, Vector& /*x*/) { return false; }
    /// True if it factors the full matrix, as players of exported models do.
    virtual bool is_dense() const { return false; }

    /// Saves and restores the state between steps that changes results (a lagged factor, warm
    /// starts).
    virtual void save(Archive&, const std::string& /*prefix*/) const {}
    virtual void restore(const Archive&, const std::string& /*prefix*/) {}
    /// A function that brings back the state of now, for a step that is stopped. Solvers whose
    /// state is large copy it when it changes, not before (see StateBefore).
    virtual std::function<void()> way_back();
    /// Writes counts to run.json.
    virtual void report(nlohmann::json& report) const = 0;
};

}  // namespace sinew
