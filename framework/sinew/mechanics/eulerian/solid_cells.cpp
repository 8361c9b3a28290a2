#include "solid_cells.hpp"

#include <fmt/format.h>

#include <bit>
#include <numeric>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/eulerian/volume_fraction.hpp>

namespace sinew {

namespace {

/// Cells with less of the solid than this do not count.
constexpr double least_fraction = 1e-4;
/// Where det(I - du/dx) is below this, what is there was stretched a hundredfold, or is none: the
/// body lies on itself.
constexpr double singular = 0.01;
/// More of the points than this part may not be so.
constexpr double most_singular = 0.1;

Pack determinant(const Mat3<Pack>& A) {
    return A(0, 0) * (A(1, 1) * A(2, 2) - A(1, 2) * A(2, 1)) -
           A(0, 1) * (A(1, 0) * A(2, 2) - A(1, 2) * A(2, 0)) +
           A(0, 2) * (A(1, 0) * A(2, 1) - A(1, 1) * A(2, 0));
}

int n_false(Mask mask) {
    return 8 - std::popcount(lane_bits(mask));
}

Mat3<Pack> inverse(const Mat3<Pack>& A, Pack determinant) {
    Mat3<Pack> inverse;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            const int r = (j + 1) % 3, s = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse(i, j) = (A(r, c) * A(s, d) - A(r, d) * A(s, c)) / determinant;
        }
    return inverse;
}

}  // namespace

/// What is known at the points of a cell.
struct SolidCells::CellPoints {
    std::array<Index, 8> nodes;  ///< of the box
    std::size_t number;          ///< of the cell
    Mat3<Pack> F;                ///< elastic
    Pack volume;                 ///< at rest, W [m^3]
    Pack density;                ///< at rest [kg/m^3]
    int n_singular;
};

SolidCells::SolidCells(const Grid& grid, const Body& body, const PointLaw& law,
                       const MaterialShape& shape)
    : grid_(grid),
      body_(body),
      law_(law),
      shape_(shape),
      quadrature_(grid.spacing),
      has_one_density_(body.density.minCoeff() == body.density.maxCoeff()) {}

void SolidCells::find(const NodeBox& box, const VectorField& u,
                      const std::vector<std::uint8_t>& known) {
    box_ = box;
    const Lattice nodes = box.lattice(grid_);
    Vector distances = Vector::Zero(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (known[std::size_t(node)])
            distances[node] = shape_.distance(nodes.position(at) - u.at(node));
    });
    const std::array<Index, 8> corners = corner_offsets(nodes);
    const Index rows = (nodes.count[1] - 1) * (nodes.count[2] - 1);
    std::vector<std::vector<SolidCell>> found(std::size_t(std::max<Index>(rows, 0)));
    parallel_for(rows, [&](Index row) {
        const Index j = row % (nodes.count[1] - 1), k = row / (nodes.count[1] - 1);
        for (Index i = 0; i + 1 < nodes.count[0]; ++i) {
            const Index node = nodes.at(i, j, k);
            std::array<double, 8> at_corners;
            bool all_known = true;
            for (std::size_t a = 0; a < 8; ++a) {
                all_known = all_known && known[std::size_t(node + corners[a])];
                at_corners[a] = distances[node + corners[a]];
            }
            if (!all_known) continue;
            const double fraction = fraction_of({{i, j, k}, node, 0}, at_corners, u);
            if (fraction > least_fraction)
                found[std::size_t(row)].push_back({{i, j, k}, node, fraction});
        }
    });
    std::vector<SolidCell> cells;
    for (const auto& row : found) cells.insert(cells.end(), row.begin(), row.end());
    group_cells(cells);
    find_filled();
}

