/// PETSc's Krylov methods and preconditioners (KSP, PC), chosen by PETSc's own option string:
///
///     linear: {type: petsc, options: "-ksp_type cg -pc_type gamg"}
///     linear: {type: petsc, options: "-ksp_type gmres -pc_type hypre"}
///     linear:
///       type: petsc
///       options: "-ksp_type preonly -pc_type lu -pc_factor_mat_solver_type mumps"
///
/// Algebraic multigrid (GAMG, hypre) is given the three degrees of freedom of each node, and the
/// rigid motions, where the tangent knows them. By default it aggregates plainly: in each of
/// Newton's iterations it is set up again, and smoothed aggregates (-pc_gamg_agg_nsmooths 1), which
/// save iterations, cost many times their setup on tetrahedra. The option string applies to this
/// solver alone, and none in it may name a file. Its sums are PETSc's: bits may depend on the
/// machine's BLAS.
///
/// Balay et al., PETSc/TAO Users Manual, ANL-21/39 Rev. 3.18, 2022.

#include <fmt/format.h>
#include <petscksp.h>

#include <algorithm>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>
#include <sinew/mechanics/math/decompositions.hpp>

#include "petsc/file_option.hpp"

namespace sinew {

namespace {

/// The last error of PETSc, as text; PETSc itself prints nothing and does not abort.
std::string& last_error() {
    static std::string text;
    return text;
}

PetscErrorCode remember_error(MPI_Comm, int, const char*, const char*, PetscErrorCode code,
                              PetscErrorType type, const char* message, void*) {
    if (type == PETSC_ERROR_INITIAL) last_error() = message ? message : "";
    return code;
}

/// PETSc is initialised when the first such solver is made, once, on this process alone.
void initialise_petsc() {
    static std::once_flag once;
    std::call_once(once, [] {
        // Its handler of signals would print and exit in place of ours.
        PetscOptionsSetValue(nullptr, "-no_signal_handler", "true");
        PetscInitializeNoArguments();
        PetscPushErrorHandler(remember_error, nullptr);
    });
}

}  // namespace

class Petsc final : public LinearSolver {
public:
    static constexpr const char* source = "Balay et al. 2022, PETSc/TAO Users Manual 3.18";

    struct Params {
        std::string options = "-ksp_type cg -pc_type gamg -pc_gamg_agg_nsmooths 0";
        double tolerance = 1e-8;
        int max_iterations = 10000;
        static constexpr auto fields = std::tuple{
            field("options", &Params::options, "PETSc's options, as on its command line"),
            field("tolerance", &Params::tolerance, between(0, 1),
                  "Relative residual to reach, where Newton's method does not ask for its own"),
            field("max_iterations", &Params::max_iterations, at_least(1),
                  "Iterations before the solve counts as failed"),
        };
    };

    Petsc(const Params& params, BuildContext& context)
        : params_(params), matrix_(ReducedMatrix::Storage::full) {
        if (const std::string option = file_option(params.options); !option.empty())
            context.fail(context.at("options"),
                         "PETSc would read or write a file for the option " + quote(option),
                         "write the options themselves here, none in a file or under a prefix; "
                         "views and monitors take no value, or `ascii`, and print on the terminal");
        initialise_petsc();
        PetscErrorCode code = PetscOptionsCreate(&options_);
        if (!code) code = PetscOptionsInsertString(options_, params.options.c_str());
        if (!code) code = make_solver();
        if (code)
            context.fail(context.at("options"),
                         "PETSc refuses the options '" + params.options + "': " + last_error(),
                         "see the PETSc manual pages of KSPSetFromOptions and PCSetFromOptions");
    }

    ~Petsc() override {
        KSPDestroy(&ksp_);
        MatDestroy(&A_);
        VecDestroy(&b_);
        VecDestroy(&x_);
        PetscOptionsDestroy(&options_);
    }

    std::string unsupported(const TangentProperties& tangent) const override {
        if (!tangent.has_entries)
            return "linear/petsc needs the tangent's entries, and this one is an operator only; "
                   "use linear: {type: pcg}";
        KSPType type = nullptr;
        KSPGetType(ksp_, &type);
        if (type && std::string(type) == KSPCG && !tangent.symmetric)
            return "linear/petsc with -ksp_type cg needs a symmetric tangent, and this one is not; "
                   "use -ksp_type gmres, or linear: {type: lu}";
        return {};
    }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        const bool changed = update(tangent, fixed) || !A_;
        PetscErrorCode code = changed ? create(tangent) : 0;
        // The values are ours and have changed: asking for them and giving them back says so.
        double* values = nullptr;
        if (!code) code = MatSeqAIJGetArray(A_, &values);
        if (!code) code = MatSeqAIJRestoreArray(A_, &values);
        if (!code) code = MatSetOption(A_, MAT_SYMMETRIC, PetscBool(tangent.symmetric()));
        if (!code) code = KSPSetOperators(ksp_, A_, A_);
        if (!code) code = KSPSetUp(ksp_);
        if (code) return failure(code, "could not set up its solver");
        refuse_unused_options();
        return {};
    }

