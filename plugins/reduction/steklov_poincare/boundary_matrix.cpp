#include "boundary_matrix.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::steklov {
namespace {

constexpr int width = 32;  // columns of M at a time
constexpr int n_side_by_side = 8;

/// Columns of M, on the nodes where they differ from zero.
struct BoundaryColumns {
    std::vector<int> nodes;  // numbers among the free ones, ascending
    using Wide = Eigen::Matrix<double, Eigen::Dynamic, width, Eigen::RowMajor>;
    Wide rows;  // three a node
};

class Filler {
public:
    Filler(const BlockMatrix& K, const NodeSets& sets, Discarded discarded, BlockRows& boundary)
        : K_(K),
          sets_(sets),
          discarded_(discarded),
          boundary_(boundary),
          from_interior_(K.pattern(), sets.interior, sets.free_number),
          factor_(K, BlockView(K.pattern(), sets.interior, sets.numbers_in_interior())),
          place_(std::size_t(boundary.n_rows()), -1) {}

    void start() {
        boundary_.values.assign(9 * boundary_.columns.size(), 0.0);
        for (int row = 0; row < boundary_.n_rows(); ++row) {
            const int node = node_of(row);
            for (int k = boundary_.starts[std::size_t(row)];
                 k < boundary_.starts[std::size_t(row) + 1]; ++k) {
                const int block =
                    K_.pattern().find(node, node_of(boundary_.columns[std::size_t(k)]));
                if (block >= 0) boundary_.at(k) = K_.at(block);
            }
        }
    }

    void subtract_all() {
        const std::vector<InteriorFactor::Columns> all = factor_.columns(width);
        std::vector<InteriorFactor::Wide> rooms(n_side_by_side);
        std::vector<BoundaryColumns> found(n_side_by_side);
        for (std::size_t first = 0; first < all.size(); first += n_side_by_side) {
            const int n = int(std::min<std::size_t>(n_side_by_side, all.size() - first));
            parallel_for_dynamic(n, 1, [&](int k) {
                find(all[first + std::size_t(k)], rooms[std::size_t(k)], found[std::size_t(k)]);
            });
            for (int k = 0; k < n; ++k) subtract(found[std::size_t(k)]);
        }
    }

private:
    int node_of(int row) const { return sets_.surface[std::size_t(sets_.free[std::size_t(row)])]; }

    void find(const InteriorFactor::Columns& columns, InteriorFactor::Wide& Y,
              BoundaryColumns& out) const {
        if (Y.size() == 0) Y.setZero(factor_.size(), width);
        factor_.solve(columns, Y);
        const int end = columns.first + columns.n;
        out.nodes.clear();
        for (int p = columns.lowest; p < end; ++p) {
            const int node = factor_.order()[p] / 3;
            for (int k = from_interior_.begin(node); k < from_interior_.end(node); ++k)
                out.nodes.push_back(from_interior_.column(k));
        }
        std::sort(out.nodes.begin(), out.nodes.end());
        out.nodes.erase(std::unique(out.nodes.begin(), out.nodes.end()), out.nodes.end());
        out.rows.setZero(3 * Index(out.nodes.size()), width);
        for (int p = columns.lowest; p < end; ++p) {
            const int node = factor_.order()[p] / 3, axis = factor_.order()[p] % 3;
            for (int k = from_interior_.begin(node); k < from_interior_.end(node); ++k) {
                const auto at =
                    std::lower_bound(out.nodes.begin(), out.nodes.end(), from_interior_.column(k));
                const Index row = 3 * Index(at - out.nodes.begin());
                // The interior's row holds K_ib; its block's row `axis` is a column of K_bi's.
                const auto block = K_.at(from_interior_.block(k));
                for (int r = 0; r < 3; ++r) out.rows.row(row + r) += block(axis, r) * Y.row(p);
            }
        }
        Y.middleRows(columns.lowest, end - columns.lowest).setZero();
    }

    void subtract(const BoundaryColumns& m) {
        const int n = int(m.nodes.size());
        for (int i = 0; i < n; ++i) place_[std::size_t(m.nodes[std::size_t(i)])] = i;
        const Eigen::Matrix<double, 1, width> total = m.rows.cwiseAbs().colwise().sum();
        parallel_for_in_turn_if(n > 256, n, 64, [&](int i) {
            const int row = m.nodes[std::size_t(i)];
            const Eigen::Matrix<double, 3, width, Eigen::RowMajor> mine =
                m.rows.middleRows<3>(3 * i);
            Eigen::Matrix<double, 1, width> kept = Eigen::Matrix<double, 1, width>::Zero();
            int diagonal = -1;
            for (int k = boundary_.starts[std::size_t(row)];
                 k < boundary_.starts[std::size_t(row) + 1]; ++k) {
                const int column = boundary_.columns[std::size_t(k)];
                if (column == row) diagonal = k;
                const int other = place_[std::size_t(column)];
                if (other < 0) continue;
                const auto theirs = m.rows.middleRows<3>(3 * other);
                boundary_.at(k).noalias() -= mine * theirs.transpose();
                kept += theirs.cwiseAbs().colwise().sum();
            }
            const Eigen::Vector3d lost = mine.cwiseAbs() * (total - kept).cwiseMax(0).transpose();
            if (discarded_ == Discarded::diagonal) boundary_.at(diagonal).diagonal() += lost;
        });
        for (int i = 0; i < n; ++i) place_[std::size_t(m.nodes[std::size_t(i)])] = -1;
    }

    const BlockMatrix& K_;
    const NodeSets& sets_;
    Discarded discarded_;
    BlockRows& boundary_;
    BlockView from_interior_;
    InteriorFactor factor_;
    std::vector<int> place_;
};

}  // namespace

BlockRows boundary_pattern(const BlockPattern& mesh, const NodeSets& sets, int distance) {
    BlockRows pattern;
    pattern.starts.push_back(0);
    std::vector<int> seen(std::size_t(mesh.n_rows()), -1), reached;
    for (std::size_t row = 0; row < sets.free.size(); ++row) {
        const int start = sets.surface[std::size_t(sets.free[row])];
        reached.assign(1, start);
        seen[std::size_t(start)] = int(row);
        std::size_t next = 0;
        for (int step = 0; step < distance; ++step)
            for (const std::size_t end = reached.size(); next < end; ++next)
                for (int b = mesh.begin(reached[next]); b < mesh.end(reached[next]); ++b) {
                    const int node = mesh.column(b);
                    if (seen[std::size_t(node)] == int(row) ||
                        sets.free_number[std::size_t(node)] < 0)
                        continue;
                    seen[std::size_t(node)] = int(row);
                    reached.push_back(node);
                }
        const std::size_t first = pattern.columns.size();
        for (const int node : reached)
            pattern.columns.push_back(sets.free_number[std::size_t(node)]);
        std::sort(pattern.columns.begin() + std::ptrdiff_t(first), pattern.columns.end());
        pattern.starts.push_back(int(pattern.columns.size()));
    }
    return pattern;
}

void fill_boundary_matrix(const BlockMatrix& K, const NodeSets& sets, Discarded discarded,
                          BlockRows& boundary) {
    Filler filler(K, sets, discarded, boundary);
    filler.start();
    filler.subtract_all();
}

}  // namespace sinew::steklov
