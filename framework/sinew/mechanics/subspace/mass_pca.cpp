/// Snapshots S = Q R with mass-orthonormal Q; then the singular value decomposition of the small R.
/// The Gram matrix S'MS would lose half of the digits.

#include <Eigen/SVD>
#include <sinew/mechanics/linear/tall_products.hpp>
#include <sinew/mechanics/subspace/eigenmodes.hpp>
#include <sinew/mechanics/subspace/mass_pca.hpp>

namespace sinew {

namespace {

constexpr Index snapshot_block = 16;
/// Part of a snapshot, or of the largest singular value, that is taken for round-off.
constexpr double round_off = 1e-14;

/// Gram and Schmidt's method by blocks, each twice.
class MassQr {
public:
    MassQr(const Eigen::MatrixXd& S, const MassProduct& mass_times) : mass_times_(mass_times) {
        const Index n = S.cols();
        Q_.resize(S.rows(), n);
        R_ = Eigen::MatrixXd::Zero(n, n);
        for (Index first = 0; first < n; first += snapshot_block)
            add(S.middleCols(first, std::min(snapshot_block, n - first)), first);
    }
    auto Q() const { return Q_.leftCols(rank_); }
    auto R() const { return R_.topRows(rank_); }

private:
    void add(Eigen::MatrixXd X, Index first) {
        const Vector norms =
            X.cwiseProduct(mass_times_(X)).colwise().sum().cwiseMax(0).cwiseSqrt().transpose();
        take_out(0, first, X);
        take_out(0, first, X);
        const Index begin = rank_;
        for (Index j = 0; j < X.cols(); ++j) add_column(X.col(j), norms(j), begin, first + j);
    }

    /// Takes from X, whose first column is snapshot j, what lies in the columns of Q after `from`.
    void take_out(Index from, Index j, Eigen::MatrixXd& X) {
        if (rank_ == from) return;
        const auto near = Q_.middleCols(from, rank_ - from);
        const Eigen::MatrixXd C = transpose_times(near, mass_times_(X));
        tall_product(-1, near, C, 1, X);
        R_.block(from, j, C.rows(), C.cols()) += C;
    }

    double norm(const Eigen::MatrixXd& x) const {
        return std::sqrt(std::max(0.0, x.col(0).dot(mass_times_(x).col(0))));
    }

    void add_column(Eigen::MatrixXd x, double whole, Index begin, Index j) {
        const double before = norm(x);
        take_out(begin, j, x);
        take_out(begin, j, x);
        // What little is left of a column lies anywhere.
        if (norm(x) < 0.1 * before || before < 0.1 * whole) take_out(0, j, x);
        const double left = norm(x);
        if (!(left > round_off * whole)) return;
        R_(rank_, j) = left;
        Q_.col(rank_) = x / left;
        ++rank_;
    }

    const MassProduct& mass_times_;
    Index rank_ = 0;
    Eigen::MatrixXd Q_, R_;
};

}  // namespace

MassPca mass_pca(const Eigen::MatrixXd& snapshots, const MassProduct& mass_times) {
    const MassQr qr(snapshots, mass_times);
    MassPca pca;
    if (qr.Q().cols() == 0) return {Eigen::MatrixXd(snapshots.rows(), 0), Vector(0)};
    const SerialEigen serial;
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(Eigen::MatrixXd(qr.R()), Eigen::ComputeThinU);
    const Vector& s = svd.singularValues();
    const Index rank = (s.array() > round_off * s(0)).count();
    pca.singular_values = s.head(rank);
    tall_product(1, qr.Q(), svd.matrixU().leftCols(rank), 0, pca.vectors);
    fix_signs(pca.vectors);
    return pca;
}

Index size_within(const Vector& singular_values, double tolerance) {
    const double limit = tolerance * tolerance * singular_values.squaredNorm();
    Index r = singular_values.size();
    double left_out = 0;
    while (r > 0 && left_out + singular_values(r - 1) * singular_values(r - 1) <= limit) {
        left_out += singular_values(r - 1) * singular_values(r - 1);
        --r;
    }
    return r;
}

}  // namespace sinew
