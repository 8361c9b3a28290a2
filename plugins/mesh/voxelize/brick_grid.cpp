#include "brick_grid.hpp"

#include <algorithm>
#include <array>
#include <sinew/mechanics/mesh/components.hpp>

namespace sinew {

GridFrame::GridFrame(const Eigen::AlignedBox3d& box, double edge_length) : edge(edge_length) {
    n_cells = (box.sizes().array() / edge - touch_tolerance).ceil().max(1);
    lower = box.center().array() - 0.5 * edge * n_cells;
}

BrickGrid::BrickGrid(const GridFrame& frame)
    : frame_(frame),
      n_(frame.n_cells.cast<int>()),
      bricks_(static_cast<std::size_t>(frame.n_cells.prod()), 0) {}

void BrickGrid::touch(const Eigen::Matrix3d& triangle) {
    const GridTriangle t = (triangle.colwise() - frame_.lower) / frame_.edge;
    const auto cells = [&](const Eigen::Array3d& position) -> Eigen::Array3i {
        return position.floor().cast<int>().max(0).min(n_ - 1);
    };
    const Eigen::Array3i from = cells(t.rowwise().minCoeff().array() - touch_tolerance);
    const Eigen::Array3i to = cells(t.rowwise().maxCoeff().array() + touch_tolerance);
    const Eigen::Vector3d normal = (t.col(1) - t.col(0)).cross(t.col(2) - t.col(0));
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    touch_column(t, axis, from, to);
}

/// The plane of the triangle bounds the cells of each column along the axis that it faces most, so
/// that the work goes with the triangle's area and not with the volume of its box.
void BrickGrid::touch_column(const GridTriangle& t, int axis, Eigen::Array3i from,
                             Eigen::Array3i to) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Eigen::Vector3d normal = (t.col(1) - t.col(0)).cross(t.col(2) - t.col(0));
    const bool flat = normal[axis] != 0;
    const Eigen::Vector3d slope = flat ? Eigen::Vector3d(normal / normal[axis]) : normal;
    const Eigen::RowVector3d heights = slope.transpose() * t;
    const double reach = (0.5 + touch_tolerance) * slope.lpNorm<1>() + touch_tolerance;
    Eigen::Array3i at = from;
    for (at[v] = from[v]; at[v] <= to[v]; ++at[v])
        for (at[u] = from[u]; at[u] <= to[u]; ++at[u]) {
            int first = from[axis], last = to[axis];
            if (flat) {
                const double here = slope[u] * (at[u] + 0.5) + slope[v] * (at[v] + 0.5) + 0.5;
                first = std::max(first, int(std::ceil(heights.minCoeff() - reach - here)));
                last = std::min(last, int(std::floor(heights.maxCoeff() + reach - here)));
            }
            for (at[axis] = first; at[axis] <= last; ++at[axis]) {
                char& brick = bricks_[cell(at[0], at[1], at[2])];
                if (!brick) brick = touches_cube(t, at.cast<double>().matrix().array() + 0.5);
            }
        }
}

void BrickGrid::fill_enclosed() {
    std::vector<char> outside(bricks_.size(), 0);
    std::vector<Eigen::Array3i> reached;
    const auto reach = [&](const Eigen::Array3i& at) {
        const std::size_t here = cell(at[0], at[1], at[2]);
        if (bricks_[here] || outside[here]) return;
        outside[here] = 1;
        reached.push_back(at);
    };
    for (int axis = 0; axis < 3; ++axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        Eigen::Array3i at;
        for (at[v] = 0; at[v] < n_[v]; ++at[v])
            for (at[u] = 0; at[u] < n_[u]; ++at[u])
                for (const int side : {0, n_[axis] - 1}) {
                    at[axis] = side;
                    reach(at);
                }
    }
    while (!reached.empty()) {
        const Eigen::Array3i at = reached.back();
        reached.pop_back();
        for (int axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
                Eigen::Array3i next = at;
                next[axis] += step;
                if (next[axis] >= 0 && next[axis] < n_[axis]) reach(next);
            }
    }
    for (std::size_t c = 0; c < bricks_.size(); ++c) bricks_[c] = !outside[c];
}

