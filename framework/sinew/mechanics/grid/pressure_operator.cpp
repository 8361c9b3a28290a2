#include "pressure_operator.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

PressureOperator::PressureOperator(const Grid& grid)
    : grid_(grid),
      quarter_(grid.spacing * grid.spacing / 4),
      inverse_masses_(grid.nodes().size()) {}

void PressureOperator::set_masses(const Vector& masses, const NodeConditions& conditions) {
    for (SingleVector& scaled : scaled_inverses_) scaled.resize(masses.size());
    parallel_for(masses.size(), [&](Index node) {
        for (int axis = 0; axis < 3; ++axis) {
            const double inverse = conditions.is_prescribed(node, axis) ? 0 : 1 / masses[node];
            inverse_masses_[axis][node] = inverse;
            scaled_inverses_[std::size_t(axis)][node] = float(quarter_ * quarter_ * inverse);
        }
    });
}

/// Sums of four neighbouring rows, with a zero at both ends of those over cells.
template <class Real>
class PressureOperator::Rows {
public:
    explicit Rows(Index n_x)
        : x(std::size_t(n_x + 2), 0), y(std::size_t(n_x + 2), 0), z(std::size_t(n_x + 2), 0) {}

    /// Of pressures in the cells about the nodes of row (j, k); entry i + 1 belongs to cell i.
    void gather(const Lattice& cells, const Real* p, Index j, Index k) {
        const Index n = cells.count[0];
        std::fill(x.begin(), x.end(), Real(0));
        std::fill(y.begin(), y.end(), Real(0));
        std::fill(z.begin(), z.end(), Real(0));
        for (Index b = 0; b < 2; ++b)
            for (Index c = 0; c < 2; ++c) {
                const Index row = j - 1 + b, layer = k - 1 + c;
                if (row < 0 || row >= cells.count[1] || layer < 0 || layer >= cells.count[2])
                    continue;
                const Real* values = p + cells.at(0, row, layer);
                const Real side_y = b ? 1 : -1, side_z = c ? 1 : -1;
                for (Index i = 0; i < n; ++i) {
                    x[std::size_t(i + 1)] += values[i];
                    y[std::size_t(i + 1)] += side_y * values[i];
                    z[std::size_t(i + 1)] += side_z * values[i];
                }
            }
    }

    std::vector<Real> x, y, z;
};

namespace {

/// Velocities of two neighbouring layers of nodes, from where a row of cells takes its divergence.
template <class Real>
struct Layer {
    const Real* x;
    const Real* y;
    const Real* z;
};

template <class Real>
void row_divergence(const Layer<Real>& low, const Layer<Real>& high, Index j, Index n_x,
                    Real factor, Real* out) {
    const Index width = n_x + 1, a = j * width, b = a + width;
    for (Index i = 0; i < n_x; ++i) {
        const Index a1 = a + i + 1, a0 = a + i, b1 = b + i + 1, b0 = b + i;
        const Real x = (low.x[a1] - low.x[a0]) + (low.x[b1] - low.x[b0]) +
                       (high.x[a1] - high.x[a0]) + (high.x[b1] - high.x[b0]);
        const Real y = (low.y[b0] - low.y[a0]) + (low.y[b1] - low.y[a1]) +
                       (high.y[b0] - high.y[a0]) + (high.y[b1] - high.y[a1]);
        const Real z = (high.z[a0] - low.z[a0]) + (high.z[a1] - low.z[a1]) +
                       (high.z[b0] - low.z[b0]) + (high.z[b1] - low.z[b1]);
        out[i] = factor * (x + y + z);
    }
}

}  // namespace

template <class Real>
void PressureOperator::leave_out(Index first, Real* row) const {
    if (!leaves_cells_out()) return;
    for (Index i = 0; i < grid_.cells[0]; ++i)
        if (!is_constrained_[std::size_t(first + i)]) row[i] = 0;
}

void PressureOperator::divergence(const VectorField& v, Vector& out) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    out.resize(cells.size());
    parallel_for(cells.count[2], [&](Index k) {
        const auto layer = [&](Index of) {
            const Index start = nodes.at(0, 0, of);
            return Layer<double>{v[0].data() + start, v[1].data() + start, v[2].data() + start};
        };
        for (Index j = 0; j < cells.count[1]; ++j) {
            const Index row = cells.at(0, j, k);
            row_divergence(layer(k), layer(k + 1), j, cells.count[0], quarter_, out.data() + row);
            leave_out(row, out.data() + row);
        }
    });
}

