/// Contact of bodies' skins with their own body and with others, by penalty, without friction.
///
/// A skin node x that lies in a tetrahedron of its own body or of another is drawn to a place y of
/// that body's skin, between three corners with weights b:
///
///     y = sum_a b_a x_a,    d = y - x,    f = c d on x,    -b_a f on corner a,    E = c d'd / 2
///
/// with c = k A / 2, A the node's share of the area of the rest skin: both sides' nodes do so, and
/// where two sheets meet the pressure is k d. Of its own body x touches what is around it anyway: c
/// is multiplied by a ramp of the number of edges g between x and y (or the node's place X at rest,
/// see below), averaged over the corners there,
///
///     (g - 1) / (rings - 1), within 0 and 1,
///
/// which is continuous, so that no pair comes or goes with a force by that.
///
/// y is found in one of two ways (SkinSearch). As bodies are now, WayOut::facing, ours: when x
/// comes in, y is the nearest place that x lies behind and that faces it, by normals that point
/// against each other, if it is about as near as the skin of the tissue that x is in (SkinReach),
/// or else x is let through; in later steps the nearest around that of the last step, as long as x
/// lies behind it. d is a nearest distance there, so that f is the gradient of E, but for the ramp,
/// and does not jump however flat the tissue beneath is pressed; it does where normals turn so far
/// that they begin to face each other.
///
/// Or as Gao et al. do, WayOut::rest_shape: x is mapped to the body's rest shape, X = sum of w_a
/// X_a over its tetrahedron; a level set of the rest shape leads to the place Y of the skin there,
/// wherever its corners are now. Beyond the middle of a part that is the other side; where tissue
/// is pressed flat, as in the crease of a limb, that is near, and places jump. The force there is
/// that of a spring with the stiffness
///
///     K = c N,    N = (1 - alpha) S + alpha I,    f = K d,    E = d' K d / 2.
///
/// alpha = 1 is Gao et al.'s spring, f = c d. S is how d changes with x, as y goes along with it.
/// On a flat face it is n n', and alpha = 0 then is the contact of McAdams et al. and Teng, free
/// along the skin.
///
/// Pairs are found anew in each iteration of Newton's method, with its tangent, and are linear
/// until the next: fixed weights b, and
///
///     f = K d_0 + G (d - d_0),    G = c ((1 - beta) S + beta I),
///
/// with d_0 the d of that iteration, and beta = min(alpha, 1/10), for WayOut::rest_shape. Gao et
/// al. have G = K, which takes y for fixed: nodes then slide to their places over many iterations.
/// For WayOut::facing it is
///
///     f = f_0 - H (z - z_0),
///
/// with z the node and the corners of its place, f_0 their forces in that iteration and H the
/// positive part of E's Hessian (nearest_slope), in which faces turn and b changes. Its negative
/// part is left out: where a node is a third of an edge deep, the whole is all but singular with
/// it, and Newton's method leaps.
///
/// Newton's method ends where its residual is small with the pairs of that very place. Pairs that
/// come and go in turn are held until then (see Alternation). Neither is in the papers.
///
/// A pair's two forces are opposite, so that they do not move the whole; they turn it by as much as
/// K d is off d, which for alpha = 1 is nothing. They act on the skin alone. Solvers that ask for
/// no tangent have pairs found at each evaluation.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, SCA 2014, section 3 and equation 2; Teran,
/// Sifakis, Irving & Fedkiw, Robust quasistatic finite elements and flesh simulation, SCA 2005.
/// N: McAdams et al., SIGGRAPH 2011; Teng, dissertation, 2016, equation 3.5.
#pragma once

#include <optional>
#include <sinew/mechanics/coupling/coupling.hpp>

#include "accepted_pairs.hpp"
#include "alternation.hpp"
#include "skin_search.hpp"

namespace sinew {

struct SkinContactParams : SkinSearchParams {
    std::optional<double> stiffness;       ///< k [Pa/m]; 1e7 if neither is given
    std::optional<double> node_stiffness;  ///< c, the same for each node, in place of k A / 2 [N/m]
    std::optional<double> anisotropy;      ///< alpha, of WayOut::rest_shape; 1 if absent
    double pressure_per_depth() const { return stiffness.value_or(1e7); }
    double alpha() const { return anisotropy.value_or(1); }
};

class SkinContact : public Coupling {
public:
    /// `bodies`, of tet4 elements, must outlive this.
    SkinContact(std::vector<Body*> bodies, const SkinContactParams& params);

    using Hit = SkinHit;
    /// All of them, by body, other and node, where bodies are now.
    const std::vector<Hit>& find(const PointMotion& motion) { return search_.find(motion); }

    std::vector<Body*> bodies() const override { return bodies_; }
    bool conservative() const override { return false; }
    std::optional<double> stiffness_bound() const override;
    void begin_step(const PointMotion& motion, double t, double dt) override;
    void begin_solve() override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) override;
    bool renew(const PointMotion& motion, double t) override;
    double energy(const PointMotion& motion, double t) override;
    void commit(const PointMotion& motion, double t) override;
    void report(nlohmann::json& report) const override;
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;

private:
    std::array<MaterialPoint, 4> points_of(const Hit& hit) const;
    PairPoints points(const Hit& hit, const PointMotion& motion) const;
    double stiffness_of(const Hit& hit) const;  ///< c [N/m]
    Eigen::Matrix3d spring(const Hit& hit) const;
    void look(const PointMotion& motion, bool is_tangent);
    void use_found(bool wants_slope);
    void find_slopes(bool wants_slope);
    PairSlope slope(const Hit& hit) const;

    std::vector<Body*> bodies_;
    SkinContactParams params_;
    std::vector<std::vector<double>> areas_;  ///< of each body's skin.nodes [m^2]
    SkinSearch search_;
    std::vector<Hit> hits_;  ///< those that count: held ones in the place of those found
    Alternation alternation_;
    long followed_ = -1;    ///< search whose pairs alternation_ has seen last
    bool is_kept_ = false;  ///< hits_ are those of the last tangent, and stay
    AcceptedPairs accepted_;
};

}  // namespace sinew
