/// Cubatures that are trained on the snapshots of a finished run.

#include <catch2/catch.hpp>
#include <Eigen/Cholesky>
#include <nlohmann/json.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/snapshots/snapshots.hpp>
#include <support/frames.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

#include "reduced_body.hpp"

using namespace sinew;
using sinew::testing::SmallRun;

namespace {

const std::string beam =
    R"(    mesh: {type: box, size: [1, 0.1, 0.1], cells: [12, 2, 2], element: tet4}
    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
)";

std::string scene(const std::string& more) {
    return "sinew: 1\ntime: {end: 0.5 s, step: 1/200 s}\nscene:\n  - node: beam\n" + beam +
           "    loads: [{type: gravity}]\n    solver: {type: implicit_newmark}\n" + more;
}

/// A cantilever falls in full space: its frames, 50 a second, and its end's way.
const SmallRun& full_run() {
    static const SmallRun run("full",
                              scene("    outputs: [{type: vtu, every: 1/50 s, fields: "
                                    "[displacement]}, {type: probe, at: [1, 0.05, 0.05]}]\n"));
    static const int code = run.run();
    REQUIRE(code == 0);
    return run;
}
std::string snapshots() {
    return "snapshots: " + (full_run() / "out/full.pvd").string();
}
const std::string gaussian = "poses: {type: gaussian}";
std::string from_run(const std::string& more = "") {
    return "poses: {type: snapshots, " + snapshots() + more + "}";
}

/// The beam in the four directions that matter most in the run; with a cache of its own.
class Reduced {
public:
    Reduced()
        : body_(beam),
          full_(full_body(*body_.system().elastic_body(),
                          {"formulation/displacement", "/body", {}, {}})),
          U_(test::make<Basis>("basis/mass_pca", snapshots() + ", size: 4")->compute(full_).U) {}

    std::unique_ptr<ReducedForces> forces(const std::string& parameters) {
        return test::make<ForceModel>("forces/cubature", parameters)
            ->make({full_, U_, {0, 1, 2, 3}, full_.key});
    }
    nlohmann::json report(const std::string& parameters) {
        nlohmann::json report;
        forces(parameters)->report(report);
        return report;
    }
    std::string mistake(const std::string& parameters) {
        try {
            forces(parameters);
        } catch (const InputError& error) {
            return format(error.diagnostics().front());
        }
        return {};
    }

    /// Root mean square over the run's frames of the displacement that the force's error makes, in
    /// parts of that of the frame.
    double error_on_run(const std::string& parameters) {
        const auto reduced = forces(parameters);
        SnapshotParams params;
        const std::string file = (full_run() / "out/full.pvd").string();
        params.snapshots.items = {{file, file, {}}};
        const Eigen::MatrixXd S = snapshot_displacements(params, full_);
        double sum = 0;
        int n = 0;
        Vector momentum, f, right;
        for (const auto& u : S.colwise()) {
            if (u.norm() == 0) continue;
            full_.mass().multiply(u, momentum);
            const Vector q = U_.transpose() * momentum;
            REQUIRE(!full_.assembler().forces(U_ * q, right));
            REQUIRE(!reduced->forces(q, f));
            const BlockTangent K = full_.matrix(U_ * q, 1, 0);
            const Eigen::MatrixXd K_r =
                U_.transpose() *
                product_by_columns(U_, [&](const Vector& x, Vector& y) { K.apply(x, y); });
            const Vector dq = K_r.ldlt().solve(f - U_.transpose() * right);
            sum += dq.squaredNorm() / q.squaredNorm();
            ++n;
        }
        REQUIRE(n == 25);
        return std::sqrt(sum / n);
    }

private:
    test::EmptyCache cache_;
    test::SceneBody body_;
    FullBody full_;
    Eigen::MatrixXd U_;
};

/// The end's height over time in the reduced beam.
std::vector<double> heights(const std::string& forces) {
    const SmallRun run("reduced", scene("    reduction: {type: subspace, basis: {type: mass_pca, " +
                                        snapshots() + ", size: 4}, forces: {" + forces +
                                        "}}\n    outputs: [{type: probe, at: [1, 0.05, 0.05]}]\n"));
    REQUIRE(run.run() == 0);
    std::vector<double> found;
    for (const auto& row : run.table("out/reduced-beam-probe.csv")) found.push_back(row[3]);
    return found;
}

}  // namespace

TEST_CASE(
    "cubature: trained on a run, its forces on that motion are better than from random poses") {
    Reduced reduced;
    for (const int size : {5, 10, 15, 25}) {
        CAPTURE(size);
        const std::string rest = fmt::format("size: {}, ", size);
        const double own = reduced.error_on_run(rest + from_run());
        const double random = reduced.error_on_run(rest + gaussian);
        CAPTURE(own, random);
        CHECK(own <= random);
        if (size == 25) CHECK(own < 1e-3);
    }
    CHECK(reduced.error_on_run("tolerance: 0.01, " + from_run()) < 0.02);
}

