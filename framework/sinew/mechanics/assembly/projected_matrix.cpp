#include <algorithm>
#include <sinew/mechanics/assembly/projected_matrix.hpp>
#include <span>
#include <vector>

namespace sinew {

namespace {

/// Nodes that are projected at once: their rows of U and of A U stay in the cache.
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
    /// Nodes that the same strips move, one after the other; nodes that none moves are left out.
    std::vector<Index> moving_nodes() const {
        const auto strips_of = [&](Index node) {
            const auto first = moves_.begin() + node * n_strips_;
            return std::span(first, first + n_strips_);
        };
        std::vector<Index> nodes;
        for (Index node = 0; node < rows_.rows() / 3; ++node)
            if (std::ranges::find(strips_of(node), 1) != strips_of(node).end())
                nodes.push_back(node);
        std::ranges::stable_sort(nodes, [&](Index a, Index b) {
            return std::ranges::lexicographical_compare(strips_of(a), strips_of(b));
        });
        return nodes;
    }
    /// The rows of a node.
    auto of_node(Index node) const { return rows_.middleRows<3>(3 * node); }
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

/// The columns of these strips.
std::vector<Index> columns_of(const std::vector<char>& strips, Index n_columns) {
    std::vector<Index> columns;
    for (Index k = 0; k < Index(strips.size()); ++k)
        for (Index j = k * strip;
             strips[std::size_t(k)] && j < std::min(n_columns, (k + 1) * strip); ++j)
            columns.push_back(j);
    return columns;
}

/// AU := 3 rows of A times U; notes the strips that move a neighbour, outside of which AU is 0.
void multiply(const NodeRows& A, const StripedRows& U, Index node, Eigen::Ref<Rows> AU,
              std::vector<char>& is_moved) {
    for (Index strip_number = 0; strip_number < U.n_strips(); ++strip_number) {
        Strip sum[3] = {Strip::Zero(), Strip::Zero(), Strip::Zero()};
        for (int b = A.starts[node]; b < A.starts[node + 1]; ++b) {
            const Index other = A.columns[b];
            if (!U.moves(other, strip_number)) continue;
            is_moved[std::size_t(strip_number)] = 1;
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
    const Index r = U.cols();
    const StripedRows rows(U);
    const std::vector<Index> nodes = rows.moving_nodes();
    const Index n_nodes = Index(nodes.size()), n_blocks = (n_nodes + block_nodes - 1) / block_nodes;
    std::vector<Eigen::MatrixXd> sums(static_cast<std::size_t>(n_shares));
    parallel_for(n_shares, [&](Index share) {
        Eigen::MatrixXd& sum = sums[static_cast<std::size_t>(share)];
        sum.setZero(r, r);
        Rows U_here(3 * block_nodes, rows.n_strips() * strip), AU = U_here, left, right;
        Eigen::MatrixXd product;
        std::vector<char> moves, moves_neighbours;
        for (Index block = n_blocks * share / n_shares; block < n_blocks * (share + 1) / n_shares;
             ++block) {
            const Index first = block * block_nodes, n = std::min(block_nodes, n_nodes - first);
            moves.assign(std::size_t(rows.n_strips()), 0);
            moves_neighbours = moves;
            for (Index i = 0; i < n; ++i) {
                const Index node = nodes[std::size_t(first + i)];
                for (Index k = 0; k < rows.n_strips(); ++k)
                    if (rows.moves(node, k)) moves[std::size_t(k)] = 1;
                U_here.middleRows<3>(3 * i) = rows.of_node(node);
                multiply(A, rows, node, AU.middleRows<3>(3 * i), moves_neighbours);
            }
            const std::vector<Index> columns = columns_of(moves, r),
                                     columns_right = columns_of(moves_neighbours, r);
            left = U_here.topRows(3 * n)(Eigen::all, columns);
            right = AU.topRows(3 * n)(Eigen::all, columns_right);
            product.noalias() = left.transpose() * right;
            sum(columns, columns_right) += product;
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
