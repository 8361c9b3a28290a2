#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>

#include "law_checks.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// All but those whose rotations come from a rig, of which ex_rotated_test.cpp makes the same
/// checks, and the plastic one, which has no law of F alone.
std::vector<std::string> materials() {
    std::vector<std::string> ids = built_plugins("material");
    std::erase(ids, "material/ex_rotated");
    std::erase(ids, "material/rigged_arap");
    std::erase(ids, "material/elastoplastic");
    return ids;
}

using LawCheck = std::string (*)(const AtPoint&);

void check_every_material(LawCheck check, const std::string& but_not = "") {
    const std::vector<std::string> ids = materials();
    REQUIRE(ids.size() >= 7);
    for (const std::string& id : ids) {
        if (id == but_not) continue;
        INFO(id);
        const BoundLaw bound(id);
        CHECK(check(bound.at) == "");
    }
}

/// A neo-Hookean solid with one of its formulas wrong by a factor.
enum class Planted { nothing, energy, stress, change, hessian, rest, rotation };

template <Planted planted>
class Tampered final : public Hyperelastic<Tampered<planted>> {
public:
    struct Params {
        Field<double> young = 1e5;
        Field<double> poisson = 0.3;
        static constexpr auto fields = std::tuple{
            field("young", &Params::young, unit::Pa, positive, ""),
            field("poisson", &Params::poisson, unit::one, between(-1.0, 0.5), ""),
        };
    };
    template <class Real>
    struct Point {
        Real mu, lambda;
    };
    static constexpr double off(Planted where) { return where == planted ? 1.01 : 1.0; }

    template <class Real>
    Real energy(const Mat3<Real>& F, const Point<Real>& p) const {
        const Real ln_J = log(F.determinant());
        return off(Planted::energy) * 0.5 * p.mu * (F.squaredNorm() - 3) - p.mu * ln_J +
               0.5 * p.lambda * ln_J * ln_J;
    }
    template <class Real>
    Mat3<Real> stress(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> G = F.inverse().transpose();
        Mat3<Real> P = p.mu * (F - off(Planted::rest) * G) +
                       off(Planted::stress) * p.lambda * log(F.determinant()) * G;
        if (planted == Planted::rotation) P(0, 1) *= 1.01;
        return P;
    }
    template <class Real>
    Mat3<Real> stress_change(const Mat3<Real>& F, const Mat3<Real>& H, const Point<Real>& p) const {
        const Real ln_J = log(F.determinant());
        const Mat3<Real> F_inv = F.inverse();
        return p.mu * H +
               off(Planted::change) * (p.mu - p.lambda * ln_J) * (F_inv * H * F_inv).transpose() +
               p.lambda * (F_inv * H).trace() * F_inv.transpose();
    }
    template <class Real>
    Tangent9<Real> hessian(const Mat3<Real>& F, const Point<Real>& p) const {
        const Mat3<Real> G = F.inverse().transpose();
        const Real a = p.mu - p.lambda * log(F.determinant());
        Tangent9<Real> dPdF = symmetric_tangent<Real>([&](int i, int j, int k, int l) {
            return off(Planted::hessian) * a * G(i, l) * G(k, j) + p.lambda * G(i, j) * G(k, l);
        });
        dPdF.diagonal().array() += p.mu;
        return dPdF;
    }
};

template <Planted planted>
std::string defect(LawCheck check) {
    const Tampered<planted> law;
    const HyperelasticPoints<Tampered<planted>> points(
        law, PointParameters<Tampered<planted>>({}, eight_elements()).take());
    return check({points});
}

}  // namespace

TEST_CASE("every material: rest has no stress and no energy") {
    check_every_material(rest_is_free);
}

TEST_CASE("every material but linear: a rotation after F turns the stress and keeps the energy") {
    check_every_material(is_objective, "material/linear");
    CHECK(is_objective(BoundLaw("material/linear").at) != "");
}

TEST_CASE("every material: a rotation of the solid turns the stress with it") {
    check_every_material(is_isotropic);
}

TEST_CASE("every material: the stress is the derivative of the energy") {
    check_every_material(stress_is_derivative);
}

TEST_CASE("every material: the stress change is the derivative of the stress") {
    check_every_material(stress_change_is_derivative);
}

TEST_CASE("every material: the tangent is symmetric and agrees with the stress change") {
    check_every_material(tangent_is_stress_change);
}

TEST_CASE("every material: the PSD-projected tangent is the PSD projection of the exact one") {
    check_every_material(psd_projected_is_projection);
}

TEST_CASE("every material: a tangent that is said to be constant is") {
    check_every_material(tangent_is_constant_where_claimed);
    CHECK(BoundLaw("material/linear").law->constant_tangent());
    CHECK_FALSE(BoundLaw("material/corotational").law->constant_tangent());
}

