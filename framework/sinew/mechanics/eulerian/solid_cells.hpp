/// The cells of a grid that a solid fills, its masses, forces and stiffness.
///
/// A solid is a field of displacements u over space: what is at x was at X = x - u(x) in the body
/// at rest, so that
///
///     F = (I - du/dx)^-1     (2.29)
///
/// Cells that its surface cuts count with the part of their volume that it fills, masses and
/// quadrature alike. Densities are rho0/J. The stiffness is that of nodes which move with the
/// material, dF = (dv/dx) F dt (5.2 to 5.5), with dP/dF made semi-definite:
///
///     f_a    = - sum_q W_q P F' grad N_a,      W_q = w_q / J: the volume at rest
///     K_ab   =   sum_q W_q (F' grad N_a) . dP/dF . (F' grad N_b)
///
/// Teng 2016, sections 2.4, 5.3.2 and 5.3.4.
#pragma once

#include <cstdint>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/eulerian/cell_quadrature.hpp>
#include <sinew/mechanics/eulerian/material_shape.hpp>
#include <sinew/mechanics/eulerian/plastic_flow.hpp>
#include <sinew/mechanics/grid/node_box.hpp>
#include <sinew/mechanics/law/point_law.hpp>

namespace sinew {

/// A cell that a solid fills, or a part of it.
struct SolidCell {
    std::array<Index, 3> at;  ///< of its lowest corner in the box
    Index node;               ///< that corner among the box's nodes
    double fraction;          ///< of its volume, > 0
};

/// A solid is turned inside out: its material at rest is no longer found. Shorter steps may help.
class InvertedSolid : public ComputationError {
    using ComputationError::ComputationError;
};

/// Stiffness of a cell, corner by corner, x y z [N/m]. In single precision: the differences of
/// velocities that it multiplies are taken before.
using CellStiffness = Eigen::Matrix<float, 24, 24>;

/// Lines 2 to 6 of algorithm 5 for one solid. Bits do not depend on the number of threads.
class SolidCells {
public:
    /// `law`: the body's, bound to its mesh. All must outlive this.
    SolidCells(const Grid& grid, const Body& body, const PointLaw& law, const MaterialShape& shape);

    /// Finds the cells from displacements u [m] at the nodes of a box; a cell counts if u is known
    /// at all of its corners.
    void find(const NodeBox& box, const VectorField& u, const std::vector<std::uint8_t>& known);
    /// Masses and forces in the cells found, and their stiffness if it is wanted; with `plastic`,
    /// those of F_e = F F_p^-1. Points where I - du/dx is singular, as where the body lies on
    /// itself, bear no stress. Throws InvertedSolid if they are more than a tenth.
    void evaluate(const VectorField& u, bool wants_stiffness, const PlasticFlow* plastic = nullptr);
    /// Throws InvertedSolid where `evaluate` would.
    void require_regular(const VectorField& u) const;
    /// Lets the memory of the stiffness go until it is evaluated again.
    void release_stiffness() { std::vector<CellStiffness>().swap(stiffness_); }

    /// Cells in eight groups, in each of which none touch: group g is cells()[first_of_group(g)] to
    /// that before first_of_group(g + 1).
    const std::vector<SolidCell>& cells() const { return cells_; }
    std::size_t first_of_group(std::size_t group) const { return first_of_group_[group]; }
    /// Part of the volume about each node of the box that is solid, in [0, 1].
    const Vector& filled() const { return filled_; }
    /// Masses [kg] and volumes at rest [m^3] of the box's nodes.
    const Vector& masses() const { return masses_; }
    const Vector& rest_volumes() const { return rest_volumes_; }
    /// Elastic forces on the box's nodes [N].
    const VectorField& forces() const { return forces_; }
    /// Empty if it was not wanted, or has gone.
    const std::vector<CellStiffness>& stiffness() const { return stiffness_; }
    /// v'K v per volume of the cell for a stretch along one axis at unit rate, the mean over the
    /// axes: lambda + 2 mu times its solid part [Pa].
    double uniaxial_modulus(std::size_t cell) const {
        return uniaxial_moduli_.empty() ? 0 : uniaxial_moduli_[cell];
    }
    double elastic_energy() const;  ///< [J]
    /// The mean of J in a cell [1]: its solid part's volume over that at rest.
    double volume_ratio(std::size_t cell) const;
    /// Points that bear no stress.
    std::size_t n_singular() const { return n_singular_; }

private:
    struct CellPoints;
    double fraction_of(const SolidCell& cell, const std::array<double, 8>& distances,
                       const VectorField& u) const;
    void group_cells(const std::vector<SolidCell>& cells);
    void find_filled();
    void take_elements(const VectorField& u);
    CellPoints points_of(const SolidCell& cell, std::size_t number, const VectorField& u,
                         const PlasticFlow* plastic) const;
    Eigen::Vector3d rest_position(const SolidCell& cell, int point, const VectorField& u) const;
    /// F^-1 = I - du/dx at the points.
    Mat3<Pack> inverse_gradient(const SolidCell& cell, const VectorField& u) const;
    /// Takes the number of singular points in each cell, and returns their sum.
    std::size_t require_few_singular(const std::vector<int>& n_singular) const;
    void add_masses(const CellPoints& points);
    void add_forces(const CellPoints& points, const Mat3<Pack>& P);

    Grid grid_;
    const Body& body_;
    const PointLaw& law_;
    const MaterialShape& shape_;
    CellQuadrature quadrature_;
    bool has_one_density_;
    NodeBox box_;
    std::vector<SolidCell> cells_;
    std::array<std::size_t, 9> first_of_group_{};
    std::vector<Index> elements_;  ///< at the points, eight a cell; empty if all are alike
    std::unique_ptr<PointLaw> law_at_points_;
    Vector filled_, masses_, rest_volumes_, energies_;
    Vector cell_rest_volumes_;  ///< of the cells found [m^3]
    VectorField forces_;
    std::vector<CellStiffness> stiffness_;
    std::vector<double> uniaxial_moduli_;
    std::size_t n_singular_ = 0;
};

}  // namespace sinew
