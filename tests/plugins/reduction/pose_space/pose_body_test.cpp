#include <catch2/catch.hpp>
#include <pose_space/pose_body.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::PoseBody;

namespace {

const std::string held_box = box_of("tet4") +
                             "    constraints: [{type: fixed, where: {box: {min: [-1, -1, -1], "
                             "max: [0.1, 3, 1]}}}]\n";
const Origin posed_origin{"formulation/posed", "/body", {}};

Eigen::MatrixXd stiffness(const FullBody& full) {
    const Index n = full.size();
    const BlockTangent K = full.matrix(Vector::Zero(n), 1, 0);
    Eigen::MatrixXd columns(n, n);
    Vector y;
    for (Index i = 0; i < n; ++i) {
        K.apply(Vector::Unit(n, i), y);
        columns.col(i) = y;
    }
    return columns;
}

}  // namespace

TEST_CASE(
    "pose body: stiffness is that of the shape, mass that of the mesh, and the same is held") {
    SceneBody scene(held_box);
    const ElasticBody& body = *scene.system().elastic_body();
    const Points X = scene.body().mesh.positions;
    // A selection by place would not find these nodes there.
    const Points shape =
        (Eigen::Vector3d(1.5, 0.9, 1.2).asDiagonal() * X).colwise() + Eigen::Vector3d(10, 0, 0);
    PoseBody posed(body, shape, posed_origin);
    FullBody& full = posed.full();
    CHECK(full.mass().values() == body.mass().values());
    CHECK(full.anchored);
    Vector f;
    CHECK_FALSE(full.assembler().forces(Vector::Zero(full.size()), f));
    CHECK(f.norm() < 1e-12);

    // The same box made at that size.
    SceneBody made(
        "    mesh: {type: box, size: [1.5, 1.8, 0.6], cells: [2, 3, 2], element: tet4}\n"
        "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n");
    REQUIRE((made.body().mesh.positions - (shape.colwise() - Eigen::Vector3d(10, 0, 0))).norm() <
            1e-12);
    ElasticBody& other = *made.system().elastic_body();
    const FullBody expected = full_body(other, posed_origin);
    const Eigen::MatrixXd K = stiffness(full);
    CHECK((K - stiffness(expected)).norm() < 1e-11 * K.norm());

    const std::vector<Index>& dofs = body.prescribed().dofs;
    REQUIRE(dofs.size() == 36);
    for (const Index dof : dofs) CHECK(full.constrained.fixed[std::size_t(dof)]);
    CHECK(full.constrained.n_free == full.size() - 36);
}

TEST_CASE("pose body: it has the moduli of its pose, and another key with others") {
    SceneBody scene(held_box);
    const ElasticBody& body = *scene.system().elastic_body();
    const Points X = scene.body().mesh.positions;
    Moduli soft = *scene.body().material->moduli(scene.body().mesh), stiff = soft;
    stiff.young *= 3;
    const PoseModuli moduli(*scene.body().material, {soft, stiff});
    PoseBody plain(body, X, posed_origin), neutral(body, X, posed_origin, {&moduli, 0}),
        posed(body, X, posed_origin, {&moduli, 1});
    const Eigen::MatrixXd K = stiffness(plain.full());
    CHECK((stiffness(neutral.full()) - K).norm() < 1e-13 * K.norm());
    CHECK((stiffness(posed.full()) - 3 * K).norm() < 1e-13 * K.norm());
    CHECK(posed.full().mass().values() == body.mass().values());
    CHECK(posed.full().key.hash() != neutral.full().key.hash());
}

TEST_CASE("pose body: another shape is another key; elements turned inside out are reported") {
    SceneBody scene(held_box);
    const ElasticBody& body = *scene.system().elastic_body();
    const Points X = scene.body().mesh.positions;
    PoseBody rest(body, X, posed_origin), wide(body, 1.1 * X, posed_origin);
    CHECK(rest.full().key.hash() != wide.full().key.hash());
    const Points mirrored = Eigen::Vector3d(-1, 1, 1).asDiagonal() * X;
    CHECK_THROWS_WITH(PoseBody(body, mirrored, posed_origin), Catch::Contains("inverted"));
}
