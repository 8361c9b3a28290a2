/// Contact by springs from collision proxies to their targets, which each evaluation finds anew.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/coupling/contact_resultants.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>

#include "proxy_search.hpp"

namespace sinew {

/// Parameters of the springs.
struct ProxySpringParams {
    double stiffness = 1e7;                ///< k_c: pressure per depth [Pa/m]
    std::optional<double> node_stiffness;  ///< in place of k_c k_a, the same everywhere [N/m]
    double anisotropy = 1;                 ///< alpha
    std::optional<double> voxel;           ///< of bodies' level sets [m]
};

/// Forces are functions of positions, but the gradient of nothing: a target moves along the skin
/// when its proxy does, and its stiffness is that of springs to targets that stay.
class ProxySprings : public Coupling {
public:
    /// `bodies`, of tet4 elements, outlive this.
    ProxySprings(std::vector<Body*> bodies, const ProxySpringParams& params,
                 std::vector<KinematicSolid> solids = {});

    std::vector<Body*> bodies() const override { return bodies_; }
    std::vector<const ObstacleSurface*> obstacle_surfaces() const override;
    bool conservative() const override { return false; }
    void evaluate(const PointMotion& motion, double t, PointForces& out) const override;
    /// Energy of the springs; no potential of the forces [J].
    double energy(const PointMotion& motion, double t) const override;
    void commit(const PointMotion& motion, double t) override;
    void commit_idle() override;
    void add_contact(const Body& body, ContactForces& out) const override;
    std::vector<TouchingPair> touching_pairs() const override;
    void report(nlohmann::json& report) const override;

    /// The pairs where bodies are now, at t [s].
    const std::vector<ProxyPair>& pairs(const PointMotion& motion, double t) const {
        return search_.find(motion, t);
    }
    /// c of a pair [N/m].
    double stiffness(const ProxyPair& pair) const;

private:
    bool is_with_solid(const ProxyPair& pair) const { return pair.other >= int(bodies_.size()); }
    /// The proxy, and the corners of its target if that is on a body.
    std::vector<MaterialPoint> points(const ProxyPair& pair) const;

    std::vector<Body*> bodies_;
    ProxySpringParams params_;
    mutable ProxySearch search_;  ///< which keeps its last answer
    std::vector<std::vector<double>> vertex_areas_, triangle_areas_;  ///< of bodies, at rest [m^2]
    std::vector<ProxyPair> committed_;
    std::vector<std::vector<MaterialPoint>> committed_points_;
    ContactResultants resultants_;
};

}  // namespace sinew