TEST_CASE("cubature: trained on a run, the body repeats it as closely as by projection") {
    const test::EmptyCache cache;
    const auto right = heights("type: projection");
    const auto apart = [&](const std::string& forces) {
        const auto found = heights(forces);
        REQUIRE(found.size() == right.size());
        double most = 0, depth = 0;
        for (std::size_t k = 0; k < found.size(); ++k) {
            most = std::max(most, std::abs(found[k] - right[k]));
            depth = std::max(depth, std::abs(right[k]));
        }
        REQUIRE(depth > 0.5);
        return most / depth;
    };
    const double own = apart("type: cubature, size: 25, " + from_run());
    const double random = apart("type: cubature, size: 25, " + gaussian);
    CAPTURE(own, random);
    CHECK(own < 1e-3);
    CHECK(own <= random);
}

TEST_CASE("cubature: some of a run's snapshots are kept for the test, which ones the seed says") {
    Reduced reduced;
    const auto a = reduced.report("size: 8, " + from_run());
    CHECK(a["training_poses"] == 20);  // the frame at rest is none
    CHECK(a["test_poses"] == 5);
    CHECK(a["test_error"] > 0);
    CHECK(a["snapshots_outside_subspace"] < 0.01);
    CHECK(reduced.report("size: 8, test: 0.48, " + from_run())["test_poses"] == 12);
    const auto thinned = reduced.report("size: 8, " + from_run(", every: 5"));
    CHECK(thinned["training_poses"] == 4);
    CHECK(thinned["test_poses"] == 1);

    Reduced anew;
    const auto again = anew.report("size: 8, " + from_run());
    CHECK(again["was_made"] == true);
    CHECK(again["training_error"] == a["training_error"]);
    CHECK(again["test_error"] == a["test_error"]);
    CHECK(anew.report("size: 8, seed: 2, " + from_run())["test_error"] != a["test_error"]);
}

TEST_CASE("cubature: an artifact depends on what the snapshots hold") {
    Reduced reduced;
    test::Frames frames;
    const Points rest = test::SceneBody(beam).body().mesh.positions;
    std::string last;
    for (int k = 1; k <= 3; ++k) {
        Points u = 0 * rest;
        u.row(2) = -0.1 * k * rest.row(0).array().square();
        last = frames.add(rest, u);
    }
    const std::string parameters =
        "size: 8, poses: {type: snapshots, snapshots: " + frames.pvd() + "}";
    const auto first = reduced.report(parameters);
    CHECK(first["was_made"] == true);
    CHECK(reduced.report(parameters)["was_made"] == false);
    std::ofstream(last, std::ios::app) << "<!-- changed -->";
    const auto changed = reduced.report(parameters);
    CHECK(changed["was_made"] == true);
    CHECK(changed["artifact"] != first["artifact"]);
}

TEST_CASE("cubature: snapshots that cannot be used are refused at their place") {
    Reduced reduced;
    const auto of = [&](const std::string& poses) {
        return reduced.mistake("tolerance: 0.1, poses: {" + poses + "}");
    };
    test::Frames frames;
    const std::string other = frames.add(Points::Random(3, 12), Points::Zero(3, 12));
    CHECK_THAT(of("type: snapshots, snapshots: " + other),
               Catch::Contains("test.yaml:5:") &&
                   Catch::Contains("the snapshot has 12 nodes, /body has 117") &&
                   Catch::Contains("take snapshots of a run with the same mesh"));
    CHECK_THAT(of("type: snapshots, snapshots: /nowhere/run.pvd"),
               Catch::Contains("test.yaml:5:") && Catch::Contains("/nowhere/run.pvd"));
    CHECK_THAT(of(snapshots() + ", type: snapshots, part: 3"),
               Catch::Contains("lists nothing for part 3") && Catch::Contains("parts 0 to 0"));
    CHECK_THAT(of("type: snapshots"),
               Catch::Contains("poses of type snapshots, but no snapshots") &&
                   Catch::Contains("poses: {type: snapshots, snapshots: run.pvd}"));
    CHECK_THAT(of("type: snapshots, snapshots: []"), Catch::Contains("but no snapshots"));
    CHECK_THAT(of("count: 20, " + snapshots()), Catch::Contains("but of type mixed"));
    CHECK_THAT(of("type: snapshots, count: 20, " + snapshots()),
               Catch::Contains("`count` or `amplitude` beside poses of type snapshots"));
    CHECK_THAT(of("type: snapshots, amplitude: 1, " + snapshots()),
               Catch::Contains("take fewer snapshots by `every`"));
}

TEST_CASE("cubature: a basis that does not hold the snapshots is reported") {
    Reduced reduced;
    test::Frames frames;
    const Points rest = test::SceneBody(beam).body().mesh.positions;
    Points u = 0 * rest;
    u.row(1) = 0.1 * rest.row(0).array().square();  // sideways, and the run fell
    u.row(2) = -0.2 * rest.row(0).array().square();
    frames.add(rest, u);
    std::vector<std::string> warnings;
    LogListener listener([&](const Diagnostic& said) { warnings.push_back(said.message); });
    reduced.report("size: 8, poses: {type: snapshots, snapshots: " + frames.pvd() + "}");
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(),
               Catch::Matches("0\\.4[0-9]? of the snapshots of /body does not lie in the subspace: "
                              "the cubature is trained on what is left"));
}
