/// Springs between the surfaces of two bodies whose meshes need not match.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>

namespace sinew {

/// A skin node of the first body with area A, and the nearest point of the second's skin at rest:
/// energy k A |x_1 - x_2|^2 / 2, without a length of rest.
class Tie : public Coupling {
public:
    /// Ties the nodes that are within `distance` [m] of the second body at rest. `stiffness` is k
    /// [Pa/m]. Bodies must outlive this.
    Tie(Body& first, Body& second, double distance, double stiffness);

    /// Number of nodes that are tied.
    std::size_t n_springs() const { return springs_.size(); }
    /// The least distance of any skin node of the first body to the second [m].
    double nearest() const { return nearest_; }

    /// The nodes of both skins that are within the distance of the other skin at rest, and the
    /// corners of the triangles that these are nearest to.
    TiedNodes tied_nodes() const override;

    std::vector<Body*> bodies() const override { return {first_, second_}; }
    std::optional<double> stiffness_bound() const override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) const override;
    double energy(const PointMotion& motion, double t) const override;

private:
    struct Spring {
        MaterialPoint from, to;
        double stiffness;  ///< [N/m]
    };
    Body *first_, *second_;
    double distance_;
    std::vector<Spring> springs_;
    double nearest_ = 0;
};

}  // namespace sinew
