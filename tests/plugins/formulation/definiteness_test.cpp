// The PSD-projected stiffness, of every formulation and coupling: without negative eigenvalues, and
// the exact one where that has none either. Damping goes by it.
#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <support/bodies.hpp>
#include <support/damping.hpp>
#include <support/dense_entries.hpp>
#include <support/scene_body.hpp>

#include "discretised.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::vector<std::string> materials = {
    "stvk",        "corotational",       "arap, young: 1 kPa",
    "neo_hookean", "stable_neo_hookean", "mooney_rivlin, c10: 200 Pa, bulk: 2 kPa"};

/// Squeezed to two thirds, and every node shaken; no element is inverted.
Vector squeezed(const Body& body, unsigned seed) {
    const Points& X = body.mesh.positions;
    const Eigen::Vector3d stretch(0.65, 0.8, 1.1);
    Points x = stretch.asDiagonal() * X;
    return Vector((x - X).reshaped()) + 0.03 * noise(X.size(), seed);
}

Eigen::MatrixXd stiffness(System& system, const Vector& q, Definiteness definiteness) {
    Forces forces;
    const Tangent& K = system.tangent(q, Vector::Zero(q.size()), {0, 0, 1}, definiteness, &forces);
    REQUIRE_FALSE(forces.event);
    DenseEntries dense(q.size());
    K.add_entries(dense, 0);
    return dense.matrix;
}

Eigen::VectorXd eigenvalues(const Eigen::MatrixXd& A) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

void for_all(const std::function<void(const Discretised&, const std::string&)>& check) {
    for (const Discretised& how : discretisations)
        for (const std::string& material : materials) {
            INFO(how.formulation << " of " << how.element << ", " << material);
            check(how, material);
        }
}

}  // namespace

TEST_CASE(
    "every formulation: the PSD-projected stiffness of squeezed bodies is positive semi-definite") {
    int n_indefinite = 0;
    for_all([&](const Discretised& how, const std::string& material) {
        SceneBody scene(cube_of(how, "[2, 1, 1]", material));
        for (const unsigned seed : {1u, 2u}) {
            const Vector q = squeezed(scene.body(), seed);
            const Eigen::MatrixXd K = stiffness(scene.system(), q, Definiteness::psd_projected);
            const Eigen::VectorXd values = eigenvalues(K);
            CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
            CHECK(values[0] > -1e-12 * values[values.size() - 1]);
            const Eigen::VectorXd exact =
                eigenvalues(stiffness(scene.system(), q, Definiteness::exact));
            n_indefinite += exact[0] < -1e-3 * exact[exact.size() - 1];
        }
    });
    CHECK(n_indefinite > 20);  // else the test would show nothing
}