    LinearOutcome solve(const Vector& b, Vector& x, double tolerance) override {
        LinearOutcome outcome;
        matrix_.gather(b, free_b_);
        for (const int k : constrained_) free_b_[k] = 0;
        free_x_.setZero(free_b_.size());
        PetscErrorCode code = VecPlaceArray(b_, free_b_.data());
        if (!code) code = VecPlaceArray(x_, free_x_.data());
        if (!code)
            code = KSPSetTolerances(ksp_, tolerance > 0 ? tolerance : params_.tolerance, 0,
                                    PETSC_DEFAULT, params_.max_iterations);
        if (!code) code = KSPSolve(ksp_, b_, x_);
        VecResetArray(b_);
        VecResetArray(x_);
        if (code) {
            outcome.event = failure(code, "could not solve");
            return outcome;
        }
        PetscInt iterations = 0;
        KSPGetIterationNumber(ksp_, &iterations);
        outcome.iterations = static_cast<int>(iterations);
        n_iterations_ += iterations;
        ++n_solves_;
        KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
        KSPGetConvergedReason(ksp_, &reason);
        if (reason < 0) {
            refuse_lack_of_memory();
            const bool indefinite =
                reason == KSP_DIVERGED_INDEFINITE_MAT || reason == KSP_DIVERGED_INDEFINITE_PC;
            outcome.event = {indefinite ? Event::Kind::not_definite : Event::Kind::not_converged,
                             "", -1,
                             fmt::format("PETSc: {} after {} iterations",
                                         KSPConvergedReasons[reason], iterations)};
        }
        matrix_.scatter(free_x_, x);
        return outcome;
    }

    void report(nlohmann::json& report) const override {
        report["options"] = params_.options;
        report["solves"] = n_solves_;
        report["iterations"] = n_iterations_;
        report["size"] = matrix_.size();
    }

private:
    /// A new solver with the options and without a matrix. KSPReset is not enough: GAMG of
    /// PETSc 3.18 then mixes levels of the matrix before with those of the new one, and no longer
    /// converges.
    PetscErrorCode make_solver() {
        KSPDestroy(&ksp_);
        PetscErrorCode code = KSPCreate(PETSC_COMM_SELF, &ksp_);
        if (!code) code = PetscObjectSetOptions(reinterpret_cast<PetscObject>(ksp_), options_);
        PC pc = nullptr;
        if (!code) code = KSPGetPC(ksp_, &pc);
        if (!code) code = PetscObjectSetOptions(reinterpret_cast<PetscObject>(pc), options_);
        if (!code) code = KSPSetFromOptions(ksp_);
        // GAMG, if that is it, keeps its aggregates for later values of the same structure.
        PetscBool is_chosen = PETSC_FALSE;
        if (!code)
            code =
                PetscOptionsHasName(options_, nullptr, "-pc_gamg_reuse_interpolation", &is_chosen);
        if (!code && !is_chosen) code = PCGAMGSetReuseInterpolation(pc, PETSC_TRUE);
        return code;
    }

    /// A misspelt option would be ignored in silence.
    void refuse_unused_options() const {
        PetscInt n = 0;
        char **names = nullptr, **values = nullptr;
        if (PetscOptionsLeftGet(options_, &n, &names, &values)) return;
        std::string list;
        for (PetscInt k = 0; k < n; ++k) list += fmt::format("{}-{}", k ? ", " : "", names[k]);
        PetscOptionsLeftRestore(options_, &n, &names, &values);
        if (list.empty()) return;
        throw InputError(
            Diagnostic::error("PETSc did not use these options: " + list)
                .remedy("look for a misspelling, or for an option of a method that is not chosen"));
    }

    /// Takes the tangent's values; returns whether the structure differs. A node that is
    /// constrained along some axes only keeps its three rows, the constrained ones with nothing but
    /// their diagonal entry: multigrid needs blocks of three, and a third of a node is none.
    bool update(const Tangent& tangent, const FixedMask& fixed) {
        block_ = tangent.dofs_per_node();
        std::vector<int> constrained;
        bool changed = false;
        if (block_ == 1) {
            changed = matrix_.update(tangent, fixed);
        } else {
            changed = matrix_.update(tangent, whole_nodes(fixed));
            for (Index k = 0; k < matrix_.size(); ++k)
                if (fixed.fixed[std::size_t(matrix_.free()[std::size_t(k)])])
                    constrained.push_back(static_cast<int>(k));
            if (!constrained.empty()) matrix_.decouple(constrained);
        }
        changed = changed || constrained != constrained_;
        constrained_ = std::move(constrained);
        return changed;
    }

