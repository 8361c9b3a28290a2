#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/run/log.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

const std::string soft_bar =
    clamped(bar("[2, 0.5, 0.6]", "[6, 2, 2]", "hex8", "neo_hookean, young: 100 kPa, poisson: 0.3"));

std::string pull(const std::string& force) {
    return "{at: [2, 0.25, 0.3], force: " + force + "}";
}

}  // namespace

TEST_CASE("sketch: the equilibrium of each sketched force lies in the basis") {
    FullScene scene(soft_bar);
    const auto found = scene.compute(
        "basis/sketch", "forces: [" + pull("[0, 0, 400]") + ", " + pull("[0, 200, 0]") +
                            ", {where: {plane: {normal: [1, 0, 0], offset: 2}}, force: [800, 0, "
                            "0]}], size: 3, newton: {tolerance: 1e-10}");
    CHECK(found.details.integer("forces_solved") == 3);
    CHECK(found.details.integer("deformations_kept") == 3);
    CHECK(orthonormality_error(scene, found.U) < 1e-12);
    // The shape that the first force alone makes.
    const std::string one = ", size: 1, newton: {tolerance: 1e-10}";
    const auto u = scene.compute("basis/sketch", "forces: [" + pull("[0, 0, 400]") + "]" + one);
    const Vector shape = u.details.vector("singular_values", 1)(0) * u.U.col(0);
    const Vector inside = found.U * (found.U.transpose() * scene.full.mass().times(shape));
    CHECK((inside - shape).norm() < 1e-9 * shape.norm());
    // f(u) of that shape (of one sign or the other) is the force on the free nodes.
    double best = 1;
    for (const double sign : {1.0, -1.0}) {
        Vector f;
        REQUIRE_FALSE(scene.full.assembler().forces(sign * shape, f));
        for (Index i = 0; i < f.size(); ++i)
            if (scene.full.constrained.fixed[std::size_t(i)]) f(i) = 0;
        const Eigen::Vector3d sum = f.reshaped(3, f.size() / 3).rowwise().sum();
        best = std::min(best, (sum - Eigen::Vector3d(0, 0, 400)).norm() / 400);
    }
    CHECK(best < 1e-8);
}

TEST_CASE("sketch: forces and deformations near the last one taken are left out") {
    FullScene scene(soft_bar);
    std::string forces;
    for (int k = 1; k <= 9; ++k)
        forces += (k > 1 ? ", " : "") + pull("[0, 0, " + std::to_string(20 * k) + "]");
    const auto with = [&](const std::string& more) {
        return scene.compute("basis/sketch", "forces: [" + forces + "], size: 1" + more).details;
    };
    CHECK(with("").integer("forces_solved") == 9);
    // The place is a node, which takes the force whole: neighbours differ by 20 N.
    const auto thin = with(", force_distance: 35 N");
    CHECK(thin.integer("forces_solved") == 5);
    CHECK(thin.integer("deformations_kept") == 5);
    CHECK(with(", mass_distance: 1e6").integer("deformations_kept") == 1);
}

TEST_CASE("sketch: recorded forces, and what cannot be asked") {
    const std::filesystem::path file =
        std::filesystem::temp_directory_path() / fmt::format("sinew-sketch-{}.txt", getpid());
    const auto write = [&](const std::string& text) { std::ofstream(file) << text; };
    FullScene scene(soft_bar);
    const auto recorded = [&](const std::string& text, const std::string& size = "2") {
        write(text);
        return scene.compute("basis/sketch", "file: " + file.string() + ", size: " + size);
    };
    const auto listed = scene.compute("basis/sketch", "forces: [" + pull("[0, 0, 100]") + ", " +
                                                          pull("[0, 50, 0]") + "], size: 2");
    CHECK(recorded("# x y z  fx fy fz\n2 0.25 0.3  0 0 100\n2, 0.25, 0.3, 0, 50, 0\n").U ==
          listed.U);
    CHECK_THROWS_WITH(recorded("2 0.25 0.3 0 0\n"), Contains("six finite numbers"));
    CHECK_THROWS_WITH(recorded("2 0.25 0.3 0 0 1 7\n"), Contains("there is more"));
    CHECK_THROWS_WITH(recorded("# nothing\n"), Contains("holds no forces"));
    CHECK_THROWS_WITH(recorded("2 0.25 0.3 0 0 100\n"),
                      Contains("size 2 asked of 1 sketched deformations"));
    CHECK_THROWS_WITH(recorded("9 0.25 0.3 0 0 100\n"), Contains("outside the body"));
    CHECK_THROWS_WITH(recorded("0 0.25 0.3 0 0 100\n"), Contains("moves nothing"));
    std::filesystem::remove(file);
    CHECK_THROWS_WITH(scene.compute("basis/sketch", "size: 1"),
                      Contains("one of `forces` and `file`"));
    CHECK_THROWS_WITH(scene.compute("basis/sketch", "forces: [{force: [1, 0, 0]}], size: 1"),
                      Contains("one of `at` and `where`"));
    FullScene free(bar("[2, 0.5, 0.6]", "[4, 1, 2]"));
    CHECK_THROWS_WITH(free.compute("basis/sketch", "forces: [" + pull("[0, 0, 1]") + "], size: 1"),
                      Contains("/body is not anchored") && !Contains("anchored: true") &&
                          Contains("use basis: {type: linear_modes}"));
}

