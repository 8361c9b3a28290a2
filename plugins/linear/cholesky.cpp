/// Sparse Cholesky factorisation A = P' L L' P of a symmetric, positive definite tangent.
///
/// The ordering P and the structure of L are found once for a pattern and reused while it stays; L
/// itself is kept as long as the values of A stay, to the last bit (as-rigid-as-possible elasticity
/// with the rotations of a rig, linear elasticity). A matrix that acts on x, y and z alike is
/// factored for one axis.
/// Orderings by approximate minimum degree and by nested dissection (METIS) are both tried, and
/// the one with the sparser L is kept. Bits do not depend on the number of threads: CHOLMOD's own
/// team and its BLAS run on one.
///
/// Chen, Davis, Hager & Rajamanickam, Algorithm 887: CHOLMOD, ACM TOMS 35(3), 2008.

#include <cholmod.h>
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/cholmod_views.hpp>
#include <sinew/mechanics/linear/held_termination.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>
#include <sinew/mechanics/math/blas.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

#include "cholesky/alike_axes.hpp"
#include "cholesky/rounded_factor.hpp"

namespace sinew {

enum class Ordering { best, amd, metis };

template <>
struct EnumNames<Ordering> {
    static constexpr std::array names{std::pair{"best", Ordering::best},
                                      std::pair{"amd", Ordering::amd},
                                      std::pair{"metis", Ordering::metis}};
};

class Cholesky final : public LinearSolver {
public:
    static constexpr const char* source = "Chen et al. 2008, ACM TOMS 35(3)";
    static constexpr std::array traits{linear_trait::needs_symmetry};

    struct Params {
        Ordering ordering = Ordering::best;
        static constexpr auto fields = std::tuple{
            field("ordering", &Params::ordering,
                  "Order of elimination: by minimum degree (amd), nested dissection (metis), or "
                  "whichever of both fills less (best)"),
        };
    };

    explicit Cholesky(const Params& params) : matrix_(ReducedMatrix::Storage::lower) {
        use_one_blas_thread();
        reserve_blas_buffer();
        start_supernodal(common_, params.ordering == Ordering::metis ? CHOLMOD_METIS : CHOLMOD_AMD);
        if (params.ordering != Ordering::best) return;
        common_.nmethods = 2;
        common_.method[1].ordering = CHOLMOD_METIS;
    }

    ~Cholesky() override {
        cholmod_free_factor(&factor_, &common_);
        cholmod_free_dense(&solution_, &common_);
        cholmod_free_dense(&work_y_, &common_);
        cholmod_free_dense(&work_e_, &common_);
        cholmod_finish(&common_);
    }

    std::string unsupported(const TangentProperties& tangent) const override {
        if (!tangent.symmetric)
            return "linear/cholesky needs a symmetric tangent, and this one is not (follower "
                   "pressure, friction); use linear: {type: lu}";
        if (!tangent.has_entries)
            return "linear/cholesky needs the tangent's entries, and this one is an operator only; "
                   "use linear: {type: pcg}";
        return {};
    }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        const std::pair revisions{tangent.values_revision(), fixed.revision};
        if (is_kept_ && revisions.first != 0 && revisions == kept_revisions_) return {};
        const bool changed = matrix_.update(tangent, fixed);
        kept_revisions_ = revisions;
        if (is_kept_ && !changed && values_are_kept()) return {};
        is_kept_ = false;
        if (Event event = factor(changed)) return event;
        is_kept_ = true;
        kept_values_ = matrix_.values();
        return {};
    }

