/// Plastic deformation of a solid, kept in its material coordinates.
///
///     F = F_e F_p,     F_e = U S V'                                        (2.30, 2.31)
///     F_p := V (S / det(S)^(1/3))^gamma V' F_p                             (2.32, 2.33)
///     gamma = min(nu dt (|sigma| - sigma_y) / |sigma|, 1)  where |sigma| > sigma_y
///
/// (2.32) is printed with V and V' the other way round, by which a turned rest frame would change
/// what comes out. nu is a rate, or of a step as published. Each F_p belongs to a point of a
/// lattice in the body at rest, is advanced there once a step, and has det F_p = 1.
///
/// Teng 2016, section 2.4.
#pragma once

#include <functional>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/eulerian/material_shape.hpp>
#include <sinew/mechanics/law/point_law.hpp>
#include <sinew/mechanics/material/plasticity.hpp>

namespace sinew {

/// V (S / det(S)^(1/3))^gamma V' of F_e = U S V', det F_e > 0.
Eigen::Matrix3d plastic_increment(const Eigen::Matrix3d& F_e, double gamma);

/// The equivalent plastic strain sqrt(2/3) |ln U_p|, U_p^2 = F_p' F_p: of what is left of all flow,
/// not its sum. That of F_p^-1 is the same.
double plastic_strain(const Eigen::Matrix3d& F_p);

/// The field of F_p of one solid. Bits do not depend on the number of threads.
class PlasticFlow {
public:
    /// Points on a lattice of this spacing [m] in the shape and as far as it tells distances; law:
    /// that of F_e, bound to the mesh. All must outlive this.
    PlasticFlow(const Plasticity& plasticity, const PointLaw& law, const VolumeMesh& mesh,
                const MaterialShape& shape, double spacing);

    /// Positions of the points at rest, and where the solid carries them now; 3 x n [m].
    const Points& rest() const { return rest_; }
    Points& positions() { return positions_; }
    const Points& positions() const { return positions_; }

    /// F_p^-1 [1] at X, in the body at rest [m].
    Eigen::Matrix3d inverse_at(const Eigen::Vector3d& X) const;
    /// Flows for dt [s] under deformations F(x) [1] at the points' present positions.
    void advance(const std::function<Eigen::Matrix3d(const Eigen::Vector3d& x)>& deformation,
                 double dt);
    /// F_p at the points [1].
    const std::vector<Eigen::Matrix3d>& plastic() const { return F_p_; }

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    Lattice lattice_;
    TrilinearInterpolation at_;
    const PointLaw& law_;
    std::unique_ptr<PointLaw> law_at_points_;
    bool per_step_;
    std::vector<Index> point_of_;  ///< of each of the lattice's; -1: none
    Vector yield_, flow_rate_;     ///< at the points
    Points rest_, positions_;
    std::vector<Eigen::Matrix3d> F_p_;
};

}  // namespace sinew