TEST_CASE("sketch: a kept basis is that of forces in the same frame only") {
    // The same body twice, once shifted by its node: the same place in the node is elsewhere in it.
    const std::string constrained =
        "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n";
    const std::string cells =
        ", size: [2, 0.5, 0.5], cells: [4, 1, 1]}\n    material: {type: "
        "stvk, young: 1 MPa, poisson: 0.3, density: 1000}\n" +
        constrained;
    FullScene shifted("    transform: {translate: [1, 0, 0]}\n    mesh: {type: box" + cells);
    FullScene there("    mesh: {type: box, origin: [1, 0, 0]" + cells);
    REQUIRE(shifted.full.key == there.full.key);
    const auto basis = make<Basis>("basis/sketch",
                                   "forces: [{at: [1.5, 0.25, 0.5], force: [0, 0, 100]}], size: 1");
    const auto key = [&](const FullScene& scene) {
        ArtifactKey whole = scene.full.key;
        basis->add_to_key(scene.full, whole);
        return whole;
    };
    const Eigen::MatrixXd a = basis->compute(shifted.full).U, b = basis->compute(there.full).U;
    CHECK((a - b).norm() > 0.1 * a.norm());
    CHECK(key(shifted).hash() != key(there).hash());
    CHECK(key(shifted) == key(FullScene("    transform: {translate: [1, 0, 0]}\n    mesh: {type: "
                                        "box" +
                                        cells)));
}

TEST_CASE(
    "sketch: what is wrong with one of several forces is reported with its number and place") {
    FullScene scene(soft_bar);
    const auto told = [&](const std::string& second) {
        const std::string before = "forces: [" + pull("[0, 0, 100]") + ", ";
        try {
            scene.compute("basis/sketch", before + second + "], size: 1");
        } catch (const InputError& error) {
            const Diagnostic& first = error.diagnostics().front();
            const std::string& text = first.where.source->text;
            std::size_t begin = 0;
            for (int line = 1; line < first.where.line; ++line) begin = text.find('\n', begin) + 1;
            CHECK(text.substr(begin + std::size_t(first.where.column) - 1).size() < 60);
            return first.message + " AT " +
                   text.substr(begin + std::size_t(first.where.column) - 1, 12);
        }
        return std::string("nothing");
    };
    CHECK(told("{at: [9, 0, 0], force: [0, 0, 1]}") ==
          "sketched force 1 acts at [9, 0, 0], outside the body AT [9, 0, 0], f");
    CHECK(told("{at: [0, 0, 0], force: [0, 0, 1]}") ==
          "sketched force 1 moves nothing AT {at: [0, 0, ");
    CHECK(told("{force: [0, 0, 1]}") ==
          "sketched force 1 needs one of `at` and `where` AT {force: [0, ");
    CHECK_THAT(told("{at: [2, 0.25, 0.3], force: [0, 0, 1e12]}"),
               Contains("sketched force 1, of 1e+12 N, ") && Contains(" AT {at: [2, 0.2"));
}

TEST_CASE("sketch: a force that moves the body far beyond its size is reported with numbers") {
    // St. Venant-Kirchhoff rods stretch with the cube root of the force: each has an equilibrium.
    FullScene scene(clamped(bar("[2, 0.5, 0.5]", "[4, 1, 1]")));
    std::string heard;
    const LogListener listener([&](const Diagnostic& told) { heard += told.message; });
    const auto of = [&](const std::string& newtons) {
        return scene.compute("basis/sketch",
                             "forces: [{where: {plane: {normal: [1, 0, 0], offset: 2}}, force: [" +
                                 newtons + ", 0, 0]}], size: 1");
    };
    of("1e4");
    CHECK(heard.empty());
    of("1e7");
    CHECK_THAT(heard, Contains("sketched force 0, of 1e+07 N, moves /body by ") &&
                          Contains(" times its size"));
    CHECK_THROWS_WITH(of("1e12"), Contains("sketched force 0, of 1e+12 N, moves /body by ") &&
                                      Contains(" times its size") && Contains("lower that force"));
}

TEST_CASE("sketch: the scene's loads do not act, nor does what stiffness they have") {
    const std::string force =
        "forces: [" + pull("[0, 0, 400]") + "], size: 1, newton: {tolerance: 1e-10}";
    FullScene bare(soft_bar);
    FullScene loaded(soft_bar +
                     "    loads: [{type: gravity}, {type: pull, at: [2, 0.25, 0.3], target: [3, 1, "
                     "1], stiffness: 1 kN/m}]\n");
    CHECK(loaded.compute("basis/sketch", force).U == bare.compute("basis/sketch", force).U);
}