double SolidCells::fraction_of(const SolidCell& cell, const std::array<double, 8>& distances,
                               const VectorField& u) const {
    // Farther from the surface than its corners are from its middle, it is whole or empty.
    const double far = std::sqrt(3.0) / 2 * grid_.spacing;
    if (*std::max_element(distances.begin(), distances.end()) < -far) return 1;
    if (*std::min_element(distances.begin(), distances.end()) > far) return 0;
    const Lattice nodes = box_.lattice(grid_);
    const std::array<Index, 8> corners = corner_offsets(nodes);
    const Eigen::Vector3d low = nodes.position(cell.at);
    Eigen::Matrix<double, 3, 8> X;
    for (std::size_t a = 0; a < 8; ++a) {
        const Eigen::Vector3d side(a & 1 ? 1 : 0, a & 2 ? 1 : 0, a & 4 ? 1 : 0);
        X.col(Index(a)) = low + grid_.spacing * side - u.at(cell.node + corners[a]);
    }
    return volume_fraction(distances, [&](double x, double y, double z) {
        const Eigen::Vector4d square((1 - x) * (1 - y), x * (1 - y), (1 - x) * y, x * y);
        return shape_.distance((1 - z) * (X.leftCols<4>() * square) +
                               z * (X.rightCols<4>() * square));
    });
}

void SolidCells::group_cells(const std::vector<SolidCell>& cells) {
    const auto group_of = [](const SolidCell& cell) {
        return std::size_t(cell.at[0] % 2 + 2 * (cell.at[1] % 2) + 4 * (cell.at[2] % 2));
    };
    first_of_group_.fill(0);
    for (const SolidCell& cell : cells) ++first_of_group_[group_of(cell) + 1];
    for (std::size_t g = 0; g < 8; ++g) first_of_group_[g + 1] += first_of_group_[g];
    std::array<std::size_t, 8> next;
    std::copy_n(first_of_group_.begin(), 8, next.begin());
    cells_.resize(cells.size());
    for (const SolidCell& cell : cells) cells_[next[group_of(cell)]++] = cell;
}

void SolidCells::find_filled() {
    const Lattice nodes = box_.lattice(grid_);
    const std::array<Index, 8> corners = corner_offsets(nodes);
    filled_.setZero(nodes.size());
    for (const SolidCell& cell : cells_)
        for (const Index corner : corners) filled_[cell.node + corner] += cell.fraction;
    // A node on a side of the grid has fewer cells about it.
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        double n_cells = 8;
        for (std::size_t a = 0; a < 3; ++a) {
            const Index in_grid = box_.first[a] + at[a];
            if (in_grid == 0 || in_grid == grid_.cells[a]) n_cells /= 2;
        }
        filled_[node] /= n_cells;
    });
}

Eigen::Vector3d SolidCells::rest_position(const SolidCell& cell, int point,
                                          const VectorField& u) const {
    const Lattice nodes = box_.lattice(grid_);
    const std::array<Index, 8> corners = corner_offsets(nodes);
    Eigen::Vector3d X = nodes.position(cell.at) + grid_.spacing * quadrature_.points.col(point);
    for (std::size_t a = 0; a < 8; ++a)
        X -= quadrature_.values[a][point] * u.at(cell.node + corners[a]);
    return X;
}

void SolidCells::take_elements(const VectorField& u) {
    if (has_one_density_ && law_.is_uniform()) return;
    elements_.resize(8 * cells_.size());
    parallel_for(cells_.size(), [&](std::size_t c) {
        for (int q = 0; q < 8; ++q)
            elements_[8 * c + std::size_t(q)] = shape_.element(rest_position(cells_[c], q, u));
    });
    if (!law_.is_uniform()) law_at_points_ = law_.at_points(elements_);
}

Mat3<Pack> SolidCells::inverse_gradient(const SolidCell& cell, const VectorField& u) const {
    const std::array<Index, 8> corners = corner_offsets(box_.lattice(grid_));
    Mat3<Pack> A = -quadrature_.gradient(
        [&](std::size_t a, int i) { return Pack(u[i][cell.node + corners[a]]); });
    for (int i = 0; i < 3; ++i) A(i, i) += Pack(1.0);
    return A;
}

