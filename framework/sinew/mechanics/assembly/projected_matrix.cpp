#include <algorithm>
#include <sinew/mechanics/assembly/projected_matrix.hpp>
#include <vector>

namespace sinew {

namespace {

/// Rows of nodes that are projected at once: their part of U and of A U stays in the cache.
constexpr Index block_nodes = 64;
/// Sums that are taken apart, whatever the number of threads.
constexpr Index n_shares = 16;
/// Columns of A U that one sweep over a row of A finds.
constexpr Index strip = 16;

using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Strip = Eigen::Array<double, 1, strip>;

/// U by rows, in strips of columns, and which of these are not zero at a node.
class StripedRows {
public:
    explicit StripedRows(const ConstMatrix& U)
        : n_strips_((U.cols() + strip - 1) / strip),
          rows_(U.rows(), n_strips_ * strip),
          moves_(std::size_t(U.rows() / 3 * n_strips_)) {
        parallel_for_if(U.rows() > 3 * block_nodes, U.rows() / 3, [&](Index node) {
            auto here = rows_.middleRows<3>(3 * node);
            here.leftCols(U.cols()) = U.middleRows<3>(3 * node);
            here.rightCols(rows_.cols() - U.cols()).setZero();
            for (Index k = 0; k < n_strips_; ++k)
                moves_[std::size_t(node * n_strips_ + k)] =
                    (here.middleCols<strip>(k * strip).array() != 0).any();
        });
    }

    Index n_strips() const { return n_strips_; }
    /// Rows of these nodes, 3 each.
    auto of_nodes(Index first, Index n) const { return rows_.middleRows(3 * first, 3 * n); }
    /// Numbers of a row from a strip on.
    const double* at(Index row, Index k) const {
        return rows_.data() + row * rows_.cols() + k * strip;
    }
    bool moves(Index node, Index k) const { return moves_[std::size_t(node * n_strips_ + k)] != 0; }

private:
    Index n_strips_;
    Rows rows_;
    std::vector<char> moves_;
};

/// Columns of strips k in which one of these nodes moves.
std::vector<Index> columns_of(const StripedRows& U, Index first, Index n, Index n_columns) {
    std::vector<Index> columns;
    for (Index k = 0; k < U.n_strips(); ++k) {
        bool any = false;
        for (Index node = first; node < first + n && !any; ++node) any = U.moves(node, k);
        for (Index j = k * strip; any && j < std::min(n_columns, (k + 1) * strip); ++j)
            columns.push_back(j);
    }
    return columns;
}

/// AU := 3 rows of A times U.
void multiply(const NodeRows& A, const StripedRows& U, Index node, Eigen::Ref<Rows> AU) {
    for (Index strip_number = 0; strip_number < U.n_strips(); ++strip_number) {
        Strip sum[3] = {Strip::Zero(), Strip::Zero(), Strip::Zero()};
        for (int b = A.starts[node]; b < A.starts[node + 1]; ++b) {
            const Index other = A.columns[b];
            if (!U.moves(other, strip_number)) continue;
            const double* a = A.values + 9 * std::ptrdiff_t(b);
            for (int k = 0; k < 3; ++k) {
                const Strip row = Eigen::Map<const Strip>(U.at(3 * other + k, strip_number));
                for (int l = 0; l < 3; ++l) sum[l] += a[3 * k + l] * row;
            }
        }
        for (Index l = 0; l < 3; ++l)
            AU.row(l).segment<strip>(strip_number * strip) = sum[l].matrix();
    }
}

/// U'A U by the entries that a tangent adds.
class ProjectedEntries final : public EntrySink {
public:
    explicit ProjectedEntries(const ConstMatrix& U)
        : U_(U), sum_(Eigen::MatrixXd::Zero(U.cols(), U.cols())) {}

    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        sum_ += U_.middleRows(row, block.rows()).transpose() *
                (block * U_.middleRows(col, block.cols()));
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override { add(row, col, block); }
    void add_rows(const NodeRows& rows, Index offset) override {
        sum_ += projected(rows, U_.middleRows(offset, 3 * rows.n_rows));
    }
    Eigen::MatrixXd& sum() { return sum_; }

private:
    const ConstMatrix& U_;
    Eigen::MatrixXd sum_;
};

}  // namespace

Eigen::MatrixXd projected(const NodeRows& A, const ConstMatrix& U) {
    const Index r = U.cols(), n_blocks = (A.n_rows + block_nodes - 1) / block_nodes;
    const StripedRows rows(U);
    std::vector<Eigen::MatrixXd> sums(static_cast<std::size_t>(n_shares));
    parallel_for(n_shares, [&](Index share) {
        Eigen::MatrixXd& sum = sums[static_cast<std::size_t>(share)];
        sum.setZero(r, r);
        Rows AU, left;
        Eigen::MatrixXd product;
        for (Index block = n_blocks * share / n_shares; block < n_blocks * (share + 1) / n_shares;
             ++block) {
            const Index first = block * block_nodes, n = std::min(block_nodes, A.n_rows - first);
            const std::vector<Index> columns = columns_of(rows, first, n, r);
            if (columns.empty()) continue;
            AU.resize(3 * n, rows.n_strips() * strip);
            for (Index i = 0; i < n; ++i) multiply(A, rows, first + i, AU.middleRows<3>(3 * i));
            left = rows.of_nodes(first, n)(Eigen::all, columns);
            product.noalias() = left.transpose() * AU.leftCols(r);
            sum(columns, Eigen::all) += product;
        }
    });
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(r, r);
    for (const Eigen::MatrixXd& of_share : sums) sum += of_share;
    return sum;
}

Eigen::MatrixXd projected(const Tangent& A, const ConstMatrix& U) {
    Eigen::MatrixXd product;
    if (A.has_entries()) {
        ProjectedEntries entries(U);
        A.add_entries(entries, 0);
        product = std::move(entries.sum());
    } else {
        product = transpose_times(
            U, product_by_columns(U, [&](const Vector& x, Vector& y) { A.apply(x, y); }));
    }
    if (A.symmetric()) product = (0.5 * (product + product.transpose())).eval();
    return product;
}

}  // namespace sinew
