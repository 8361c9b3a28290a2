#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/dense_entries.hpp>
#include <support/small_run.hpp>

#include "turning_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("rigged_arap: what holds of every law holds of it, at rest and in a pose") {
    Bound bound("rigged_arap, young: 3 kPa");
    check_laws(bound);
}

TEST_CASE("rigged_arap: where the rig's rotation is that of F it is as rigid as possible") {
    Bound bound("rigged_arap, young: 3 kPa");
    const BoundLaw arap("material/arap", "young: 3 kPa");
    bound.law->move_to(1);
    for (unsigned seed = 1; seed < 8; ++seed) {
        const Matrix3 A = random_matrix(seed, 0.3);
        const Matrix3 F = turned * (Matrix3::Identity() + 0.5 * (A + A.transpose()));
        CHECK(bound.at.energy(F) == Approx(arap.at.energy(F)).epsilon(1e-12));
        CHECK((bound.at.stress(F) - arap.at.stress(F)).norm() < 1e-12 * arap.at.stress(F).norm());
    }
}

TEST_CASE("rigged_arap: the matrix is the same in every pose, to the last bit") {
    const auto matrix = [&](double t) {
        SceneBody scene(turning_arm("rigged_arap, young: 3 kPa"));
        BodySystem& system = scene.system();
        const Vector rest = Vector::Zero(system.size());
        system.move_to(t);
        DenseEntries dense(system.size());
        system.tangent(rest, rest, {0, 0, 1}, Definiteness::exact, nullptr).add_entries(dense, 0);
        return dense.matrix;
    };
    const Eigen::MatrixXd first = matrix(0);
    CHECK(matrix(0.4) == first);
    CHECK(matrix(1) == first);
}

TEST_CASE(
    "rigged_arap: a run through many poses factors once, for all axes, and restarts bitwise") {
    const sinew::testing::SmallRun run(
        "arm", "sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: arm\n" +
                   turning_arm("rigged_arap, young: 3 kPa") +
                   "    constraints: [{type: attach, radius: 0.3}]\n    solver: {type: static}\n"
                   "    outputs: [{type: checkpoint, every: 0.1 s, keep: 11}]\n");
    REQUIRE(run.run() == 0);
    const nlohmann::json solver =
        nlohmann::json::parse(run.bytes("out/run.json")).at("solvers").at("/arm");
    CHECK(solver.at("steps") == 10);
    CHECK(solver.at("linear").at("factorisations") == 1);
    CHECK(solver.at("linear").at("solves") == solver.at("newton").at("iterations"));
    CHECK(solver.at("linear").at("alike_axes") == true);
    REQUIRE(run.run("later", run / "out/checkpoint-0006.h5") == 0);
    CHECK((run.bytes("later/checkpoint-0010.h5") == run.bytes("out/checkpoint-0010.h5")));
}
