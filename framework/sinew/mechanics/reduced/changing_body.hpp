/// Applies changes of materials to the forces, the mass and the loads of a body in a subspace.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/forces/changing_materials.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/reduced/material_change.hpp>

namespace sinew {

/// The Lame parameters enter forces linearly, the density masses and weights: so each costs O(r^2)
/// (and what the force model takes) when it changes, whatever the size of the mesh.
///
/// Barbic & James 2005, section 6.5.
class ChangingBody {
public:
    /// `origin` is who asks. Throws InputError if the forces cannot change their material, a region
    /// is not there, is named twice, or changes in nothing.
    ChangingBody(std::vector<Marked<MaterialChange>> changes, ReducedForces& forces,
                 const FullBody& full, const Eigen::Ref<const Eigen::MatrixXd>& U,
                 const Origin& origin);

    /// Moves constants to time t [s]; returns whether any of the forces has changed. Throws
    /// InputError for constants that cannot be.
    bool move_to(double t);

    /// True if anything changes.
    bool any() const { return !changes_.empty(); }
    /// True if the density of a region changes.
    bool changes_density() const { return !masses_.empty(); }
    /// U'MU at the time moved to, r x r [1].
    const Eigen::MatrixXd& mass() const { return mass_; }
    /// Regions whose density changes: their mass at the start, and the factor on it now, less one.
    struct RegionMass {
        const MaterialChange* change;
        double density;           ///< at the start [kg/m^3]
        Vector row_sums;          ///< of its consistent mass [kg]
        Eigen::MatrixXd reduced;  ///< U'M_region U [1]
        double more = 0;          ///< density now over that at the start, less one
    };
    /// The regions whose density changes.
    const std::vector<RegionMass>& region_masses() const { return masses_; }

private:
    struct Constants {
        const Marked<MaterialChange>* change;
        int region;
        double young, poisson;  ///< set last
    };
    void add(const Marked<MaterialChange>& written, const FullBody& full,
             const Eigen::Ref<const Eigen::MatrixXd>& U);
    void expect_changes();
    void add_density(const MaterialChange& change, const std::vector<int>& regions,
                     const FullBody& full, const Eigen::Ref<const Eigen::MatrixXd>& U);
    std::vector<int> find(const Marked<MaterialChange>& written, const VolumeMesh& mesh) const;

    std::vector<Marked<MaterialChange>> changes_;
    Origin origin_;
    ChangingMaterials* materials_ = nullptr;
    std::vector<Constants> constants_;
    std::vector<RegionMass> masses_;
    Eigen::MatrixXd mass_;
};

}  // namespace sinew
