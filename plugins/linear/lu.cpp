/// Sparse LU factorisation with partial pivoting, for tangents that are not symmetric: follower
/// pressure, friction. The symbolic factorisation is reused while the pattern stays.
///
/// Davis, Algorithm 832: UMFPACK V4.3, ACM TOMS 30(2), 2004.

#include <fmt/format.h>
#include <umfpack.h>

#include <new>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>
#include <sinew/mechanics/math/blas.hpp>

namespace sinew {

class Lu final : public LinearSolver {
public:
    static constexpr const char* source = "Davis 2004, ACM TOMS 30(2)";

    struct Params {
        static constexpr std::tuple<> fields{};
    };

    explicit Lu(const Params&) : matrix_(ReducedMatrix::Storage::full) {
        use_one_blas_thread();
        reserve_blas_buffer();
        umfpack_di_defaults(control_);
    }
    ~Lu() override {
        umfpack_di_free_numeric(&numeric_);
        umfpack_di_free_symbolic(&symbolic_);
    }

    std::string unsupported(const TangentProperties& tangent) const override {
        return tangent.has_entries
                   ? ""
                   : "linear/lu needs the tangent's entries, and this one is an operator only; use "
                     "linear: {type: pcg} if it is symmetric";
    }

    /// UMFPACK wants columns; given rows it factors the transpose, and solves with that one's.
    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        const bool changed = matrix_.update(tangent, fixed);
        const int n = static_cast<int>(matrix_.size());
        const int *starts = matrix_.starts().data(), *cross = matrix_.cross().data();
        int status = UMFPACK_OK;
        if (changed || !symbolic_) {
            umfpack_di_free_symbolic(&symbolic_);
            status = umfpack_di_symbolic(n, n, starts, cross, nullptr, &symbolic_, control_, info_);
            ++n_analyses_;
        }
        umfpack_di_free_numeric(&numeric_);
        if (status == UMFPACK_OK)
            status = umfpack_di_numeric(starts, cross, matrix_.values().data(), symbolic_,
                                        &numeric_, control_, info_);
        ++n_factorisations_;
        if (status == UMFPACK_WARNING_singular_matrix)
            return {Event::Kind::not_definite, "", -1, "the tangent is singular"};
        if (status != UMFPACK_OK) return failure(status);
        return {};
    }

    LinearOutcome solve(const Vector& b, Vector& x, double /*tolerance*/) override {
        matrix_.gather(b, free_b_);
        free_x_.resize(free_b_.size());
        LinearOutcome outcome;
        outcome.iterations = 1;
        const int status = umfpack_di_solve(
            UMFPACK_At, matrix_.starts().data(), matrix_.cross().data(), matrix_.values().data(),
            free_x_.data(), free_b_.data(), numeric_, control_, info_);
        if (status != UMFPACK_OK) outcome.event = failure(status);
        matrix_.scatter(free_x_, x);
        return outcome;
    }

    void report(nlohmann::json& report) const override {
        report["analyses"] = n_analyses_;
        report["factorisations"] = n_factorisations_;
        report["size"] = matrix_.size();
    }

private:
    static Event failure(int status) {
        if (status == UMFPACK_ERROR_out_of_memory) throw std::bad_alloc();  // no smaller step helps
        const char* why = status == UMFPACK_WARNING_singular_matrix ? "the tangent is singular"
                                                                    : "internal error";
        return {Event::Kind::not_converged, "", -1,
                fmt::format("UMFPACK could not factor or solve: {} (status {})", why, status)};
    }

    ReducedMatrix matrix_;
    void *symbolic_ = nullptr, *numeric_ = nullptr;
    double control_[UMFPACK_CONTROL], info_[UMFPACK_INFO];
    Vector free_b_, free_x_;
    long n_analyses_ = 0, n_factorisations_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Lu, "linear/lu", "Sparse LU factorisation (UMFPACK), for unsymmetric tangents")
