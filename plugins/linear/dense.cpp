/// Factorisation of a full matrix: Cholesky's A = L D L' where the tangent is symmetric, else P A =
/// L U.
///
/// For systems of few degrees of freedom (bodies in subspaces); its cost grows with their cube, and
/// its memory with their square.
///
/// Golub & Van Loan, Matrix Computations, 4th ed., 2013, sections 3.4 and 4.1.

#include <fmt/format.h>

#include <cmath>
#include <Eigen/LU>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/math/dense_cholesky.hpp>

namespace sinew {

namespace {

/// Writes entries into a full matrix over the free degrees of freedom.
class DenseSink final : public EntrySink {
public:
    DenseSink(const std::vector<Index>& number, Eigen::MatrixXd& A) : number_(number), A_(A) {}
    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        for (Index j = 0; j < block.cols(); ++j)
            for (Index i = 0; i < block.rows(); ++i) put(row + i, col + j, block(i, j));
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        for (Index j = 0; j < 3; ++j)
            for (Index i = 0; i < 3; ++i) put(row + i, col + j, block(i, j));
    }

private:
    void put(Index row, Index col, double value) {
        const Index i = number_[std::size_t(row)], j = number_[std::size_t(col)];
        if (i >= 0 && j >= 0) A_(i, j) += value;
    }
    const std::vector<Index>& number_;
    Eigen::MatrixXd& A_;
};

}  // namespace

class Dense final : public LinearSolver {
public:
    static constexpr const char* source =
        "Golub & Van Loan, Matrix Computations, 2013, ch. 3 and 4";
    /// A tangent of 200 MB, its factor of the same size, and 4e10 operations a factorisation:
    /// systems with more degrees of freedom are meshes, whose tangents are sparse.
    static constexpr Index max_dofs = 5000;

    struct Params {
        static constexpr std::tuple<> fields{};
    };
    explicit Dense(const Params&) {}

    std::string unsupported(const TangentProperties& tangent) const override {
        if (!tangent.has_entries)
            return "linear/dense needs the tangent's entries, and this one is an operator only; "
                   "use linear: {type: pcg}";
        return {};
    }

    bool is_dense() const override { return true; }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        if (fixed.n_free > max_dofs)
            provenance.fail(
                fmt::format("linear/dense takes at most {} free degrees of freedom, and "
                            "there are {}",
                            max_dofs, fixed.n_free),
                "use linear: {type: cholesky}");
        ++n_factorisations_;
        n_ = fixed.n_free;
        is_symmetric_ = tangent.symmetric();
        if (tangent.dense() && n_ == tangent.size()) return factor(*tangent.dense());
        number(fixed);
        A_.setZero(n_, n_);
        DenseSink sink(number_, A_);
        tangent.add_entries(sink, 0);
        return factor(A_);
    }

    LinearOutcome solve(const Vector& b, Vector& x, double /*tolerance*/) override {
        LinearOutcome outcome;
        outcome.iterations = 1;
        x.resize(b.size());
        if (b.size() == n_) {
            x = b;
            solve_in_place(x);
            return outcome;
        }
        free_.resize(n_);
        for (std::size_t i = 0; i < number_.size(); ++i)
            if (number_[i] >= 0) free_(number_[i]) = b(Index(i));
        solve_in_place(free_);
        for (std::size_t i = 0; i < number_.size(); ++i)
            x(Index(i)) = number_[i] >= 0 ? free_(number_[i]) : 0;
        return outcome;
    }

    void report(nlohmann::json& report) const override {
        report["factorisations"] = n_factorisations_;
        report["size"] = n_;
    }

private:
    void number(const FixedMask& fixed) {
        if (fixed.revision == fixed_revision_ && number_.size() == fixed.fixed.size()) return;
        fixed_revision_ = fixed.revision;
        number_.resize(fixed.fixed.size());
        Index n = 0;
        for (std::size_t i = 0; i < number_.size(); ++i) number_[i] = fixed.fixed[i] ? -1 : n++;
    }

    Event factor(const Eigen::MatrixXd& A) {
        return is_symmetric_ ? factor_symmetric(A) : factor_general(A);
    }

    Event factor_symmetric(const Eigen::MatrixXd& A) {
        if (cholesky_.compute(A)) {
            if (!cholesky_.is_singular()) return {};
            return {Event::Kind::not_definite, "", -1, "singular to working precision"};
        }
        if (!A.allFinite()) return {Event::Kind::not_finite, "", -1, "the entries of the tangent"};
        return {Event::Kind::not_definite, "", -1, "a pivot is not positive"};
    }

    Event factor_general(const Eigen::MatrixXd& A) {
        if (!A.allFinite()) return {Event::Kind::not_finite, "", -1, "the entries of the tangent"};
        lu_.compute(A);
        if (lu_.rcond() < 1e-16)
            return {Event::Kind::not_definite, "", -1, "singular to working precision"};
        return {};
    }

    void solve_in_place(Vector& x) {
        if (is_symmetric_)
            cholesky_.solve_in_place(x);
        else
            x = lu_.solve(x).eval();
    }

    Index n_ = 0;
    Eigen::MatrixXd A_;  // of the free degrees of freedom, unless the tangent has them as a matrix
    DenseCholesky cholesky_;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
    std::vector<Index> number_;  // of each degree of freedom among the free ones, or -1
    long fixed_revision_ = -1, n_factorisations_ = 0;
    bool is_symmetric_ = true;
    Vector free_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Dense, "linear/dense", "Cholesky or LU factorisation of a full matrix")