SolidCells::CellPoints SolidCells::points_of(const SolidCell& cell, std::size_t number,
                                             const VectorField& u,
                                             const PlasticFlow* plastic) const {
    CellPoints points;
    points.number = number;
    const std::array<Index, 8> corners = corner_offsets(box_.lattice(grid_));
    for (std::size_t a = 0; a < 8; ++a) points.nodes[a] = cell.node + corners[a];
    const Mat3<Pack> A = inverse_gradient(cell, u);
    const Pack change = determinant(A);
    const Mask is_regular = change > Pack(singular);
    points.n_singular = n_false(is_regular);
    const Pack volume = select(is_regular, change, Pack(1.0));
    points.F = inverse(A, volume);
    if (plastic) {
        Mat3<Pack> back;
        for (int q = 0; q < 8; ++q) {
            const Eigen::Matrix3d inverse_at = plastic->inverse_at(rest_position(cell, q, u));
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) back(i, j).set_lane(q, inverse_at(i, j));
        }
        points.F = (points.F * back).eval();
    }
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            points.F(i, j) = select(is_regular, points.F(i, j), Pack(i == j ? 1.0 : 0.0));
    points.volume = volume * Pack(quadrature_.weight * cell.fraction);
    points.density = Pack(body_.density[0]);
    if (!has_one_density_)
        for (int q = 0; q < 8; ++q)
            points.density.set_lane(q, body_.density[elements_[8 * number + std::size_t(q)]]);
    return points;
}

void SolidCells::add_masses(const CellPoints& points) {
    for (std::size_t a = 0; a < 8; ++a) {
        const Pack share = points.volume * quadrature_.values[a];
        rest_volumes_[points.nodes[a]] += sum(share);
        masses_[points.nodes[a]] += sum(share * points.density);
    }
}

void SolidCells::add_forces(const CellPoints& points, const Mat3<Pack>& P) {
    Mat3<Pack> tau;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            Pack entry = P(i, 0) * points.F(j, 0);
            for (int k = 1; k < 3; ++k) entry += P(i, k) * points.F(j, k);
            tau(i, j) = entry * points.volume;
        }
    for (std::size_t a = 0; a < 8; ++a)
        for (int i = 0; i < 3; ++i) {
            Pack force = tau(i, 0) * quadrature_.gradients[a][0];
            for (int j = 1; j < 3; ++j)
                force += tau(i, j) * quadrature_.gradients[a][std::size_t(j)];
            forces_[i][points.nodes[a]] -= sum(force);
        }
}

namespace {

/// K of a cell from gradients g_a = F' grad N_a in the body at rest, dP/dF and volumes.
SINEW_FLATTEN void stiffness_of(const CellQuadrature& quadrature, const Mat3<Pack>& F, Pack volume,
                                const Tangent9<Pack>& dPdF, CellStiffness& K) {
    std::array<std::array<Pack, 3>, 8> g;
    for (std::size_t a = 0; a < 8; ++a)
        for (std::size_t l = 0; l < 3; ++l) {
            g[a][l] = F(0, int(l)) * quadrature.gradients[a][0];
            for (int k = 1; k < 3; ++k)
                g[a][l] += F(k, int(l)) * quadrature.gradients[a][std::size_t(k)];
        }
    for (std::size_t b = 0; b < 8; ++b) {
        std::array<std::array<Pack, 3>, 9> change;  // of P, by a motion of corner b
        for (int entry = 0; entry < 9; ++entry)
            for (int k = 0; k < 3; ++k) {
                Pack sum = dPdF(entry, k) * g[b][0];
                for (int l = 1; l < 3; ++l) sum += dPdF(entry, k + 3 * l) * g[b][std::size_t(l)];
                change[std::size_t(entry)][std::size_t(k)] = sum * volume;
            }
        for (std::size_t a = 0; a <= b; ++a)
            for (std::size_t i = 0; i < 3; ++i)
                for (std::size_t k = 0; k < 3; ++k) {
                    Pack entry = g[a][0] * change[i][k];
                    for (std::size_t j = 1; j < 3; ++j) entry += g[a][j] * change[i + 3 * j][k];
                    const auto value = float(sum(entry));
                    K(Index(3 * a + i), Index(3 * b + k)) = value;
                    K(Index(3 * b + k), Index(3 * a + i)) = value;
                }
    }
}

/// v'K v per volume of a cell for a stretch along one axis at unit rate, the mean over the axes,
/// times its edge [N/m].
double uniaxial_modulus_of(const CellStiffness& K) {
    double sum = 0;
    for (Index a = 0; a < 8; ++a)
        for (Index b = 0; b < 8; ++b)
            for (int axis = 0; axis < 3; ++axis) {
                const bool is_alike = (a >> axis & 1) == (b >> axis & 1);
                const auto entry = double(K(3 * a + axis, 3 * b + axis));
                sum += is_alike ? entry : -entry;
            }
    return sum / 12;
}

}  // namespace