TEST_CASE("every material: the traits that it declares are what it is") {
    PluginRegistry registry({SINEW_PLUGIN_DIR});
    for (const std::string& id : materials()) {
        INFO(id);
        const BoundLaw bound(id);
        const std::string name = id.substr(id.find('/') + 1);
        const auto& traits = registry.require(Material::kind, name, {}).traits;
        const auto declares = [&](const char* trait) {
            return std::find(traits.begin(), traits.end(), trait) != traits.end();
        };
        CHECK(declares(material_trait::stvk) == (bound.material->stvk() != nullptr));
        CHECK(declares(material_trait::follows_rig) == bound.material->follows_rig());
        CHECK(declares(material_trait::affine_forces) == (stress_is_affine(bound.at) == ""));
    }
}

TEST_CASE("a law with an error of one percent in one formula fails the check of that formula") {
    for (const LawCheck check :
         {rest_is_free, is_objective, is_isotropic, stress_is_derivative,
          stress_change_is_derivative, tangent_is_stress_change, psd_projected_is_projection})
        CHECK(defect<Planted::nothing>(check) == "");
    CHECK(defect<Planted::energy>(stress_is_derivative) != "");
    CHECK(defect<Planted::stress>(stress_is_derivative) != "");
    CHECK(defect<Planted::stress>(stress_change_is_derivative) != "");
    CHECK(defect<Planted::change>(stress_change_is_derivative) != "");
    CHECK(defect<Planted::change>(tangent_is_stress_change) != "");
    CHECK(defect<Planted::hessian>(tangent_is_stress_change) != "");
    CHECK(defect<Planted::rest>(rest_is_free) != "");
    CHECK(defect<Planted::rotation>(is_objective) != "");
    CHECK(defect<Planted::rotation>(is_isotropic) != "");
}

TEST_CASE("materials given by E and nu have the small strains of linear elasticity") {
    for (const std::string& id : materials()) {
        INFO(id);
        Lame lame = lame_from(2e6, 0.3);
        std::string parameters = "young: 2 MPa, poisson: 0.3";
        if (id == "material/arap") {
            parameters = "young: 2 MPa";
            lame = lame_from(2e6, 0);
        } else if (id == "material/mooney_rivlin") {
            parameters = fmt::format("c10: {}, c01: {}, bulk: {}", 0.4 * lame.mu, 0.1 * lame.mu,
                                     lame.bulk());
        }
        CHECK(rest_tangent_is(BoundLaw(id, parameters).at, lame) == "");
    }
}

TEST_CASE("every material: a lane's bits do not depend on its place or its neighbours") {
    for (const std::string& id : materials()) {
        INFO(id);
        const BoundLaw bound(id);
        for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected}) {
            Mat3<Pack> F, H;
            for (int n = 0; n < Pack::lanes; ++n) {
                // One lane is nearly inverted, one at rest: their neighbours must not notice.
                Matrix3 f = deformed(static_cast<unsigned>(n));
                if (n == 2) f = Matrix3::Identity();
                if (n == 5) f.col(2) *= 0.01;
                set_lane<3, 3>(F, n, f);
                set_lane<3, 3>(H, n, random_matrix(static_cast<unsigned>(n) + 30, 1));
            }
            Pack psi;
            Mat3<Pack> P, dP;
            Tangent9<Pack> dPdF;
            bound.law->energy(0, {&F, 1}, {&psi, 1});
            bound.law->stress_and_tangent(0, {&F, 1}, {&P, 1}, {&dPdF, 1}, definiteness);
            bound.law->stress_change(0, {&F, 1}, {&H, 1}, {&dP, 1}, definiteness);
            for (int n = 0; n < Pack::lanes; ++n) {
                const Matrix3 f = lane(F, n);
                const Mat3<Pack> alike = broadcast(f);
                Mat3<Pack> P_alike;
                Tangent9<Pack> dPdF_alike;
                bound.law->stress_and_tangent(0, {&alike, 1}, {&P_alike, 1}, {&dPdF_alike, 1},
                                              definiteness);
                CHECK(psi[n] == bound.at.energy(f));
                CHECK(lane(dP, n) == bound.at.stress_change(f, lane(H, n), definiteness));
                CHECK(lane(P, n) == lane(P_alike, 0));
                CHECK(lane(dPdF, n) == lane(dPdF_alike, 0));
            }
        }
    }
}

TEST_CASE("laws of ln J flag inverted lanes; the others are defined and finite there") {
    for (const std::string& id : materials()) {
        INFO(id);
        const BoundLaw bound(id);
        const bool needs_volume = id == "material/neo_hookean" || id == "material/mooney_rivlin";
        Mat3<Pack> F = broadcast(deformed(1));
        Matrix3 inverted = deformed(2);
        inverted.col(0) *= -1;
        set_lane<3, 3>(F, 3, inverted);
        set_lane<3, 3>(F, 6, Matrix3::Zero());
        Mask ok;
        bound.law->admissible(0, {&F, 1}, {&ok, 1});
        for (int n = 0; n < Pack::lanes; ++n) CHECK(ok[n] == !(needs_volume && (n == 3 || n == 6)));
        if (!needs_volume) {
            CHECK(std::isfinite(bound.at.energy(inverted)));
            CHECK(bound.at.stress(inverted).allFinite());
            CHECK(bound.at.tangent(inverted, Definiteness::psd_projected).allFinite());
        }
    }
}
