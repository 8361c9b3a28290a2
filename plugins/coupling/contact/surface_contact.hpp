/// Contact of bodies with themselves and with each other, by a potential of distances.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/contact/contact_potential.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>

namespace sinew {

/// Parameters of the contact, all known.
struct SurfaceContactParams {
    double thickness = 0;  ///< delta: nearer parts of the surfaces repel each other [m]
    ContactLaw law;
    bool self = true;  ///< bodies touch themselves, too
};

/// The contact of the skins of some bodies. Its forces are minus the gradient of its energy, a
/// function of positions alone; what it keeps from call to call saves time and changes nothing.
class SurfaceContact : public Coupling {
public:
    /// `bodies` outlive this.
    SurfaceContact(std::vector<Body*> bodies, const SurfaceContactParams& params);

    std::vector<Body*> bodies() const override { return bodies_; }
    void evaluate(const PointMotion& motion, double t, PointForces& out) override;
    double energy(const PointMotion& motion, double t) override;
    double largest_step(const PointMotion& from, const PointMotion& to) override;
    /// Looks, by exact arithmetic, for intersections of the skins; throws ComputationError if there
    /// is one.
    void commit(const PointMotion& motion, double t) override;
    void report(nlohmann::json& report) const override;

    const CollisionSurface& surface() const { return surface_; }

private:
    /// Positions of the surface's vertices, 3 x n [m].
    Points positions(const PointMotion& motion) const;
    PairSet pairs_at(const Points& x);
    void leave_out(Candidates& candidates) const;

    std::vector<Body*> bodies_;
    SurfaceContactParams params_;
    ContactPotential potential_;
    CollisionSurface surface_;
    BroadPhase broad_phase_;
    Candidates candidates_;  ///< of positions near candidates_at_
    Points candidates_at_ = Points(3, 0);
    std::size_t n_pairs_ = 0;  ///< of the last commit
    double least_gap_ = 0;     ///< [m], likewise; the thickness if there are no pairs
    double resultant_ = 0;     ///< sum of the pairs' normal forces [N], likewise
};

}  // namespace sinew
