/// Factorisation of a full matrix: Cholesky's A = L L' where the tangent is symmetric, else P A = L
/// U.
///
/// For systems of few coordinates (bodies in subspaces); its cost grows with their cube, and its
/// memory with their square.
///
/// Golub & Van Loan, Matrix Computations, 4th ed., 2013, sections 3.4 and 4.2.

#include <fmt/format.h>

#include <cmath>
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/linear/linear_solver.hpp>

namespace sinew {

namespace {

/// Writes entries into a full matrix over the free coordinates.
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
    /// 20,000 coordinates would take 3.2 GB.
    static constexpr Index most_coordinates = 5000;

    struct Params {
        static constexpr std::tuple<> fields{};
    };
    explicit Dense(const Params&) {}

    std::string misfit(const TangentNature& tangent) const override {
        if (!tangent.has_entries)
            return "linear/dense needs the tangent's entries, and this one is an operator only; "
                   "use linear: {type: pcg}";
        return {};
    }

    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        if (fixed.n_free > most_coordinates)
            throw InputError(provenance.where,
                             fmt::format("linear/dense takes at most {} free coordinates, and "
                                         "there are {}",
                                         most_coordinates, fixed.n_free),
                             "use linear: {type: cholesky}");
        number(fixed);
        if (tangent.dense() && fixed.n_free == tangent.size()) {
            A_ = *tangent.dense();
        } else {
            A_.setZero(fixed.n_free, fixed.n_free);
            DenseSink sink(number_, A_);
            tangent.add_entries(sink, 0);
        }
        is_symmetric_ = tangent.symmetric();
        ++n_factorisations_;
        return is_symmetric_ ? factor_symmetric() : factor_general();
    }

    LinearOutcome solve(const Vector& b, Vector& x, double /*tolerance*/) override {
        LinearOutcome outcome;
        outcome.iterations = 1;
        x.resize(b.size());
        if (b.size() == A_.rows()) {
            x = b;
            solve_in_place(x);
            return outcome;
        }
        free_.resize(A_.rows());
        for (std::size_t i = 0; i < number_.size(); ++i)
            if (number_[i] >= 0) free_(number_[i]) = b(Index(i));
        solve_in_place(free_);
        for (std::size_t i = 0; i < number_.size(); ++i)
            x(Index(i)) = number_[i] >= 0 ? free_(number_[i]) : 0;
        return outcome;
    }

    void report(nlohmann::json& report) const override {
        report["factorisations"] = n_factorisations_;
        report["size"] = A_.rows();
    }

private:
    void number(const FixedMask& fixed) {
        if (fixed.revision == fixed_revision_ && number_.size() == fixed.fixed.size()) return;
        fixed_revision_ = fixed.revision;
        number_.resize(fixed.fixed.size());
        Index n = 0;
        for (std::size_t i = 0; i < number_.size(); ++i) number_[i] = fixed.fixed[i] ? -1 : n++;
    }

    Event factor_symmetric() {
        cholesky_.compute(A_);
        if (cholesky_.info() == Eigen::Success) {
            const auto pivots = cholesky_.matrixLLT().diagonal();
            const bool is_regular =
                pivots.size() == 0 || pivots.minCoeff() > 1e-8 * pivots.maxCoeff();
            if (is_regular) return {};
            return {Event::Kind::not_definite, "", -1, "singular to working precision"};
        }
        if (!A_.allFinite()) return {Event::Kind::not_finite, "", -1, "the entries of the tangent"};
        return {Event::Kind::not_definite, "", -1, "a pivot is not positive"};
    }

    Event factor_general() {
        if (!A_.allFinite()) return {Event::Kind::not_finite, "", -1, "the entries of the tangent"};
        lu_.compute(A_);
        if (lu_.rcond() < 1e-16)
            return {Event::Kind::not_definite, "", -1, "singular to working precision"};
        return {};
    }

    void solve_in_place(Vector& x) {
        if (is_symmetric_)
            cholesky_.solveInPlace(x);
        else
            x = lu_.solve(x).eval();
    }

    Eigen::MatrixXd A_;
    Eigen::LLT<Eigen::MatrixXd> cholesky_;
    Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
    std::vector<Index> number_;  // of each coordinate among the free ones, or -1
    long fixed_revision_ = -1, n_factorisations_ = 0;
    bool is_symmetric_ = true;
    Vector free_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Dense, "linear/dense", "Cholesky or LU factorisation of a full matrix")
