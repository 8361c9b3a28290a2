#include <catch2/catch.hpp>
#include <Eigen/Dense>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/model/body_parts.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <support/empty_cache.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// The surface model of an arm, at time t, beside the whole arm.
struct SurfaceOfArm {
    explicit SurfaceOfArm(const std::string& reduction, double t)
        : whole("0.4 1.5", t),
          scene(arm_of_two("0.4 1.5", "ex_rotated, young: 2 kPa, poisson: 0.4") +
                "    loads: [{type: gravity, acceleration: [0, 0, -1]}]\n"
                "    reduction: {type: steklov_poincare" +
                reduction + "}\n") {
        SceneNode& node = scene.node();
        const BodyParts parts = body_parts(node);
        const Reduction& model = *node.graph().object<Reduction>(node, "reduction");
        const Formulation& formulation = *node.graph().object<Formulation>(node, "formulation");
        system = model.make(
            as_elastic_body(formulation.make(scene.body(), parts), model, parts.formulation),
            scene.body(), parts);
        time = t;
        system->move_to(t);
    }
    /// By the elements, not from another position of the pose.
    Vector residual(const Vector& q) {
        system->move_to(time + 1);
        system->move_to(time);
        return next_residual(q);
    }
    Vector next_residual(const Vector& q) {
        Forces forces;
        system->forces(q, 0 * q, forces);
        return forces.internal - forces.external;
    }
    Vector some(double phase) const {
        Vector q(system->size());
        for (Index i = 0; i < q.size(); ++i) q[i] = 0.05 * std::sin(phase * double(i) + phase);
        return q;
    }

    double time = 0;
    EmptyCache cache;
    SplitArm whole;
    SceneBody scene;
    std::unique_ptr<BodySystem> system;
};

}  // namespace

TEST_CASE("surface_system: forces on the skin are affine in its places (superposition)") {
    SurfaceOfArm arm(", interior_tolerance: 1e-13", 1);
    const Vector a = arm.some(1.3), b = arm.some(2.9);
    const Vector at_a = arm.residual(a), at_b = arm.residual(b);
    const Vector between = arm.residual(0.3 * a + 0.7 * b);
    CHECK((between - 0.3 * at_a - 0.7 * at_b).norm() < 1e-11 * at_a.norm());
    CHECK((at_a - at_b).norm() > 0.1 * at_a.norm());
}

TEST_CASE("surface_system: no reduction takes it, since its nodes are not all of the body's") {
    SurfaceOfArm arm("", 1);
    class Mine final : public Reduction {
    public:
        std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody>, Body&,
                                         const BodyParts&) const override {
            return nullptr;
        }
    } mine;
    mine.provenance = {"reduction/subspace", "/arm", {}};
    try {
        as_elastic_body(std::move(arm.system), mine, {"formulation/mine", "/arm", {}});
        FAIL("it was taken");
    } catch (const InputError& error) {
        const Diagnostic& refusal = error.diagnostics().front();
        CHECK_THAT(refusal.message, Catch::Contains("reduction/subspace of /arm cannot take the "
                                                    "system of formulation/mine of /arm"));
        CHECK_THAT(refusal.remedy, Catch::Contains("use formulation: {type: displacement}"));
        CHECK(refusal.plugin == "reduction/subspace");
    }
}

TEST_CASE(
    "surface_system: within a pose forces follow the surface, with what the tangent has said") {
    SurfaceOfArm arm(", interior_tolerance: 1e-13", 1);
    const Vector a = arm.some(1.3), b = arm.some(2.9);
    const Vector fresh = arm.residual(a + b);
    arm.residual(a);
    CHECK((arm.next_residual(a + b) - fresh).norm() < 1e-11 * fresh.norm());
    const auto solved = [&](bool asks) {
        SurfaceOfArm other("", 1);
        other.residual(a);
        Vector y;
        if (asks)
            other.system->tangent(a, 0 * a, {0, 0, 1}, Definiteness::exact, nullptr).apply(b, y);
        const auto count = [&] {
            nlohmann::json report;
            other.system->report(report);
            return report.at("reduction").at("interior_iterations").get<int>();
        };
        const int before = count();
        other.next_residual(a + b);
        return count() - before;
    };
    CHECK(solved(true) < solved(false));
}