TEST_CASE(
    "every formulation: where no point is unstable the PSD-projected stiffness is the exact one") {
    for_all([&](const Discretised& how, const std::string& material) {
        SceneBody scene(cube_of(how, "[2, 1, 1]", material));
        // A pull in every direction; f_bar's share of stress has to vanish: a rigid rotation.
        const bool averaged = how.formulation == "f_bar";
        const Points& X = scene.body().mesh.positions;
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(1, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
        const Eigen::Matrix3d F = (averaged ? 1.0 : 1.05) * turn;
        const Vector q = Points((F - Eigen::Matrix3d::Identity()) * X).reshaped();
        const Eigen::MatrixXd exact = stiffness(scene.system(), q, Definiteness::exact);
        const Eigen::MatrixXd psd_projected =
            stiffness(scene.system(), q, Definiteness::psd_projected);
        CHECK((psd_projected - exact).norm() < 1e-9 * exact.norm());
    });
}

TEST_CASE("every formulation: damping slows every motion, also those that the stiffness drives") {
    for_all([&](const Discretised& how, const std::string& material) {
        SceneBody scene(cube_of(how, "[2, 1, 1]", material));
        System& system = scene.system();
        const Vector q = squeezed(scene.body(), 3);
        const Eigen::MatrixXd K = stiffness(system, q, Definiteness::exact);
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> modes(K);
        const double beta = 0.25;
        Forces still;
        system.forces(q, Vector::Zero(q.size()), still);
        system.dynamics()->set_damping({0, beta});
        begin_step_at(system, q);
        const auto damping = [&](const Vector& v) {
            Forces forces;
            system.forces(q, v, forces);
            REQUIRE_FALSE(forces.event);
            return Vector(forces.internal - still.internal);
        };
        // The worst of motions first, then any.
        std::vector<Vector> motions = {modes.eigenvectors().col(0), modes.eigenvectors().col(1)};
        for (const unsigned seed : {4u, 5u, 6u}) motions.push_back(noise(q.size(), seed));
        const double largest = modes.eigenvalues().tail<1>()(0);
        for (const Vector& v : motions)
            CHECK(v.dot(damping(v)) > -1e-12 * beta * largest * v.squaredNorm());
        // Residual and tangent agree about D, whatever the tangent does with K.
        const Vector v = motions.back();
        const Eigen::MatrixXd psd_projected = stiffness(system, q, Definiteness::psd_projected);
        CHECK((damping(v) - beta * psd_projected * v).norm() <
              1e-10 * (beta * psd_projected * v).norm());
        for (const Definiteness definiteness : {Definiteness::exact, Definiteness::psd_projected}) {
            Vector product;
            system.tangent(q, v, {0, 3, 2}, definiteness, nullptr).apply(v, product);
            const Vector expected =
                3 * damping(v) + 2 * (definiteness == Definiteness::exact ? K : psd_projected) * v;
            CHECK((product - expected).norm() < 1e-10 * expected.norm());
        }
    });
}

namespace {

/// The system of the solver of a scene with two tied cubes and the contacts given.
class ScenePair {
public:
    explicit ScenePair(const std::string& couplings)
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(
              parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: pair\n"
                          "    solver: {type: implicit_newmark, linear: {type: lu}}\n"
                          "    couplings: [" +
                              couplings + "]\n    children:\n" + cube("left", 0) + cube("right", 1),
                          "scene.yaml"),
              plugins_, mechanics_slots()) {
        graph_.build();
        SceneNode& pair = *graph_.root().children().front();
        owner_ = dynamic_cast<Solver*>(graph_.object<Stepper>(pair, "solver"));
    }
    System& system() { return owner_->system(); }

private:
    static std::string cube(const std::string& name, int x) {
        return "      - node: " + name + "\n        transform: {translate: [" + std::to_string(x) +
               ", 0, 0]}\n        mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: "
               "hex8}\n        material: {type: neo_hookean, young: 1 kPa, poisson: 0.4}\n";
    }
    PluginRegistry plugins_;
    SceneGraph graph_;
    Solver* owner_ = nullptr;
};

/// What couplings add to the stiffness of the two cubes, shaken since the step began.
Eigen::MatrixXd of_couplings(const std::string& couplings, Definiteness definiteness) {
    const auto all_of = [&](const std::string& list) {
        ScenePair scene(list);
        System& system = scene.system();
        State state = system.initial();
        system.move_to(0);
        system.begin_step(state, 0, 0.1);
        system.move_to(0.1);
        const Index n = 48;  // of the two cubes; what obstacles have stands behind them
        Vector q = state.q;
        q.head(n) += 0.05 * noise(n, 7);
        return Eigen::MatrixXd(stiffness(system, q, definiteness).topLeftCorner(n, n));
    };
    return all_of(couplings) - all_of("");
}

}  // namespace

TEST_CASE("every coupling: its PSD-projected stiffness is positive semi-definite") {
    // What is near stiff shapes and is shaken. A ball's exact stiffness is indefinite where there
    // is no friction that would hide it.
    const auto contact = [](const std::string& obstacle, const std::string& more) {
        return "{type: contact, bodies: [left], thickness: 0.2, stiffness: 1e5, stick_speed: 1, "
               "obstacles: [" +
               obstacle + "]" + more + "}";
    };
    const std::string plane = "{plane: {point: [0, 0, -0.1]}}",
                      ball = "{sphere: {center: [0.5, 0.5, -1.15], radius: 1.05}}";
    for (const std::string& couplings :
         {std::string("{type: tie, between: [left, right], distance: 0.1, stiffness: 1e4 Pa/m}"),
          contact(plane, ""), contact(ball, ""), contact(plane, ", friction: 0.5"),
          contact(ball, ", friction: 0.5"), contact(ball, ", potential: offset")}) {
        INFO(couplings);
        const Eigen::MatrixXd psd_projected = of_couplings(couplings, Definiteness::psd_projected);
        REQUIRE(psd_projected.norm() > 1);  // something touches
        const Eigen::VectorXd values = eigenvalues(psd_projected);
        CHECK((psd_projected - psd_projected.transpose()).norm() < 1e-12 * psd_projected.norm());
        CHECK(values[0] > -1e-12 * values.tail<1>()(0));
        if (couplings != contact(ball, "")) continue;
        const Eigen::VectorXd exact = eigenvalues(of_couplings(couplings, Definiteness::exact));
        CHECK(exact[0] < -0.01 * exact.tail<1>()(0));
    }
    // A plane, and a tie, are definite by themselves: nothing of theirs is left out.
    for (const std::string& couplings :
         {std::string("{type: tie, between: [left, right], distance: 0.1, stiffness: 1e4 Pa/m}"),
          contact(plane, "")}) {
        INFO(couplings);
        ScenePair scene(couplings);
        System& system = scene.system();
        system.move_to(0);
        const Vector rest = system.initial().q;
        const Eigen::MatrixXd exact = stiffness(system, rest, Definiteness::exact);
        CHECK((stiffness(system, rest, Definiteness::psd_projected) - exact).norm() <
              1e-9 * exact.norm());
    }
}
