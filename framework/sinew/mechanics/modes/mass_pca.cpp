/// Snapshots S = Q R with mass-orthonormal Q; then the singular value decomposition of the small R.
/// The Gram matrix S'MS would lose half of the digits.

#include <fmt/format.h>

#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/eigenmodes.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>

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
        const Index p = X.cols();
        const Vector norms =
            X.cwiseProduct(mass_times_(X)).colwise().sum().cwiseMax(0).cwiseSqrt().transpose();
        std::vector<char> kept(std::size_t(p), 1);
        Eigen::MatrixXd B = Eigen::MatrixXd::Identity(p, p);  // so far, the block is X B
        take_out(first, B, X);
        for (int pass = 0; pass < 2; ++pass) {
            take_out(first, B, X);
            B = (orthonormalise(X, norms, pass == 0, kept) * B).eval();
        }
        take_out(first, B, X);
        for (Index j = 0; j < p; ++j) {
            if (!kept[std::size_t(j)]) continue;
            Q_.col(rank_) = X.col(j);
            R_.block(rank_, first, 1, p) = B.row(j);
            ++rank_;
        }
    }

    /// Takes from X what lies in Q.
    void take_out(Index first, const Eigen::MatrixXd& B, Eigen::MatrixXd& X) {
        if (first == 0) return;
        const auto before = Q_.leftCols(rank_);
        const Eigen::MatrixXd C = transpose_times(before, mass_times_(X));
        tall_product(-1, before, C, 1, X);
        R_.block(0, first, rank_, X.cols()) += C * B;
    }

    /// X := Y and returns B of X = Y B. A column that is negligible compared with the norms becomes
    /// zero.
    Eigen::MatrixXd orthonormalise(Eigen::MatrixXd& X, const Vector& norms, bool may_drop,
                                   std::vector<char>& kept) const {
        Eigen::MatrixXd MX = mass_times_(X), B = Eigen::MatrixXd::Zero(X.cols(), X.cols());
        for (Index j = 0; j < X.cols(); ++j) {
            for (Index i = 0; i < j; ++i) {
                B(i, j) = X.col(i).dot(MX.col(j));
                X.col(j) -= B(i, j) * X.col(i);
                MX.col(j) -= B(i, j) * MX.col(i);
            }
            const double norm = std::sqrt(std::max(0.0, X.col(j).dot(MX.col(j))));
            if (may_drop && !(norm > round_off * norms(j))) kept[std::size_t(j)] = 0;
            const double scale = kept[std::size_t(j)] ? 1 / norm : 0;
            if (kept[std::size_t(j)]) B(j, j) = norm;
            X.col(j) *= scale;
            MX.col(j) *= scale;
        }
        return B;
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
    const SingularDecomposition svd = singular_decomposition(qr.R());
    const Vector& s = svd.values;
    const Index rank = (s.array() > round_off * s(0)).count();
    pca.singular_values = s.head(rank);
    tall_product(1, qr.Q(), svd.U.leftCols(rank), 0, pca.vectors);
    fix_signs(pca.vectors);
    return pca;
}

Eigen::MatrixXd first_vectors(const MassPca& pca, Index size, const SourceMark& where,
                              const std::string& of, const std::string& remedy) {
    if (size > pca.vectors.cols())
        throw InputError(where,
                         fmt::format("size {} asked of {}, which span {} dimensions", size, of,
                                     pca.vectors.cols()),
                         "ask for a smaller `size`" + remedy);
    return pca.vectors.leftCols(size);
}

Vector weights_of(const MassPca& pca, Index r) {
    return pca.singular_values.head(r) / pca.singular_values(0);
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