void SolidCells::evaluate(const VectorField& u, bool wants_stiffness, const PlasticFlow* plastic) {
    take_elements(u);
    const PointLaw& law = law_at_points_ ? *law_at_points_ : law_;
    masses_.setZero(u.size());
    rest_volumes_.setZero(u.size());
    energies_.resize(Index(cells_.size()));
    cell_rest_volumes_.resize(energies_.size());
    forces_ = VectorField(u.size());
    const std::size_t n_stiff = wants_stiffness ? cells_.size() : 0;
    if (n_stiff > stiffness_.capacity()) release_stiffness();  // not both, old and new
    stiffness_.resize(n_stiff);
    uniaxial_moduli_.resize(n_stiff);
    std::vector<int> n_singular(cells_.size());
    for (std::size_t group = 0; group < 8; ++group) {
        const std::size_t first = first_of_group_[group], last = first_of_group_[group + 1];
        parallel_for(last - first, [&](std::size_t n) {
            const std::size_t c = first + n;
            const CellPoints points = points_of(cells_[c], c, u, plastic);
            n_singular[c] = points.n_singular;
            add_masses(points);
            const auto pack = Index(c);
            Mat3<Pack> P;
            Pack psi;
            law.energy(pack, {&points.F, 1}, {&psi, 1});
            energies_[pack] = sum(psi * points.volume);
            cell_rest_volumes_[pack] = sum(points.volume);
            if (wants_stiffness) {
                Tangent9<Pack> dPdF;
                law.stress_and_tangent(pack, {&points.F, 1}, {&P, 1}, {&dPdF, 1},
                                       Definiteness::psd_projected);
                stiffness_of(quadrature_, points.F, points.volume, dPdF, stiffness_[c]);
                uniaxial_moduli_[c] = uniaxial_modulus_of(stiffness_[c]) / grid_.spacing;
            } else {
                law.stress(pack, {&points.F, 1}, {&P, 1});
            }
            add_forces(points, P);
        });
    }
    n_singular_ = require_few_singular(n_singular);
}

void SolidCells::require_regular(const VectorField& u) const {
    std::vector<int> n_singular(cells_.size());
    parallel_for(cells_.size(), [&](std::size_t c) {
        n_singular[c] = n_false(determinant(inverse_gradient(cells_[c], u)) > Pack(singular));
    });
    require_few_singular(n_singular);
}

std::size_t SolidCells::require_few_singular(const std::vector<int>& n_singular) const {
    const std::size_t n = std::accumulate(n_singular.begin(), n_singular.end(), std::size_t(0));
    if (double(n) <= most_singular * 8 * double(cells_.size())) return n;
    std::size_t c = 0;
    while (n_singular[c] == 0) ++c;
    const Eigen::Vector3d at = box_.lattice(grid_).position(cells_[c].at);
    throw InvertedSolid(
        fmt::format("{} is turned inside out about ({:.4g}, {:.4g}, {:.4g}) m and in {} of {} "
                    "points: the rest positions of its material are no longer told apart there",
                    body_.path, at.x(), at.y(), at.z(), n, 8 * cells_.size()),
        "take smaller substeps (substeps.cfl), smaller cells, or a stiffer material");
}

double SolidCells::volume_ratio(std::size_t cell) const {
    return cells_[cell].fraction * std::pow(grid_.spacing, 3) / cell_rest_volumes_[Index(cell)];
}

double SolidCells::elastic_energy() const {
    return energies_.sum();
}

}  // namespace sinew
