#include <omp.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/weights/weights.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <support/empty_cache.hpp>
#include <support/meshes.hpp>
#include <support/plugins.hpp>

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

Bone straight_bone(const std::string& name, const Eigen::Vector3d& head,
                   const Eigen::Vector3d& tail, double radius = 0) {
    Bone made;
    made.name = name;
    made.joint = head;
    made.segments = {{head, tail}};
    made.radius = radius;
    return made;
}

Bone point_bone(const std::string& name, const Eigen::Vector3d& at) {
    return straight_bone(name, at, at);
}

Eigen::MatrixXd bbw_of(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                       const std::string& parameters = "") {
    return Eigen::MatrixXd(make<Weights>("weights/bbw", parameters)->on_nodes(mesh, bones));
}

/// Three bones along a beam of 12 x 3 x 3 cubes.
std::vector<Bone> bones_in_a_row() {
    return {straight_bone("first", {0, 1.5, 1.5}, {3, 1.5, 1.5}),
            straight_bone("middle", {5, 1.5, 1.5}, {7, 1.5, 1.5}),
            straight_bone("last", {9, 1.5, 1.5}, {12, 1.5, 1.5})};
}

std::string bbw_complaint(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                          const std::string& parameters = "") {
    try {
        bbw_of(mesh, bones, parameters);
    } catch (const InputError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

}  // namespace

TEST_CASE("bbw: bounds hold exactly, and rows sum to one") {
    const EmptyCache cache;
    const Eigen::MatrixXd w = bbw_of(tet_grid(12, 3, 3), bones_in_a_row());
    CHECK(w.minCoeff() == 0);
    CHECK(w.maxCoeff() == 1);
    CHECK((w.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
}

TEST_CASE("bbw: conditions of the minimum hold to 1e-10 of the diagonal") {
    const EmptyCache cache;
    bbw_of(tet_grid(12, 3, 3), bones_in_a_row());
    const Archive made = read_archive(fetched_artifacts().back().file);
    REQUIRE(made.numbers("errors").size() == 3);
    for (const double error : made.numbers("errors")) CHECK(error < 2e-10);
}

TEST_CASE("bbw: a box with three points has the weights that relaxation finds (bbw_table.py)") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    const double table[20][3] = {
        {1.000000000000, 0.000000000000, 0.000000000000},
        {0.551847073110, 0.018028741601, 0.430124185290},
        {0.130455620500, 0.162775677999, 0.706768701501},
        {0.011128208144, 0.667017461193, 0.321854330664},
        {0.000000000000, 1.000000000000, 0.000000000000},
        {0.836130182395, 0.000000000000, 0.163869817605},
        {0.478129301938, 0.006988435514, 0.514882262548},
        {0.074973582932, 0.093392868922, 0.831633548146},
        {0.003940680872, 0.593012356874, 0.403046962253},
        {0.000000000000, 0.907203251653, 0.092796748347},
        {0.836130182395, 0.000000000000, 0.163869817605},
        {0.478129301938, 0.006988435514, 0.514882262548},
        {0.074973582932, 0.093392868922, 0.831633548146},
        {0.003940680872, 0.593012356874, 0.403046962253},
        {0.000000000000, 0.907203251653, 0.092796748347},
        {0.631704570653, 0.000000000000, 0.368295429347},
        {0.398596107986, 0.000000000000, 0.601403892014},
        {0.000000000000, 0.000000000000, 1.000000000000},
        {0.000000000000, 0.525099216615, 0.474900783385},
        {0.000000000000, 0.867994178940, 0.132005821060},
    };
    const Eigen::MatrixXd w = bbw_of(
        mesh, {point_bone("a", mesh.positions.col(0)), point_bone("b", mesh.positions.col(4)),
               point_bone("c", mesh.positions.col(17))});
    for (int i = 0; i < 20; ++i)
        for (int j = 0; j < 3; ++j) CHECK(w(i, j) == Approx(table[i][j]).margin(1e-10));
}

TEST_CASE("bbw: one bone has all") {
    const EmptyCache cache;
    const Eigen::MatrixXd w =
        bbw_of(tet_grid(4, 2, 2), {straight_bone("only", {0, 1, 1}, {2, 1, 1})});
    CHECK((w.array() == 1).all());
}

TEST_CASE("bbw: weights fall away from the bone that they belong to") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(12, 3, 3);
    const Eigen::MatrixXd w = bbw_of(mesh, bones_in_a_row());
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        if (mesh.positions(0, i) >= 9) CHECK(w(i, 0) < 0.02);  // beyond the middle bone
        if (mesh.positions(0, i) <= 3) CHECK(w(i, 2) < 0.02);
    }
}