    LinearOutcome solve(const Vector& b, Vector& x, double /*tolerance*/) override {
        ++n_solves_;
        matrix_.gather(b, free_b_);
        if (is_alike_) folded_b_ = AlikeAxes::folded(free_b_);
        cholmod_dense rhs = is_alike_ ? view(folded_b_) : view(free_b_);
        int done = 0;
        on_one_thread([&] {
            done = cholmod_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &solution_, nullptr, &work_y_,
                                  &work_e_, &common_);
        });
        LinearOutcome outcome;
        outcome.iterations = 1;
        if (!done) {
            outcome.event = failure("CHOLMOD could not solve");
            return outcome;
        }
        free_x_.resize(free_b_.size());
        take(*solution_, free_x_);
        matrix_.scatter(free_x_, x);
        return outcome;
    }

    LinearOutcome solve_many(const Eigen::MatrixXd& B, Eigen::MatrixXd& X, double) override {
        constexpr Index chunk = 8;  // columns that go through the factor together
        const Index n_chunks = (B.cols() + chunk - 1) / chunk;
        n_solves_ += B.cols();
        X.setZero(B.rows(), B.cols());
        std::atomic<bool> failed = false;
        parallel_for_dynamic(
            n_chunks, 1, [](int) { return SolveRoom(); },
            [&](SolveRoom& room, Index k) {
                const Index first = k * chunk, n = std::min(chunk, B.cols() - first);
                if (!solve_columns(B.middleCols(first, n), X.middleCols(first, n), room))
                    failed = true;
            });
        LinearOutcome outcome;
        outcome.iterations = 1;
        if (failed) outcome.event = failure("CHOLMOD could not solve");
        return outcome;
    }

    /// Solves by a copy of the factor, made at the first call. The factor of alike axes is small as
    /// it is.
    bool solve_rounded(const Vector& b, Vector& x) override {
        if (is_alike_ || !factor_ || !factor_->is_super) return false;
        if (!is_rounded_) is_rounded_ = rounded_.take(supernodes());
        if (!*is_rounded_) return false;
        ++n_solves_;
        matrix_.gather(b, free_b_);
        rounded_.solve(free_b_, free_x_);
        matrix_.scatter(free_x_, x);
        return true;
    }

    void report(nlohmann::json& report) const override {
        report["analyses"] = n_analyses_;
        report["factorisations"] = n_factorisations_;
        report["solves"] = n_solves_;
        report["alike_axes"] = is_alike_;
        report["ordering"] = ordering_ == CHOLMOD_METIS ? "metis" : "amd";
        report["factor_entries"] = factor_entries_;
        report["size"] = matrix_.size();
    }

