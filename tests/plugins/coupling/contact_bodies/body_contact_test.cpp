#include "contact_bodies/body_contact.hpp"

#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>
#include <mechanics/reduced/reduced_block.hpp>
#include <numbers>
#include <random>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

Body cube(int cells, const std::string& path) {
    VolumeMesh mesh = tet_grid(cells, cells, cells);
    mesh.positions /= cells;
    return body_of_mesh(mesh, path);
}

/// Unit cubes of 2 and of 3 cells a side.
struct TwoCubes {
    Body first = cube(2, "/first"), second = cube(3, "/second");
    BodyContact contact{{&first, &second}, {1e3, 0.45}};

    /// The second one moved, turned, and both a little deformed.
    PointBodies at(const Eigen::Vector3d& shift, const Eigen::Vector3d& turn, double deformation) {
        PointBodies bodies({&first, &second});
        const Eigen::AngleAxisd rotation(turn.norm(), turn.normalized());
        const Eigen::Vector3d middle = Eigen::Vector3d::Constant(0.5);
        for (Index i = bodies.offsets[1]; i < bodies.size; i += 3) {
            const Eigen::Vector3d x = bodies.x.segment<3>(i);
            bodies.x.segment<3>(i) = middle + shift + rotation * (x - middle);
        }
        bodies.x += deformation * noise(bodies.size, 4);
        return bodies;
    }
};

using Found = std::vector<std::tuple<int, int, double>>;  // body, node of the skin, depth

Found found(BodyContact& contact, const PointMotion& motion) {
    Found nodes;
    for (const BodyContact::Hit& hit : contact.find(motion, contact.reach()))
        nodes.emplace_back(hit.body, hit.node, hit.to_surface.norm());
    return nodes;
}

/// By a look at every node and every triangle; inside is where triangles are seen all around.
Found brute_force(const std::vector<const Body*>& bodies, const PointMotion& motion, double reach) {
    Found nodes;
    for (int a = 0; a < 2; ++a) {
        const Body &from = *bodies[std::size_t(a)], &to = *bodies[std::size_t(1 - a)];
        for (std::size_t k = 0; k < from.skin.nodes.size(); ++k) {
            const Eigen::Vector3d x =
                motion.position(MaterialPoint::at_node(a, from.skin.nodes[k]));
            double distance = std::numeric_limits<double>::infinity(), solid_angle = 0;
            for (const auto& corners : to.skin.triangles.colwise()) {
                Eigen::Matrix3d r;
                for (int c = 0; c < 3; ++c)
                    r.col(c) = motion.position(MaterialPoint::at_node(1 - a, corners[c]));
                const Eigen::Vector3d w = nearest_in_triangle(x, r.col(0), r.col(1), r.col(2));
                distance = std::min(distance, (r * w - x).norm());
                // Van Oosterom & Strackee, The solid angle of a plane triangle, 1983.
                r.colwise() -= x;
                const Eigen::Vector3d length = r.colwise().norm();
                solid_angle += 2 * std::atan2(r.determinant(),
                                              length.prod() + r.col(0).dot(r.col(1)) * length[2] +
                                                  r.col(1).dot(r.col(2)) * length[0] +
                                                  r.col(2).dot(r.col(0)) * length[1]);
            }
            if (solid_angle > 2 * std::numbers::pi && distance <= reach)
                nodes.emplace_back(a, int(k), distance);
        }
    }
    return nodes;
}

void check_same(const Found& one, const Found& other) {
    REQUIRE(one.size() == other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(std::get<0>(one[i]) == std::get<0>(other[i]));
        CHECK(std::get<1>(one[i]) == std::get<1>(other[i]));
        CHECK(std::get<2>(one[i]) == Approx(std::get<2>(other[i])).epsilon(1e-9));
    }
}

/// Two blocks in twelve vibrations each, free.
struct TwoFloating {
    ReducedBlock first{12}, second{12};
    FloatingSystem a{first.made()}, b{second.made()};
    std::vector<BodySystem*> systems{&a, &b};
    std::vector<int> numbers{0, 1};
    BodyContact contact{{&first.body, &second.body}, {1e3, 0.4}};
    BodyCoordinates at;