TEST_CASE("bbw: a weight has no maximum away from its bone") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(12, 3, 3);
    const Eigen::MatrixXd w = bbw_of(mesh, bones_in_a_row());
    std::vector<std::vector<int>> neighbours(std::size_t(mesh.n_nodes()));
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < 4; ++b)
                neighbours[std::size_t(mesh.elements(a, e))].push_back(mesh.elements(b, e));
    for (int j = 0; j < 3; ++j)
        for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
            if (w(i, j) < 0.01 || w(i, j) > 0.97) continue;
            double highest = 0;
            for (const int k : neighbours[std::size_t(i)])
                if (k != i) highest = std::max(highest, w(k, j));
            CHECK(highest > w(i, j));
        }
}

TEST_CASE("bbw: bits do not depend on the number of threads") {
    const int before = omp_get_max_threads();
    Eigen::MatrixXd found[2];
    for (const int n : {1, 3}) {
        const EmptyCache cache;
        omp_set_num_threads(n);
        found[n > 1] = bbw_of(tet_grid(12, 3, 3), bones_in_a_row());
    }
    omp_set_num_threads(before);
    CHECK(found[0] == found[1]);
}

TEST_CASE("bbw: weights are made once for a mesh, bones and handles") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(6, 2, 2);
    std::vector<Bone> bones{straight_bone("a", {0, 1, 1}, {2, 1, 1}, 1.1),
                            straight_bone("b", {4, 1, 1}, {6, 1, 1}, 1.1)};
    const Eigen::MatrixXd first = bbw_of(mesh, bones);
    CHECK(fetched_artifacts().back().was_made);
    CHECK(bbw_of(mesh, bones) == first);
    CHECK_FALSE(fetched_artifacts().back().was_made);
    const Eigen::MatrixXd wide = bbw_of(mesh, bones, "handles: radius");
    CHECK(fetched_artifacts().back().was_made);
    CHECK((wide.array() == 1).count() > (first.array() == 1).count());
    bones[1].segments[0].tail.x() = 5;
    bbw_of(mesh, bones);
    CHECK(fetched_artifacts().back().was_made);
}

TEST_CASE("bbw: along the edges of a cage weights are linear") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(6, 2, 2);
    std::vector<Bone> points{point_bone("1", {0, 0, 0}), point_bone("2", {6, 0, 0}),
                             point_bone("3", {6, 2, 0})};
    const auto on_edge = [&](const Eigen::MatrixXd& w, int x) {
        return w(grid_node(6, 2, x, 0, 0), 0);
    };
    const Eigen::MatrixXd alone = bbw_of(mesh, points);
    points[0].cage = {1};
    points[1].cage = {2};
    const Eigen::MatrixXd caged = bbw_of(mesh, points);
    CHECK(fetched_artifacts().back().was_made);
    for (int x = 0; x <= 6; ++x) {
        CHECK(on_edge(caged, x) == Approx(1 - x / 6.0));
        CHECK(caged(grid_node(6, 2, x, 0, 0), 1) == Approx(x / 6.0));
        CHECK(caged(grid_node(6, 2, x, 0, 0), 2) == 0);
    }
    CHECK(caged(grid_node(6, 2, 6, 1, 0), 2) == Approx(0.5));
    CHECK(std::abs(on_edge(alone, 2) - 2 / 3.0) > 0.01);
    CHECK((caged.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-14);
    CHECK(caged.minCoeff() == 0);
}

