#include <catch2/catch.hpp>
#include <fstream>
#include <limits>
#include <sinew/kernel/run/log.hpp>
#include <support/frames.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

const std::string sample_bar = bar("[2, 0.5, 0.6]", "[4, 1, 2]");

}  // namespace

TEST_CASE("mass_pca: a run's snapshots are spanned, from its .pvd and from files") {
    FullScene scene(clamped(sample_bar));
    const auto modes = scene.compute("basis/linear_modes", "modes: 3");
    const Points& rest = scene.full.body().mesh.positions;
    Frames frames;
    std::vector<std::string> files;
    for (int k = 0; k < 8; ++k)
        files.push_back(frames.add(rest, shaped(modes.U * Vector(noise(3, unsigned(k) + 1)))));
    frames.add(rest.leftCols(3), Eigen::MatrixXd::Zero(3, 3), 1);  // another body

    const auto found = scene.compute("basis/mass_pca", "snapshots: " + frames.pvd() + ", size: 3");
    const Eigen::MatrixXd inside =
        found.U * (found.U.transpose() * scene.full.mass().times(modes.U));
    CHECK((inside - modes.U).norm() < 1e-10 * modes.U.norm());
    CHECK(orthonormality_error(scene, found.U) < 1e-12);
    CHECK(found.details.integer("snapshots") == 8);

    const auto every = scene.compute("basis/mass_pca",
                                     "snapshots: " + frames.pvd() + ", every: 3, tolerance: 0.001");
    CHECK(every.details.integer("snapshots") == 3);
    CHECK(every.U.cols() == 3);
    const auto listed = scene.compute(
        "basis/mass_pca", "snapshots: [" + files[0] + ", " + files[1] + "], tolerance: 0.9");
    CHECK(listed.U.cols() == 1);

    ArtifactKey before, after;
    const auto basis = make<Basis>("basis/mass_pca", "snapshots: " + files[0] + ", size: 1");
    basis->add_to_key(scene.full, before);
    std::ofstream(files[0], std::ios::app) << "<!-- changed -->";
    basis->add_to_key(scene.full, after);
    CHECK(before.hash() != after.hash());
}

TEST_CASE("mass_pca: a free body's own deformation, whatever turns it makes") {
    FullScene scene(sample_bar);
    const auto modes = scene.compute("basis/linear_modes", "modes: 2");
    const Points& rest = scene.full.body().mesh.positions;
    Frames frames;
    for (int k = 0; k < 5; ++k) {
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(0.8 * k, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
        const Points bent = rest + 0.1 * shaped(modes.U * Vector(noise(2, unsigned(k) + 1)));
        frames.add(rest, ((turn * bent).colwise() + Eigen::Vector3d(k, 0, 1)) - rest);
    }
    const auto found = scene.compute("basis/mass_pca", "snapshots: " + frames.pvd() + ", size: 2");
    const Eigen::MatrixXd inside =
        found.U * (found.U.transpose() * scene.full.mass().times(modes.U));
    CHECK((inside - modes.U).norm() < 1e-2 * modes.U.norm());
    CHECK((rigid_motions(scene.full).transpose() * scene.full.mass().times(found.U)).norm() < 1e-9);
}

TEST_CASE("mass_pca: what cannot be asked") {
    FullScene scene(clamped(sample_bar));
    const Points& rest = scene.full.body().mesh.positions;
    const auto of = [&](const std::string& file, const std::string& more = "size: 1") {
        return scene.compute("basis/mass_pca", "snapshots: " + file + ", " + more);
    };
    Frames frames;
    const Points u = shaken(scene, 4);
    const std::string good = frames.add(rest, u);
    CHECK_THROWS_WITH(of(good, "size: 2"),
                      Contains("size 2 asked of 1 snapshots, which span 1 dimensions"));
    CHECK_THROWS_WITH(of(good, "every: 1"), Contains("one of `size` and `tolerance`"));
    CHECK_THROWS_WITH(of(good, "size: 1, tolerance: 0.1"), Contains("both `size` and `tolerance`"));
    CHECK_THROWS_WITH(of(frames.add(rest.leftCols(5), u.leftCols(5))),
                      Contains("the snapshot has 5 nodes, /body has 30") && Contains("same mesh"));
    CHECK_THROWS_WITH(of(frames.add(2 * rest, u)), Contains("of another shape than /body"));
    Points bad = u;
    bad(1, 7) = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(of(frames.add(rest, bad)),
                      Contains("beam-0003.vtu") && Contains("node 7 is not finite"));
    CHECK_THROWS_WITH(of(frames.add(rest, Points::Zero(3, rest.cols()))), Contains("all at rest"));
    CHECK_THROWS_WITH(of(frames.pvd(), "size: 1, part: 4"), Contains("lists nothing for part 4"));
    CHECK_THROWS_WITH(
        of(frames.pvd(), "size: 1, every: 9"),
        Contains("every: 9 leaves only the first of 5 snapshots") && Contains("at most every: 4"));
    CHECK_THROWS_WITH(of("/nowhere/run.pvd"), Contains("run.pvd"));
    CHECK_THROWS_WITH(of("[]"), Contains("an empty list of `snapshots`"));
}

TEST_CASE("mass_pca: snapshots in which a constrained node moves are refused, and say which one") {
    FullScene scene(clamped(sample_bar));
    const Points& rest = scene.full.body().mesh.positions;
    Index constrained = 0;
    while (!scene.full.constrained.fixed[std::size_t(3 * constrained)]) ++constrained;
    Frames frames;
    const std::string still = frames.add(rest, shaken(scene, 1));
    Points u = shaken(scene, 2);
    u(2, constrained) = 0.005;
    const std::string moved = frames.add(rest, u);
    const auto of = [&](const std::string& files) {
        return scene.compute("basis/mass_pca", "snapshots: " + files + ", size: 1");
    };
    CHECK_THROWS_WITH(
        of("[" + still + ", " + moved + "]"),
        Contains("nodes that constraints hold on /body move in the snapshots, 1 of them: node " +
                 std::to_string(constrained) + " at [0, ") &&
            Contains("farthest, by 0.005 m in " + moved) && Contains("held where it is held"));
    CHECK(of(still).U.cols() == 1);
    u(2, constrained) = 1e-9;  // what rounding leaves
    CHECK(of(frames.add(rest, u)).U.cols() == 1);
}

TEST_CASE("mass_pca: free nodes that no snapshot moves are reported, and where the first is") {
    FullScene scene(clamped(sample_bar));
    const Points& rest = scene.full.body().mesh.positions;
    Frames frames;
    std::string heard;
    const LogListener listener([&](const Diagnostic& told) { heard += told.message; });
    Points u = shaken(scene, 1);
    scene.compute("basis/mass_pca", "snapshots: " + frames.add(rest, u) + ", size: 1");
    CHECK(heard.empty());
    Index n_tip = 0;
    for (Index a = 0; a < rest.cols(); ++a)
        if (rest(0, a) > 1.999) {
            u.col(a).setZero();
            ++n_tip;
        }
    scene.compute("basis/mass_pca", "snapshots: " + frames.add(rest, u) + ", size: 1");
    CHECK_THAT(heard, Contains("free nodes of /body stay at rest") &&
                          Contains(std::to_string(n_tip) + " of them: the first is node ") &&
                          Contains("at [2, 0, 0]"));
}