TEST_CASE("surface_system: their stiffness is the Schur complement of the whole stiffness") {
    SurfaceOfArm arm(", interior_tolerance: 1e-13", 1);
    const Vector a = arm.some(1.3), b = arm.some(2.9);
    const Vector slope = arm.residual(a + b) - arm.residual(a);
    const Vector exact = arm.whole.complement() * b;
    CHECK((slope - exact).norm() < 1e-10 * exact.norm());
}

TEST_CASE("surface_system: positions, energies and stresses are those of the whole body") {
    SurfaceOfArm arm(", interior_tolerance: 1e-13", 1);
    const Vector q = arm.some(1.3);
    const Points x = arm.system->positions(q);
    ElasticBody& full = *arm.scene.system().elastic_body();
    full.move_to(1);
    const Vector u = (x - arm.scene.body().mesh.positions).reshaped();
    Forces forces;
    full.forces(u, 0 * u, forces);
    Vector inside, on_surface;
    arm.whole.sets.take_interior(forces.internal - forces.external, inside);
    arm.whole.sets.take_surface(forces.internal - forces.external, on_surface);
    CHECK(inside.norm() < 1e-11 * forces.internal.norm());
    CHECK((on_surface - arm.residual(q)).norm() < 1e-11 * on_surface.norm());
    CHECK(arm.system->energies(q, 0 * q).elastic ==
          Approx(full.energies(u, 0 * u).elastic).epsilon(1e-12));
    const int inner = arm.whole.sets.interior.front(), outer = arm.whole.sets.surface.back();
    for (const int node : {inner, outer})
        CHECK((arm.system->position(MaterialPoint::at_node(0, node), q) - x.col(node)).norm() <
              1e-14);
    const Eigen::MatrixXd stress = full.point_fields(u).cauchy_stress();
    CHECK((arm.system->point_fields(q).cauchy_stress() - stress).norm() < 1e-12 * stress.norm());
}

TEST_CASE("surface_system: the potential's slope is the force") {
    SurfaceOfArm arm(", interior_tolerance: 1e-13", 1);
    const Vector q = arm.some(1.3), d = arm.some(2.9);
    const double h = 1e-3;
    const double slope =
        (arm.system->potential(q + h * d) - arm.system->potential(q - h * d)) / (2 * h);
    CHECK(slope == Approx(arm.residual(q).dot(d)).epsilon(1e-9));
}

TEST_CASE("surface_system: a force on the skin acts, one in the interior is refused") {
    SurfaceOfArm arm("", 0);
    const Vector q = arm.some(1.3);
    Vector f = Vector::Zero(q.size());
    const int outer = arm.whole.sets.surface.back(), inner = arm.whole.sets.interior.front();
    arm.system->add_point_force(MaterialPoint::at_node(0, outer), {1, 2, 3}, q, f);
    CHECK((f.tail<3>() - Eigen::Vector3d(1, 2, 3)).norm() == 0);
    CHECK(f.head(f.size() - 3).norm() == 0);
    CHECK_THROWS_WITH(
        arm.system->add_point_force(MaterialPoint::at_node(0, inner), {1, 2, 3}, q, f),
        Catch::Contains("in the interior of /body"));
}

TEST_CASE("surface_system: at the start of a step the body goes along with its procedural skin") {
    SurfaceOfArm arm("", 0);
    State state = arm.system->initial();
    arm.system->begin_step(state, 0, 1);
    const RiggedBody& rigged = rigged_body_of(arm.scene.node(), {});
    // The tip lies on the lower bone.
    const Eigen::Vector3d tip(3, 0.5, 0.5);
    const Points& X = arm.scene.body().mesh.positions;
    Index node = 0;
    (X.colwise() - tip).colwise().norm().minCoeff(&node);
    const Eigen::Vector3d moved = rigged.rig->at(1).back() * X.col(node);
    CHECK((arm.system->positions(state.q).col(node) - moved).norm() < 1e-9);
    CHECK((moved - X.col(node)).norm() > 0.5);
}