private:
    /// Work space of a thread that solves with the factor that all share.
    struct SolveRoom {
        SolveRoom() {
            cholmod_start(&common);
            common.print = 0;
        }
        SolveRoom(const SolveRoom&) = delete;
        SolveRoom& operator=(const SolveRoom&) = delete;
        ~SolveRoom() {
            cholmod_free_dense(&solution, &common);
            cholmod_free_dense(&work_y, &common);
            cholmod_free_dense(&work_e, &common);
            cholmod_finish(&common);
        }
        cholmod_common common{};
        cholmod_dense *solution = nullptr, *work_y = nullptr, *work_e = nullptr;
        Eigen::MatrixXd b, folded;
    };

    /// False if it failed.
    bool solve_columns(const Eigen::Ref<const Eigen::MatrixXd>& B, Eigen::Ref<Eigen::MatrixXd> X,
                       SolveRoom& room) const {
        room.b = B(matrix_.free(), Eigen::all);
        if (is_alike_) room.folded = AlikeAxes::folded(room.b);
        cholmod_dense rhs = view(is_alike_ ? room.folded : room.b);
        const int done = cholmod_solve2(CHOLMOD_A, factor_, &rhs, nullptr, &room.solution, nullptr,
                                        &room.work_y, &room.work_e, &room.common);
        if (!done) return false;
        take(*room.solution, room.b);
        X(matrix_.free(), Eigen::all) = room.b;
        return true;
    }

    bool values_are_kept() const {
        return std::memcmp(kept_values_.data(), matrix_.values().data(),
                           sizeof(double) * std::size_t(matrix_.n_entries())) == 0;
    }

    Supernodes supernodes() const {
        const auto ints = [](const void* of) { return static_cast<const int*>(of); };
        return {Index(factor_->n),
                int(factor_->nsuper),
                ints(factor_->super),
                ints(factor_->pi),
                ints(factor_->px),
                ints(factor_->s),
                static_cast<const double*>(factor_->x),
                ints(factor_->Perm)};
    }

    Event factor(bool changed) {
        Activity activity("the factor of linear/cholesky");
        activity.detail(fmt::format("{} unknowns", matrix_.size()));
        is_rounded_.reset();
        const bool was_alike = std::exchange(is_alike_, alike_.take(matrix_));
        cholmod_sparse A = view();
        if (changed || was_alike != is_alike_ || !factor_) {
            cholmod_free_factor(&factor_, &common_);
            const HeldTermination held;
            on_one_thread([&] { factor_ = cholmod_analyze(&A, &common_); });
            ++n_analyses_;
            if (!factor_) return failure("CHOLMOD could not analyse the matrix");
            ordering_ = common_.method[common_.selected].ordering;
            factor_entries_ = common_.method[common_.selected].lnz;
        }
        on_one_thread([&] { cholmod_factorize(&A, factor_, &common_); });
        ++n_factorisations_;
        if (common_.status == CHOLMOD_NOT_POSDEF)
            return {Event::Kind::not_definite, "", -1,
                    fmt::format("pivot {} of {}", factor_->minor, A.nrow)};
        if (common_.status != CHOLMOD_OK) return failure("CHOLMOD could not factor the matrix");
        const double rcond = cholmod_rcond(factor_, &common_);
        if (!std::isfinite(rcond))
            return {Event::Kind::not_finite, "", -1, "the entries of the tangent"};
        if (matrix_.size() > 0 && rcond < 1e-16)
            return {Event::Kind::not_definite, "", -1, "singular to working precision"};
        return {};
    }

    /// The lower part of the matrix to factor: of one axis where all are alike.
    cholmod_sparse view() {
        const auto& starts = is_alike_ ? alike_.starts() : matrix_.starts();
        const auto& rows = is_alike_ ? alike_.rows() : matrix_.cross();
        const auto& values = is_alike_ ? alike_.values() : matrix_.values();
        return lower_half(starts, rows.data(), values.data());
    }

    template <class Derived>
    static cholmod_dense view(Eigen::PlainObjectBase<Derived>& b) {
        return dense_columns(b.data(), static_cast<std::size_t>(b.rows()),
                             static_cast<std::size_t>(b.cols()));
    }

    /// Copies CHOLMOD's solution to x, over the free degrees of freedom.
    void take(const cholmod_dense& solution, Eigen::Ref<Eigen::MatrixXd> x) const {
        const Eigen::Map<const Eigen::MatrixXd> found(static_cast<const double*>(solution.x),
                                                      Index(solution.nrow), Index(solution.ncol));
        if (is_alike_)
            AlikeAxes::unfold(found, x);
        else
            x = found;
    }

    /// The event of a failure; throws one that no smaller step mends.
    Event failure(const char* what) const {
        if (common_.status == CHOLMOD_OUT_OF_MEMORY) throw std::bad_alloc();
        if (common_.status == CHOLMOD_TOO_LARGE)
            throw ComputationError(
                fmt::format("{}: the factor of {} unknowns is too large for its integers", what,
                            matrix_.size()),
                "use linear: {type: pcg}, or fewer elements");
        return {Event::Kind::not_converged, "", -1, fmt::format("{}: internal error", what)};
    }

    ReducedMatrix matrix_;
    mutable cholmod_common common_{};
    cholmod_factor* factor_ = nullptr;
    cholmod_dense *solution_ = nullptr, *work_y_ = nullptr, *work_e_ = nullptr;
    AlikeAxes alike_;
    bool is_alike_ = false;                       ///< the factor is of one axis
    bool is_kept_ = false;                        ///< the factor is that of kept_values_
    std::vector<double> kept_values_;             ///< of the matrix
    std::pair<long, long> kept_revisions_{0, 0};  ///< of the tangent's values and the fixed mask
    RoundedFactor rounded_;
    std::optional<bool> is_rounded_;  ///< rounded_ is of factor_; false where it cannot be
    Vector free_b_, free_x_;
    Eigen::MatrixXd folded_b_;
    int ordering_ = CHOLMOD_AMD;
    double factor_entries_ = 0;
    long n_analyses_ = 0, n_factorisations_ = 0, n_solves_ = 0;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Cholesky, "linear/cholesky", "Sparse Cholesky factorisation (CHOLMOD)")