TEST_CASE("bbw: bones that miss the mesh are named, and how far away they are") {
    const EmptyCache cache;
    const auto weights = make<Weights>("weights/bbw");
    weights->on_nodes(tet_grid(6, 2, 2), {straight_bone("inside", {0, 1, 1}, {2, 1, 1}),
                                          straight_bone("beside", {6, 5, 1}, {6, 5, 2}),
                                          straight_bone("near", {3, 1, 3.5}, {4, 1, 3.5})});
    REQUIRE(weights.warnings().size() == 1);
    CHECK_THAT(weights.warnings()[0].message,
               Contains("bones miss the mesh, whose mean edge is 1.") &&
                   Contains("hold the nodes that are nearest all the same: 'beside' by 3 m"));
    CHECK_THAT(weights.warnings()[0].message, !Contains("near'") && !Contains("inside"));
    CHECK(weights.warnings()[0].where.line > 0);
}

TEST_CASE("bbw: bones that hold no node get no weight, and are named") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    const auto weights = make<Weights>("weights/bbw");
    Bone arm = point_bone("arm", {0, 0, 0});
    arm.segments[0].tail = {1, 0, 0};
    const SkinWeights three =
        weights->on_nodes(mesh, {arm, point_bone("hand", {1, 0, 0}), point_bone("tip", {4, 0, 0})});
    REQUIRE(weights.warnings().size() == 1);
    CHECK_THAT(weights.warnings()[0].message,
               Contains("bone 'hand' holds no node: it is a point on 'arm', and no node is nearer "
                        "to it than to that: it gets no weight"));
    CHECK_THAT(weights.warnings()[0].remedy, Contains("a tail: where its bone ends"));
    const SkinWeights two = weights->on_nodes(mesh, {arm, point_bone("tip", {4, 0, 0})});
    CHECK(Eigen::MatrixXd(three).col(1).norm() == 0);
    CHECK((Eigen::MatrixXd(three)(Eigen::all, {0, 2}) - Eigen::MatrixXd(two)).norm() < 1e-12);

    weights->on_nodes(mesh, {point_bone("a", {0, 0, 0}), point_bone("twin", {0, 0, 0})});
    CHECK_THAT(weights.warnings().back().message,
               Contains("bone 'twin' holds no node: those that are nearest to it, 0 m away, are "
                        "nearer to other bones"));
}

TEST_CASE("bbw: what it cannot do it says") {
    const EmptyCache cache;
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    CHECK_THAT(bbw_complaint(hex_grid(2, 1, 1), {point_bone("a", {0, 0, 0})}),
               Contains("weights/bbw needs a mesh of tet4, and this one is of hex8") &&
                   Contains("use a mesh with element: tet4"));
    CHECK_THAT(bbw_complaint(mesh, {point_bone("far", {-3, 0, 0})}, "handles: radius"),
               Contains("bone 'far' holds no node") && Contains("the nearest of all is 3 m away"));
    VolumeMesh two = mesh;
    two.positions.conservativeResize(3, mesh.n_nodes() + 4);
    two.positions.rightCols(4) << 9, 10, 9, 9, 0, 0, 1, 0, 0, 0, 0, 1;
    two.elements.conservativeResize(4, mesh.n_elements() + 1);
    for (int a = 0; a < 4; ++a) two.elements(a, mesh.n_elements()) = int(mesh.n_nodes()) + a;
    CHECK_THAT(bbw_complaint(two, {point_bone("a", {0, 0, 0})}),
               Contains("no bone holds a node of the piece of 4 nodes around (9, 0, 0)"));
}