    /// The mask of those nodes only whose degrees of freedom are all fixed.
    FixedMask whole_nodes(const FixedMask& fixed) const {
        FixedMask whole = fixed;
        whole.n_free = 0;
        for (auto node = whole.fixed.begin(); node != whole.fixed.end(); node += block_) {
            const bool all = std::all_of(node, node + block_, [](char flag) { return flag; });
            std::fill_n(node, block_, all);
            if (!all) whole.n_free += block_;
        }
        return whole;
    }

    /// A view of the matrix's own arrays, and the rigid motions with it.
    PetscErrorCode create(const Tangent& tangent) {
        const auto n = static_cast<PetscInt>(matrix_.size());
        MatDestroy(&A_);
        VecDestroy(&b_);
        VecDestroy(&x_);
        PetscErrorCode code = make_solver();
        if (!code)
            code = MatCreateSeqAIJWithArrays(PETSC_COMM_SELF, n, n,
                                             const_cast<int*>(matrix_.starts().data()),
                                             const_cast<int*>(matrix_.cross().data()),
                                             const_cast<double*>(matrix_.values().data()), &A_);
        if (!code) code = MatSetBlockSize(A_, block_);
        if (!code) code = VecCreateSeqWithArray(PETSC_COMM_SELF, block_, n, nullptr, &b_);
        if (!code) code = VecCreateSeqWithArray(PETSC_COMM_SELF, block_, n, nullptr, &x_);
        if (code) return code;
        return attach_near_null_space(tangent.near_null_space());
    }

    PetscErrorCode attach_near_null_space(const Eigen::MatrixXd& modes) {
        if (modes.cols() == 0) return 0;
        Eigen::MatrixXd free(matrix_.size(), modes.cols());
        for (Index k = 0; k < matrix_.size(); ++k)
            free.row(k) = modes.row(matrix_.free()[static_cast<std::size_t>(k)]);
        for (const int k : constrained_) free.row(k).setZero();
        // PETSc wants them orthonormal.
        const Eigen::MatrixXd basis = orthonormal_columns(free);
        std::vector<Vec> vectors(static_cast<std::size_t>(basis.cols()));
        for (Index k = 0; k < basis.cols(); ++k) {
            VecDuplicate(b_, &vectors[static_cast<std::size_t>(k)]);
            double* values = nullptr;
            VecGetArray(vectors[static_cast<std::size_t>(k)], &values);
            Eigen::Map<Vector>(values, basis.rows()) = basis.col(k);
            VecRestoreArray(vectors[static_cast<std::size_t>(k)], &values);
        }
        MatNullSpace space = nullptr;
        PetscErrorCode code =
            MatNullSpaceCreate(PETSC_COMM_SELF, PETSC_FALSE, static_cast<PetscInt>(vectors.size()),
                               vectors.data(), &space);
        if (!code) code = MatSetNearNullSpace(A_, space);
        MatNullSpaceDestroy(&space);
        for (Vec& vector : vectors) VecDestroy(&vector);
        return code;
    }

    /// Steps need not be cut where memory lacks.
    static Event failure(PetscErrorCode code, const char* what) {
        if (code == PETSC_ERR_MEM) throw std::bad_alloc();
        return {Event::Kind::not_converged, "", -1,
                fmt::format("PETSc {}: {}", what, last_error())};
    }

    /// A preconditioner (a factor of MUMPS, say) may keep its own account of that.
    void refuse_lack_of_memory() const {
        PC pc = nullptr;
        KSPGetPC(ksp_, &pc);
        PCFailedReason reason = PC_NOERROR;
        PCGetFailedReason(pc, &reason);
        if (reason == PC_FACTOR_OUTMEMORY) throw std::bad_alloc();
    }

    Params params_;
    ReducedMatrix matrix_;
    PetscInt block_ = 1;            // degrees of freedom a node
    std::vector<int> constrained_;  // rows of the matrix that a constraint holds all the same
    PetscOptions options_ = nullptr;
    KSP ksp_ = nullptr;
    Mat A_ = nullptr;
    Vec b_ = nullptr, x_ = nullptr;
    Vector free_b_, free_x_;
    long n_solves_ = 0, n_iterations_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Petsc, "linear/petsc", "Any Krylov method and preconditioner of PETSc")