BrickGrid::Pieces BrickGrid::pieces() const {
    DisjointSets sets(static_cast<int>(bricks_.size()));
    for (int k = 0; k < n_[2]; ++k)
        for (int j = 0; j < n_[1]; ++j)
            for (int i = 0; i < n_[0]; ++i) {
                if (!is_brick(i, j, k)) continue;
                const int here = static_cast<int>(cell(i, j, k));
                if (is_brick(i + 1, j, k)) sets.unite(here, int(cell(i + 1, j, k)));
                if (is_brick(i, j + 1, k)) sets.unite(here, int(cell(i, j + 1, k)));
                if (is_brick(i, j, k + 1)) sets.unite(here, int(cell(i, j, k + 1)));
            }
    Pieces pieces;
    pieces.piece.assign(bricks_.size(), -1);
    std::vector<int> count(bricks_.size(), 0);
    for (std::size_t c = 0; c < bricks_.size(); ++c) {
        if (!bricks_[c]) continue;
        pieces.piece[c] = sets.find(static_cast<int>(c));
        ++count[std::size_t(pieces.piece[c])];
    }
    for (std::size_t c = 0; c < count.size(); ++c) {
        if (count[c] == 0) continue;
        ++pieces.n;
        pieces.n_bricks += count[c];
        if (count[c] <= pieces.largest) continue;
        pieces.largest = count[c];
        pieces.largest_piece = static_cast<int>(c);
    }
    return pieces;
}

void BrickGrid::keep(const Pieces& pieces, int piece) {
    for (std::size_t c = 0; c < bricks_.size(); ++c) bricks_[c] = pieces.piece[c] == piece;
}

std::size_t BrickGrid::cell_of(const Eigen::Vector3d& x) const {
    const Eigen::Array3i at =
        ((x - frame_.lower) / frame_.edge).array().floor().cast<int>().max(0).min(n_ - 1);
    return cell(at[0], at[1], at[2]);
}

std::vector<int> BrickGrid::plane(int k, int& n_nodes) const {
    std::vector<int> number(std::size_t(n_[0] + 1) * std::size_t(n_[1] + 1), -1);
    std::size_t here = 0;
    for (int j = 0; j <= n_[1]; ++j)
        for (int i = 0; i <= n_[0]; ++i, ++here)
            for (int corner = 0; corner < 8 && number[here] < 0; ++corner)
                if (is_brick(i - (corner & 1), j - (corner >> 1 & 1), k - (corner >> 2)))
                    number[here] = n_nodes++;
    return number;
}

Eigen::Index BrickGrid::n_bricks() const {
    return std::count(bricks_.begin(), bricks_.end(), 1);
}

VolumeMesh BrickGrid::mesh() const {
    VolumeMesh mesh;
    mesh.type = ElementType::hex8;
    mesh.elements.resize(8, n_bricks());
    std::vector<Eigen::Vector3d> positions;
    Eigen::Index e = 0;
    const int stride = n_[0] + 1;
    std::vector<int> below;
    int n_nodes = 0;
    for (int k = 0; k <= n_[2]; ++k) {
        std::vector<int> above = plane(k, n_nodes);
        for (int j = 0; j <= n_[1]; ++j)
            for (int i = 0; i <= n_[0]; ++i)
                if (above[std::size_t(i + stride * j)] >= 0)
                    positions.push_back(frame_.lower + frame_.edge * Eigen::Vector3d(i, j, k));
        for (int j = 0; j < n_[1] && k > 0; ++j)
            for (int i = 0; i < n_[0]; ++i) {
                if (!is_brick(i, j, k - 1)) continue;
                int a = 0;
                for (const std::vector<int>* nodes : std::array{&below, &above})
                    for (const int corner : {0, 1, stride + 1, stride})
                        mesh.elements(a++, e) = (*nodes)[std::size_t(i + stride * j + corner)];
                ++e;
            }
        below = std::move(above);
    }
    mesh.positions.resize(3, Eigen::Index(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
        mesh.positions.col(Eigen::Index(i)) = positions[i];
    return mesh;
}

}  // namespace sinew
