#include "conductances.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// The sum, over the four nodes of the cell's face on its low or high side, of W along the axis
/// times the number of pairs of cells whose differences add up there: 4, 2 or 1.
double sum_over_face(const Vector& inverse_masses, const Grid& grid,
                     const std::array<Index, 3>& cell, std::size_t axis, bool high) {
    const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    const Lattice nodes = grid.nodes();
    const auto is_inside = [&](const std::array<Index, 3>& node, std::size_t a) {
        return node[a] > 0 && node[a] < grid.cells[a];
    };
    double sum = 0;
    for (Index corner = 0; corner < 4; ++corner) {
        std::array<Index, 3> node = cell;
        node[axis] += high;
        node[u] += corner & 1;
        node[v] += corner >> 1;
        const int n_pairs = (is_inside(node, u) ? 2 : 1) * (is_inside(node, v) ? 2 : 1);
        sum += n_pairs * inverse_masses[nodes.at(node[0], node[1], node[2])];
    }
    return sum;
}

}  // namespace

Conductances::Conductances(const PressureOperator& fine, const Components& components)
    : cells_(fine.grid().cells), outside_(SingleVector::Zero(fine.size())) {
    const Lattice cells = fine.grid().centres();
    const double scale = std::pow(fine.grid().spacing, 4) / 16;
    for (SingleVector& faces : faces_) faces.setZero(cells.size());
    each_point(cells, [&](Index c, const std::array<Index, 3>& cell) {
        if (!fine.is_constrained(c)) return;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (components[axis] < 0) continue;
            const Index stride = cells.stride(int(axis));
            const Vector& w = fine.inverse_masses()[components[axis]];
            const auto low = float(scale * sum_over_face(w, fine.grid(), cell, axis, false));
            const auto high = float(scale * sum_over_face(w, fine.grid(), cell, axis, true));
            // Masses of nodes on a side are half: the distance to it is half a cell, too.
            // A cell without pressure is outside, too.
            if (cell[axis] == 0 || !fine.is_constrained(c - stride)) outside_[c] += low;
            if (cell[axis] + 1 == cells_[axis] || !fine.is_constrained(c + stride))
                outside_[c] += high;
            else
                faces_[axis][c] = high;
        }
    });
}

float Conductances::of_face(const Lattice& cells, std::size_t axis,
                            std::array<Index, 3> cell) const {
    for (std::size_t a = 0; a < 3; ++a)
        if (cell[a] < 0 || cell[a] >= cells.count[a]) return 0;
    return faces_[axis][cells.at(cell[0], cell[1], cell[2])];
}

Conductances::Conductances(const Conductances& fine, const Coarsening& coarsening)
    : cells_(coarsening.coarse()) {
    const Lattice small = fine.lattice(), large = lattice();
    outside_.setZero(large.size());
    for (SingleVector& faces : faces_) faces.setZero(large.size());
    const auto& n = fine.cells_;
    each_point(large, [&](Index c, const std::array<Index, 3>& cell) {
        std::array<Index, 3> first, last;
        for (std::size_t a = 0; a < 3; ++a) {
            const bool halved = coarsening.halves(a);
            first[a] = halved ? 2 * cell[a] : cell[a];
            last[a] = std::min(first[a] + (halved ? 2 : 1), n[a]);
        }
        std::array<Index, 3> at;
        for (at[2] = first[2]; at[2] < last[2]; ++at[2])
            for (at[1] = first[1]; at[1] < last[1]; ++at[1])
                for (at[0] = first[0]; at[0] < last[0]; ++at[0]) {
                    // Its centre is twice as far from a side.
                    outside_[c] += fine.outside_[small.at(at[0], at[1], at[2])] / 2;
                    for (std::size_t axis = 0; axis < 3; ++axis) {
                        if (at[axis] + 1 != last[axis] || at[axis] + 1 >= n[axis]) continue;
                        const float face = fine.of_face(small, axis, at);
                        if (!coarsening.halves(axis)) faces_[axis][c] += face;
                        if (face == 0 || !coarsening.halves(axis)) continue;
                        std::array<Index, 3> before = at, after = at;
                        --before[axis];
                        ++after[axis];
                        const float inner_low =
                            at[axis] > first[axis] ? fine.of_face(small, axis, before) : face;
                        const bool has_next = after[axis] + 1 < n[axis];
                        const float inner_high = has_next ? fine.of_face(small, axis, after) : face;
                        if (inner_low == 0 || inner_high == 0)
                            faces_[axis][c] += face / 2;
                        else
                            faces_[axis][c] +=
                                1 / (0.5F / inner_low + 1 / face + 0.5F / inner_high);
                    }
                }
    });
}

void Conductances::apply(const SingleVector& p, SingleVector& y) const {
    const Lattice cells = lattice();
    y.resize(size());
    const Index n_x = cells_[0], row_stride = cells.stride(1), layer_stride = cells.stride(2);
    parallel_for_if(size() > 4096, cells_[2], [&](Index k) {
        for (Index j = 0; j < cells_[1]; ++j) {
            const Index start = cells.at(0, j, k);
            const float* q = p.data() + start;
            float* out = y.data() + start;
            const float* outside = outside_.data() + start;
            for (Index i = 0; i < n_x; ++i) out[i] = outside[i] * q[i];
            const auto add = [&](const float* face, Index stride) {
                for (Index i = 0; i < n_x; ++i) out[i] += face[i] * (q[i] - q[i + stride]);
            };
            const float* x = faces_[0].data() + start;
            for (Index i = 0; i + 1 < n_x; ++i) out[i] += x[i] * (q[i] - q[i + 1]);
            for (Index i = 1; i < n_x; ++i) out[i] += x[i - 1] * (q[i] - q[i - 1]);
            if (j + 1 < cells_[1]) add(faces_[1].data() + start, row_stride);
            if (j > 0) add(faces_[1].data() + start - row_stride, -row_stride);
            if (k + 1 < cells_[2]) add(faces_[2].data() + start, layer_stride);
            if (k > 0) add(faces_[2].data() + start - layer_stride, -layer_stride);
        }
    });
}

SingleVector Conductances::diagonal() const {
    const Lattice cells = lattice();
    SingleVector diagonal = outside_;
    each_point(cells, [&](Index c, const std::array<Index, 3>& cell) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            std::array<Index, 3> before = cell;
            --before[axis];
            diagonal[c] += faces_[axis][c] + of_face(cells, axis, before);
        }
    });
    return diagonal;
}

Eigen::MatrixXd Conductances::matrix() const {
    const Lattice cells = lattice();
    Eigen::MatrixXd A = outside_.cast<double>().asDiagonal();
    for (std::size_t axis = 0; axis < 3; ++axis)
        for (Index c = 0; c + cells.stride(int(axis)) < size(); ++c) {
            const Index next = c + cells.stride(int(axis));
            const double face = faces_[axis][c];
            A(c, c) += face;
            A(next, next) += face;
            A(c, next) -= face;
            A(next, c) -= face;
        }
    return A;
}

}  // namespace sinew
