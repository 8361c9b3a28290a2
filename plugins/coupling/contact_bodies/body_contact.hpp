/// Contact of bodies' skins with each other, by penalty, without friction.
///
/// A skin node of one body with area A, inside another, at the distance d <= reach from the nearest
/// place c of the other's skin, is pushed there, and the place, between corners with weights w, is
/// pushed back:
///
///     energy  k A d^2 / 4,    f = k A d n / 2 on the node,    -w_a f on corner a,
///
/// n the direction from the node to c. Both bodies' nodes do so, and each carries half: where two
/// sheets meet, the pressure is k d. By the definition of c the forces are exactly minus the
/// gradient of the energy; each pair's lie on one line, so that they neither move nor turn the
/// whole. With dr = dx - sum w_a dx_a the stiffness is
///
///     k A / 2 (n . dr)^2               where c is on a face,
///     k A / 2 (|dr|^2 - (e . dr)^2)    on an edge of the skin, along e,
///     k A / 2 |dr|^2                   on a corner,
///
/// which is never negative; it leaves out how the place moves as its face or
/// edge turns, a share d over the length of edges.
///
/// Of bodies in subspaces only what is near the others is looked at; bodies whose bounds are apart
/// cost nothing.
#pragma once

#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/coupling/moving_skin.hpp>

namespace sinew {

struct BodyContactParams {
    double stiffness = 1e7;       ///< k [Pa/m]
    std::optional<double> reach;  ///< of depth [m]; absent: see BodyContact::reach()
};

class BodyContact : public Coupling {
public:
    /// `bodies`, two at least, must outlive this.
    BodyContact(std::vector<Body*> bodies, const BodyContactParams& params);

    /// A node inside another body.
    struct Hit {
        int body, node;              ///< node of the skin
        int other;                   ///< body
        int triangle;                ///< of its skin
        Eigen::Vector3d weights;     ///< of the corners, at the nearest place
        Eigen::Vector3d to_surface;  ///< from the node to that place [m]
    };
    /// All of them, by body, other and node, where bodies are now.
    const std::vector<Hit>& find(const PointMotion& motion, double reach);
    /// How deep nodes may be [m]; a quarter of the shortest side of any body's box if not given.
    double reach() const { return reach_; }

    std::vector<Body*> bodies() const override { return bodies_; }
    std::optional<double> stiffness_bound() const override;
    void begin_step(const PointMotion& motion, double t, double dt) override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) override;
    double energy(const PointMotion& motion, double t) override;

private:
    void find_inside(int body, int other, double reach);
    double stiffness_at(const Hit& hit) const;  ///< k A / 2 [N/m]
    void add_stiffness(const Hit& hit, PointForces& out) const;
    void warn_of_depth(const PointMotion& motion);

    std::vector<Body*> bodies_;
    BodyContactParams params_;
    double reach_;
    std::vector<MovingSkin> skins_;
    std::vector<std::vector<double>> areas_;  ///< of each body's skin nodes [m^2]
    std::vector<Hit> hits_;
    std::vector<int> nodes_, triangles_;
    bool depth_is_known_ = false;  ///< warn_of_depth has looked, or has come too late
};

}  // namespace sinew