    TwoFloating(const Eigen::Vector3d& shift, const Eigen::Vector3d& turn, double deformation) {
        at.q = {a.initial().q, b.initial().q};
        at.v = {Vector::Zero(a.size()), Vector::Zero(b.size())};
        at.q[1].head<3>() += shift;
        at.q[1].segment<3>(3) = turn;
        at.q[0].tail(12) = deformation * noise(12, 5);
        at.q[1].tail(12) = deformation * noise(12, 6);
    }
    CompositeMotion motion() const { return {systems, numbers, at}; }
    /// All nodes where they are now.
    PointBodies points() const {
        PointBodies bodies({&first.body, &second.body});
        bodies.x << a.positions(at.q[0]).reshaped(), b.positions(at.q[1]).reshaped();
        return bodies;
    }
};

}  // namespace

TEST_CASE("Contact of bodies: forces are minus the gradient of the energy") {
    TwoCubes cubes;
    std::mt19937 random(3);
    std::uniform_real_distribution<double> some(-1, 1);
    for (int pose = 0; pose < 6; ++pose) {
        CAPTURE(pose);
        const PointBodies bodies = cubes.at({0.8 * some(random), 0.7 * some(random), 0.8},
                                            {some(random), some(random), some(random)}, 0.05);
        REQUIRE(cubes.contact.energy(bodies, 0) > 0);
        const Vector d = noise(bodies.size, 7);
        CHECK(order_of_force(cubes.contact, bodies, d, 2e-4) == Approx(2).margin(0.1));
    }
}

TEST_CASE("Contact of bodies: the stiffness is exact but for a share that falls with the depth") {
    TwoCubes cubes;
    const auto error = [&](double depth) {
        const PointBodies bodies = cubes.at({0.1, 0.05, 1 - depth}, {1e-4, -2e-4, 0.3}, 0);
        const Vector d = noise(bodies.size, 7), Kd = evaluate(cubes.contact, bodies).K * d;
        PointBodies plus = bodies, minus = bodies;
        plus.x += 1e-6 * d;
        minus.x -= 1e-6 * d;
        const Vector change = evaluate(cubes.contact, minus).f - evaluate(cubes.contact, plus).f;
        return (Kd - change / 2e-6).norm() / Kd.norm();
    };
    CHECK(error(0.01) < 0.1);
    CHECK(error(0.02) / error(0.01) == Approx(2).epsilon(0.1));
}

TEST_CASE("Contact of bodies keeps both momenta") {
    TwoCubes cubes;
    const PointBodies bodies = cubes.at({0.3, -0.2, 0.8}, {0.5, 0.3, -0.8}, 0.05);
    const Vector f = evaluate(cubes.contact, bodies).f;
    REQUIRE(f.norm() > 0);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero(), torque = sum;
    for (Index i = 0; i < f.size(); i += 3) {
        sum += f.segment<3>(i);
        torque += Eigen::Vector3d(bodies.x.segment<3>(i)).cross(Eigen::Vector3d(f.segment<3>(i)));
    }
    CHECK(sum.norm() < 1e-12 * f.norm());
    CHECK(torque.norm() < 1e-12 * f.norm());
}

TEST_CASE("Contact of bodies: two sheets press on each other with stiffness times depth") {
    TwoCubes cubes;
    const PointBodies bodies = cubes.at({0, 0, 0.99}, {0, 0, 0.001}, 0);
    double area = 0;  // of nodes inside, which are 0.01 m deep
    for (const BodyContact::Hit& hit : cubes.contact.find(bodies, 0.45)) {
        if (std::abs(hit.to_surface.z()) < 0.0099) continue;
        CHECK(std::abs(hit.to_surface.z()) == Approx(0.01));
        area += skin_areas(hit.body == 0 ? cubes.first : cubes.second)[std::size_t(hit.node)];
    }
    REQUIRE(area > 0.5);
    const Vector f = evaluate(cubes.contact, bodies).f;
    CHECK(f.tail(bodies.size - bodies.offsets[1])
              .reshaped(3, cubes.second.mesh.n_nodes())
              .row(2)
              .sum() == Approx(1e3 * 0.01 * area / 2).epsilon(0.01));
}