void PressureOperator::correct(const Vector& p, VectorField& v) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    parallel_blocks(nodes.count[2], [&](Index first, Index last) {
        Rows<double> rows(cells.count[0]);
        for (Index k = first; k < last; ++k)
            for (Index j = 0; j < nodes.count[1]; ++j) {
                rows.gather(cells, p.data(), j, k);
                const Index start = nodes.at(0, j, k);
                for (Index i = 0; i < nodes.count[0]; ++i) {
                    const Index node = start + i;
                    const std::size_t a = std::size_t(i), b = a + 1;
                    v[0][node] += quarter_ * inverse_masses_[0][node] * (rows.x[b] - rows.x[a]);
                    v[1][node] += quarter_ * inverse_masses_[1][node] * (rows.y[b] + rows.y[a]);
                    v[2][node] += quarter_ * inverse_masses_[2][node] * (rows.z[b] + rows.z[a]);
                }
            }
    });
}

template <class Real>
void PressureOperator::multiply(const std::array<const Real*, 3>& W, Real factor, const Real* p,
                                Real* y) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    const Index n_layer = nodes.count[0] * nodes.count[1];
    parallel_blocks(cells.count[2], [&](Index first, Index last) {
        Rows<Real> rows(cells.count[0]);
        // W J'p on the nodes of one layer: x, y and z one after the other.
        std::array<std::vector<Real>, 2> impulses;
        for (auto& layer : impulses) layer.resize(std::size_t(3 * n_layer));
        const auto fill = [&](Index k) {
            Real* const out = impulses[std::size_t(k % 2)].data();
            for (Index j = 0; j < nodes.count[1]; ++j) {
                rows.gather(cells, p, j, k);
                const Index start = nodes.at(0, j, k), place = j * nodes.count[0];
                const Real* w_x = W[0] + start;
                const Real* w_y = W[1] + start;
                const Real* w_z = W[2] + start;
                for (Index i = 0; i < nodes.count[0]; ++i) {
                    const std::size_t a = std::size_t(i), b = a + 1;
                    out[place + i] = w_x[i] * (rows.x[a] - rows.x[b]);
                    out[n_layer + place + i] = -w_y[i] * (rows.y[a] + rows.y[b]);
                    out[2 * n_layer + place + i] = -w_z[i] * (rows.z[a] + rows.z[b]);
                }
            }
        };
        const auto layer = [&](Index k) {
            const Real* x = impulses[std::size_t(k % 2)].data();
            return Layer<Real>{x, x + n_layer, x + 2 * n_layer};
        };
        fill(first);
        for (Index k = first; k < last; ++k) {
            fill(k + 1);
            for (Index j = 0; j < cells.count[1]; ++j) {
                const Index row = cells.at(0, j, k);
                row_divergence(layer(k), layer(k + 1), j, cells.count[0], factor, y + row);
                leave_out(row, y + row);
            }
        }
    });
}

void PressureOperator::apply(const Vector& p, Vector& y) const {
    y.resize(size());
    multiply<double>(
        {inverse_masses_[0].data(), inverse_masses_[1].data(), inverse_masses_[2].data()},
        quarter_ * quarter_, p.data(), y.data());
}

void PressureOperator::apply(const SingleVector& p, SingleVector& y) const {
    y.resize(size());
    multiply<float>(
        {scaled_inverses_[0].data(), scaled_inverses_[1].data(), scaled_inverses_[2].data()}, 1,
        p.data(), y.data());
}

Vector PressureOperator::diagonal() const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    Vector diagonal(cells.size());
    parallel_for(cells.count[2], [&](Index k) {
        for (Index j = 0; j < cells.count[1]; ++j) {
            for (Index i = 0; i < cells.count[0]; ++i) {
                double sum = 0;
                for (Index corner = 0; corner < 8; ++corner) {
                    const Index node =
                        nodes.at(i + (corner & 1), j + (corner >> 1 & 1), k + (corner >> 2));
                    sum += inverse_masses_[0][node] + inverse_masses_[1][node] +
                           inverse_masses_[2][node];
                }
                diagonal[cells.at(i, j, k)] = quarter_ * quarter_ * sum;
            }
            leave_out(cells.at(0, j, k), diagonal.data() + cells.at(0, j, k));
        }
    });
    return diagonal;
}

}  // namespace sinew
