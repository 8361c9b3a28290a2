/// Contact of bodies' skins with their own body and with others, by penalty, without friction.
///
/// A skin node x that lies in a tetrahedron of its own body or of another is mapped to that body's
/// rest shape, X = sum of w_a X_a; a level set of the rest shape leads to the place of the skin
/// that it came through; and that place, between three corners with weights b, is where it has to
/// go, wherever the corners are now:
///
///     y = sum_a b_a x_a,    d = y - x,    f = c d on x,    -b_a f on corner a,    E = c d'd / 2
///
/// with c = k A / 2, A the node's share of the area of the rest skin: both sides' nodes do so, and
/// where two sheets meet the pressure is k d. Of its own body x touches what is around it anyway: c
/// is multiplied by a ramp of the number of edges g between it and X,
///
///     (g - 1) / (rings - 1), within 0 and 1,    g = sum of w_a g_a,
///
/// which is continuous, so that none of these pairs comes or goes with a force; a node that changes
/// from one sheet to another does.
///
/// The force is that of a spring with the stiffness
///
///     K = c N,    N = (1 - alpha) S + alpha I,    f = K d,    E = d' K d / 2.
///
/// alpha = 1 is Gao et al.'s spring, f = c d. S is the symmetric part of I - F (dY/dX) F^-1, its
/// eigenvalues kept within 0 and 1, with Y(X) the place on the rest skin and F the tetrahedron's
/// deformation: how d changes with x, as y goes along with it. On a flat face it is n n', and alpha
/// = 0 then is the contact of McAdams et al. and Teng, free along the skin.
///
/// Pairs are found anew in each iteration of Newton's method, with its tangent, and are linear
/// until the next: fixed weights b, and
///
///     f = K d_0 + G (d - d_0),    G = c ((1 - beta) S + beta I),    beta = min(alpha, 1/10),
///
/// with d_0 the d of that iteration. Gao et al. have G = K, which takes y for fixed: nodes then
/// slide to their places over many iterations.
///
/// Newton's method ends where its residual is small with the pairs of that very place. Pairs that
/// come and go in turn are held for the rest of the step (see Alternation). Neither is in the
/// papers.
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
#include "moving_tets.hpp"
#include "neighbours.hpp"

namespace sinew {

struct SkinContactParams {
    std::optional<double> stiffness;       ///< k [Pa/m]; 1e7 if neither is given
    std::optional<double> node_stiffness;  ///< c, the same for each node, in place of k A / 2 [N/m]
    double pressure_per_depth() const { return stiffness.value_or(1e7); }
    double anisotropy = 1;  ///< alpha
    int rings = 2;
    std::optional<double> voxel;  ///< of level sets [m]; RestSkin::fine_voxel if absent
};

class SkinContact : public Coupling {
public:
    /// `bodies`, of tet4 elements, must outlive this.
    SkinContact(std::vector<Body*> bodies, const SkinContactParams& params);

    using Hit = SkinHit;
    /// All of them, by body, other and node, where bodies are now.
    const std::vector<Hit>& find(const PointMotion& motion);

    std::vector<Body*> bodies() const override { return bodies_; }
    bool conservative() const override { return false; }
    double stiffness_bound() const override;
    void begin_step(const PointMotion& motion, double t, double dt) override;
    void evaluate(const PointMotion& motion, double t, PointForces& out) override;
    bool renew(const PointMotion& motion, double t) override;
    double energy(const PointMotion& motion, double t) override;
    void accept(const PointMotion& motion, double t) override;
    void report(nlohmann::json& report) const override;
    void save(Archive& archive, const std::string& prefix) const override {
        accepted_.save(archive, prefix);
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        accepted_.restore(archive, prefix);
    }

private:
    struct Part {
        Part(const Body& body, int number, const SkinContactParams& params);
        const Body* body;
        MovingTets tets;
        RestSkin skin;
        Neighbours near;            ///< of skin.nodes
        std::vector<double> areas;  ///< of skin.nodes [m^2]
        std::vector<int> order;     ///< of skin.nodes, neighbours near each other
    };
    void find_inside(int body, int other);
    double ramp(int body, int node, const MovingTets::Held& held) const;
    Hit hit(int body, int node, int other, const MovingTets::Held& held) const;
    Eigen::Vector3d way(const Hit& hit) const;
    Eigen::Vector3d way(const Hit& hit, const PointMotion& motion) const;
    double stiffness_of(const Hit& hit) const;       ///< c [N/m]
    Eigen::Matrix3d slide_of(const Hit& hit) const;  ///< S
    Eigen::Matrix3d spring(const Hit& hit) const;
    MaterialPoint point_of(const Hit& hit) const;
    MaterialPoint target(const Hit& hit) const;
    void look(const PointMotion& motion, bool is_tangent);
    void use_found(bool wants_slope);
    void find_stiffness(bool wants_slope);
    AcceptedPair pair(const Hit& hit, const PointMotion& motion) const;
    bool pulls(const Hit& hit, const Eigen::Vector3d& d, const PointMotion& motion) const;

    std::vector<Body*> bodies_;
    SkinContactParams params_;
    std::vector<Part> parts_;
    std::vector<Hit> found_;  ///< where tets are
    std::vector<Hit> hits_;   ///< those that count: held ones in their place
    Alternation alternation_;
    long n_searches_ = 0;
    long followed_ = -1;    ///< search whose pairs alternation_ has seen last
    double seconds_ = 0;    ///< of searches
    bool is_kept_ = false;  ///< hits_ are those of the last tangent, and stay
    AcceptedPairs accepted_;
};

}  // namespace sinew