TEST_CASE("Contact of bodies: what is apart feels nothing") {
    TwoCubes cubes;
    for (const Eigen::Vector3d& shift : {Eigen::Vector3d(1.01, 0, 0), Eigen::Vector3d(0, 3, 0),
                                         Eigen::Vector3d(0.5, 0.5, -1.01)}) {
        const PointBodies bodies = cubes.at(shift, {0, 0, 0.001}, 0);
        CHECK(evaluate(cubes.contact, bodies).f.norm() == 0);
        CHECK(cubes.contact.energy(bodies, 0) == 0);
    }
}

TEST_CASE("Contact of bodies: the stiffness is positive, and the bound for steps holds") {
    TwoCubes cubes;
    for (const double depth : {0.05, 0.2, 0.4}) {
        CAPTURE(depth);
        const PointBodies bodies = cubes.at({0.1, 0.05, 1 - depth}, {0.2, -0.1, 0.3}, 0.02);
        const DenseForces forces = evaluate(cubes.contact, bodies);
        CHECK((forces.K - forces.K.transpose()).norm() < 1e-12 * forces.K.norm());
        const Vector eigenvalues =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(forces.K).eigenvalues();
        CHECK(eigenvalues[0] > -1e-9 * forces.K.norm());
        CHECK(eigenvalues.maxCoeff() > 0);
        CHECK(eigenvalues.maxCoeff() <= 2 * cubes.contact.stiffness_bound().value());
    }
}

TEST_CASE("Contact of bodies finds what a look at all pairs finds") {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> some(-1, 1);
    const auto any = [&] { return Eigen::Vector3d(some(random), some(random), some(random)); };
    TwoCubes cubes;
    std::size_t n = 0;
    for (int pose = 0; pose < 100; ++pose) {
        CAPTURE(pose);
        const PointBodies bodies = cubes.at(any(), 3 * any(), 0.08);
        const Found all = brute_force({&cubes.first, &cubes.second}, bodies, 0.45);
        check_same(found(cubes.contact, bodies), all);
        n += all.size();
    }
    CHECK(n > 500);
}

TEST_CASE("Contact of bodies in subspaces finds what a look at all pairs finds") {
    std::mt19937 random(12);
    std::uniform_real_distribution<double> some(-1, 1);
    const auto any = [&] { return Eigen::Vector3d(some(random), some(random), some(random)); };
    std::size_t n = 0;
    for (int pose = 0; pose < 20; ++pose) {
        CAPTURE(pose);
        TwoFloating blocks(1.2 * any(), 3 * any(), 3);
        const Found all = brute_force({&blocks.first.body, &blocks.second.body}, blocks.points(),
                                      blocks.contact.reach());
        check_same(found(blocks.contact, blocks.motion()), all);
        n += all.size();
    }
    CHECK(n > 50);
}

TEST_CASE("Contact of bodies pushes those in subspaces as it pushes their nodes") {
    TwoFloating blocks({1.1, 0.3, 0.2}, {0.3, 0.2, 0.5}, 5);
    const PointBodies points = blocks.points();
    const Vector f = evaluate(blocks.contact, points).f;
    REQUIRE(f.norm() > 0);
    std::vector<Vector> expected, external;
    for (std::size_t b = 0; b < 2; ++b) {
        expected.push_back(Vector::Zero(blocks.systems[b]->size()));
        external.push_back(expected.back());
        for (Index i = 0; i < blocks.systems[b]->body().mesh.n_nodes(); ++i)
            blocks.systems[b]->add_point_force(MaterialPoint::at_node(0, int(i)),
                                               f.segment<3>(points.offsets[b] + 3 * i),
                                               blocks.at.q[b], expected[b]);
    }
    const std::vector<Index> offsets{0, blocks.a.size(), blocks.a.size() + blocks.b.size()};
    CompositeForces sink(blocks.systems, blocks.numbers, offsets, blocks.at, external, nullptr,
                         Definiteness::exact, nullptr);
    blocks.contact.evaluate(blocks.motion(), 0, sink);
    for (std::size_t b = 0; b < 2; ++b)
        CHECK((external[b] - expected[b]).norm() < 1e-10 * expected[b].norm());
}
