#include <catch2/catch.hpp>
#include <cmath>
#include <pose_space/posed_points.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::PosedPoints;

namespace {

struct MixedPoints {
    PosedBody posed;
    PosedPoints points{posed.body.mesh, posed.motion};
    MaterialPoint point{0, 3, {2, 5, 11}, {0.2, 0.3, 0.5}};
    Vector q = Vector::Random(4), v = Vector::Random(4);

    MixedPoints() { posed.step(); }
};

}  // namespace

TEST_CASE("posed points: points are means of their nodes, in position and velocity") {
    const MixedPoints scene;
    const Points x = scene.points.positions(scene.q),
                 rates = scene.points.velocities(scene.q, scene.v);
    Eigen::Vector3d position = Eigen::Vector3d::Zero(), rate = position;
    for (std::size_t a = 0; a < 3; ++a) {
        position += scene.point.weights[a] * x.col(scene.point.nodes[a]);
        rate += scene.point.weights[a] * rates.col(scene.point.nodes[a]);
    }
    CHECK((scene.points.position(scene.point, scene.q) - position).norm() < 1e-13);
    CHECK((scene.points.velocity(scene.point, scene.q, scene.v) - rate).norm() < 1e-13);
    const Points X = scene.posed.body.mesh.positions;
    CHECK((x - X - scene.points.displacements(scene.q).reshaped(3, X.cols())).norm() < 1e-13);
    CHECK((scene.points.positions(Vector::Zero(4)) - scene.posed.motion.rest.all()).norm() < 1e-13);
}

TEST_CASE("posed points: the difference of positions over an implicit step is the velocity") {
    const MixedPoints scene;
    // Where the step began: rest shape and turn of then, and coordinates that v leads on from.
    const Vector before = scene.q - 0.07 * scene.v;
    Points start;
    std::vector<int> all;
    for (int i = 0; i < int(scene.posed.body.mesh.n_nodes()); ++i) all.push_back(i);
    scene.posed.shape().positions(0.1, all, start);
    const Eigen::MatrixXd U = scene.posed.motion.basis.all();
    start +=
        scene.posed.shape().root(0.1).linear() * Points((U * before).reshaped(3, start.cols()));
    const Points rate = (scene.points.positions(scene.q) - start) / 0.07;
    CHECK((scene.points.velocities(scene.q, scene.v) - rate).norm() < 1e-12 * rate.norm());
}

TEST_CASE("posed points: the Jacobian is the derivative of the position, and pulls forces back") {
    const MixedPoints scene;
    Eigen::Matrix3Xd J;
    scene.points.jacobian(scene.point, scene.q, J);
    for (Index k = 0; k < 4; ++k) {
        const Vector next = scene.q + Vector::Unit(4, k);  // it is linear
        const Eigen::Vector3d change =
            scene.points.position(scene.point, next) - scene.points.position(scene.point, scene.q);
        CHECK((J.col(k) - change).norm() < 1e-13);
    }
    const Eigen::Vector3d force(1, -2, 3);
    Vector f = Vector::Zero(4);
    scene.points.pull_back(scene.point, force, scene.q, f);
    CHECK((f - J.transpose() * force).norm() < 1e-13);
}

TEST_CASE("posed points: shares of points, added up once, serve every pose") {
    MixedPoints scene;
    SharedPoints shared;
    const MaterialPoint node = MaterialPoint::at_node(0, 7);
    scene.points.add_share(scene.point, 2, shared);
    scene.points.add_share(node, 3, shared);
    scene.posed.motion.move_to(0.9);
    const Eigen::Vector3d force(1, -2, 3);
    Vector f = Vector::Zero(4), expected = f;
    scene.points.pull_back(shared, force, scene.q, f);
    scene.points.pull_back(scene.point, 2 * force, scene.q, expected);
    scene.points.pull_back(node, 3 * force, scene.q, expected);
    CHECK((f - expected).norm() < 1e-12);
    // Displacements count from the rest shape.
    const Points u = scene.points.positions(scene.q) - scene.posed.motion.rest.all();
    Eigen::Vector3d sum = 3 * u.col(7);
    for (std::size_t a = 0; a < 3; ++a)
        sum += 2 * scene.point.weights[a] * u.col(scene.point.nodes[a]);
    CHECK((scene.points.displacement(shared, scene.q) - sum).norm() < 1e-12);
}

TEST_CASE("posed points: a transition goes straight from where nodes were to where the pose is") {
    MixedPoints scene;
    const Points ends = scene.points.positions(scene.q);
    std::vector<char> fixed(std::size_t(ends.cols()), 0);
    fixed[2] = fixed[5] = 1;
    auto& transition = scene.posed.motion.transition.emplace(fixed);
    CHECK(transition.alone_moves({0, 2, {2, 5}, {0.5, 0.5}}));
    CHECK_FALSE(transition.alone_moves(scene.point));
    REQUIRE(scene.points.size() == 5);
    const Vector before = Vector::Random(4);
    const Points start = Points::Random(3, ends.cols());
    const auto at = [&](double s, const Vector& q) {
        Vector all(5);
        all << s, q;
        return all;
    };
    CHECK(scene.points.positions(at(0.1, scene.q)) == ends);  // no step is under way
    transition.begin(0.07, before, start);
    for (const double t : {0.13, 0.17}) {
        transition.move_to(t);
        transition.lead_to(scene.points.positions(at(t, before)));
    }
    CHECK((scene.points.positions(at(0.1, before)) - start).norm() < 1e-12);
    CHECK(scene.points.positions(at(0.17, scene.q)) == ends);
    const Vector x = at(0.13, scene.q);
    const Points half_way = scene.points.positions(x);
    Eigen::Vector3d position = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < 3; ++a)
        position += scene.point.weights[a] * half_way.col(scene.point.nodes[a]);
    CHECK((scene.points.position(scene.point, x) - position).norm() < 1e-13);
    Eigen::Matrix3Xd J;
    scene.points.jacobian(scene.point, x, J);
    REQUIRE(J.cols() == 5);
    for (Index k = 0; k < 5; ++k) {
        const Vector next = x + 0.01 * Vector::Unit(5, k);  // it is linear
        const Eigen::Vector3d change = scene.points.position(scene.point, next) - position;
        CHECK((0.01 * J.col(k) - change).norm() < 1e-12);
    }
    const Eigen::Vector3d force(1, -2, 3);
    Vector f = Vector::Zero(5), of_share = f;
    scene.points.pull_back(scene.point, force, x, f);
    CHECK((f - J.transpose() * force).norm() < 1e-11 * f.norm());
    SharedPoints shared;
    scene.points.add_share(scene.point, 1, shared);
    scene.points.pull_back(shared, force, x, of_share);
    CHECK((of_share - f).tail(4).norm() < 1e-12);
}
