#include <omp.h>

#include <catch2/catch.hpp>

#include "plugins/coupling/self_contact/fingers.hpp"
#include "plugins/coupling/self_contact/two_blocks.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

using Inside = std::vector<std::array<int, 3>>;  // body, node of the skin, other body

Inside inside(SkinContact& contact, const PointMotion& motion) {
    Inside nodes;
    for (const SkinContact::Hit& hit : contact.find(motion))
        nodes.push_back({hit.body, hit.node, hit.other});
    return nodes;
}

/// By a look at each tetrahedron for each node.
Inside look_at_all(const std::vector<const Body*>& bodies, const PointBodies& at, int rings) {
    Inside nodes;
    const auto position = [&](int body, int node) {
        return at.position(MaterialPoint::at_node(body, node));
    };
    for (int a = 0; a < int(bodies.size()); ++a)
        for (int b = 0; b < int(bodies.size()); ++b) {
            const Body &from = *bodies[std::size_t(a)], &to = *bodies[std::size_t(b)];
            const Neighbours near(from.mesh, from.skin.nodes, rings);
            for (int k = 0; k < int(from.skin.nodes.size()); ++k) {
                const Eigen::Vector3d x = position(a, from.skin.nodes[std::size_t(k)]);
                bool is_inside = false;
                for (int e = 0; e < to.mesh.n_elements(); ++e) {
                    Eigen::Matrix4d corners = Eigen::Matrix4d::Ones();
                    for (int c = 0; c < 4; ++c)
                        corners.col(c).head<3>() = position(b, to.mesh.elements(c, e));
                    const Eigen::Vector4d weights = corners.inverse() * x.homogeneous();
                    double edges = 0;
                    for (int c = 0; c < 4; ++c)
                        edges += weights[c] * near.edges(std::size_t(k), to.mesh.elements(c, e));
                    is_inside = is_inside || (weights.minCoeff() > 0 && (a != b || edges > 1));
                }
                if (is_inside) nodes.push_back({a, k, b});
            }
        }
    return nodes;
}

/// Sum of forces, and of their moments about the origin.
std::pair<Eigen::Vector3d, Eigen::Vector3d> resultant(const Vector& f, const Vector& x) {
    Eigen::Vector3d force = Eigen::Vector3d::Zero(), moment = force;
    for (Index i = 0; i < f.size(); i += 3) {
        force += f.segment<3>(i);
        moment += Eigen::Vector3d(x.segment<3>(i)).cross(Eigen::Vector3d(f.segment<3>(i)));
    }
    return {force, moment};
}

}  // namespace

TEST_CASE("self contact: fingers pressed together push each other apart equally") {
    Body body = body_of_mesh(fingers());
    for (const SkinContactParams& params : {facing(), by_rest_shape()}) {
        SkinContact contact({&body}, params);
        PointBodies at({&body});
        CHECK(evaluate(contact, at).f.norm() == 0);
        bend_fingers(at, 1.3);
        const Vector f = evaluate(contact, at).f;
        CHECK(contact.find(at).size() >= 8);
        const auto [force, moment] = resultant(f, at.x);
        CHECK(force.norm() < 1e-13 * f.norm());
        CHECK(moment.norm() < 1e-12 * f.norm());
        // What the left one feels points left.
        Eigen::Vector3d left = Eigen::Vector3d::Zero();
        for (Index i = 0; i < f.size(); i += 3) {
            if (body.mesh.positions(0, i / 3) < 2.5) left += f.segment<3>(i);
            // Nodes within the body feel nothing.
            const bool on_skin =
                std::binary_search(body.skin.nodes.begin(), body.skin.nodes.end(), int(i / 3));
            if (!on_skin) CHECK(f.segment<3>(i).norm() == 0);
        }
        CHECK(left.x() < -0.8 * left.norm());
    }
}

TEST_CASE("self contact: the hierarchy finds what a look at everything finds") {
    Body body = body_of_mesh(fingers(), "/body"), other = body_of_mesh(tet_grid(3, 3, 3), "/other");
    for (const int rings : {2, 3}) {
        SkinContact contact({&body, &other}, by_rest_shape(1, rings));
        PointBodies at({&body, &other});
        for (const double bend : {0.0, 0.6, 0.9, 1.6, -0.4}) {
            CAPTURE(rings, bend);
            PointBodies now = at;
            bend_fingers(now, bend);
            for (Index i = now.offsets[1]; i < now.size; i += 3)
                now.x.segment<3>(i) += Eigen::Vector3d(1.1, -1.3, 7.2);
            const Inside nodes = inside(contact, now);
            CHECK(nodes == look_at_all({&body, &other}, now, rings));
            CHECK(nodes.size() > 3);
        }
    }
}

TEST_CASE("self contact: a node goes back to where it came in") {
    // A block dented by a smaller one, 0.2 deep: their nodes leave by the faces that they passed.
    TwoBlocks blocks;
    PointBodies at = blocks.pressed();
    int n = 0;
    for (const SkinContact::Hit& hit : blocks.contact.find(at)) {
        const Eigen::Vector3d out(0, 0, hit.body == 0 ? -0.2 : 0.2);
        CHECK((hit.to_target - out).norm() < 1e-3);
        ++n;
    }
    CHECK(n == 9 + 4);
}

TEST_CASE("self contact: the tangent is symmetric, never negative, and exact for sliding nodes") {
    Body body = body_of_mesh(fingers());
    for (const double anisotropy : {1.0, 0.2, 0.0}) {
        CAPTURE(anisotropy);
        SkinContact contact({&body}, by_rest_shape(anisotropy));
        PointBodies at({&body});
        bend_fingers(at, 1.3);
        const Eigen::MatrixXd K = evaluate(contact, at).K;
        CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K);
        CHECK(eigen.eigenvalues().minCoeff() > -1e-10 * eigen.eigenvalues().maxCoeff());
        CHECK(eigen.eigenvalues().maxCoeff() <= 2 * contact.stiffness_bound().value());
    }
    // One block straight into another: along the way in every place slides as it is expected to.
    TwoBlocks blocks;
    SkinContact& contact = blocks.contact;
    const PointBodies at = blocks.pressed();
    Vector d = Vector::Zero(at.size);
    for (Index i = at.offsets[1]; i < at.size; i += 3) d[i + 2] = 1;
    const DenseForces now = evaluate(contact, at);
    PointBodies deeper = at;
    deeper.x -= 1e-3 * d;
    const Vector change = evaluate(contact, deeper).f - now.f;
    CHECK((change - 1e-3 * now.K * d).norm() < 0.02 * change.norm());
    const double work = contact.energy(deeper, 0) - contact.energy(at, 0);
    CHECK(work == Approx(1e-3 * now.f.dot(d)).epsilon(0.02));
}

TEST_CASE("self contact: by what faces a node, forces are the derivative of the energy") {
    // Askew, so that places lie on faces, and no two forces are alike.
    TwoBlocks blocks(facing());
    PointBodies at = blocks.pressed();
    for (Index i = at.offsets[1]; i < at.size; i += 3) {
        const Eigen::Vector3d x = at.x.segment<3>(i);
        at.x.segment<3>(i) += Eigen::Vector3d(0.11, -0.07, 0.05 * x.x() + 0.03 * x.y());
    }
    blocks.contact.begin_step(at, 0, 0.1);
    const DenseForces now = evaluate(blocks.contact, at);
    CHECK(blocks.contact.find(at).size() == 7);
    double off = 0;
    const double h = 1e-6;
    for (Index i = 0; i < at.size; ++i) {
        double energy[2];
        for (const int side : {0, 1}) {
            PointBodies moved = at;
            moved.x[i] += side ? h : -h;
            blocks.contact.begin_step(at, 0, 0.1);  // pairs are found anew, as none has been before
            energy[side] = blocks.contact.energy(moved, 0);
        }
        off = std::max(off, std::abs(now.f[i] + (energy[1] - energy[0]) / (2 * h)));
    }
    CHECK(off < 1e-6 * now.f.norm());
    // Of bodies that move as they are, the tangent sees all of the resultant but what the negative
    // part of its pairs, a fifth of an edge deep, takes off.
    Vector d = Vector::Zero(at.size);
    for (Index i = at.offsets[1]; i < at.size; i += 3)
        d.segment<3>(i) = Eigen::Vector3d(0.4, 0.3, 1);
    PointBodies moved = at;
    moved.x += h * d;
    blocks.contact.begin_step(at, 0, 0.1);
    const auto of_second = [&](const Vector& f) -> Eigen::Vector3d {
        return Eigen::Map<const Eigen::Matrix3Xd>(f.data() + at.offsets[1], 3,
                                                  (at.size - at.offsets[1]) / 3)
            .rowwise()
            .sum();
    };
    const Eigen::Vector3d change = of_second(evaluate(blocks.contact, moved).f - now.f);
    CHECK((change + h * of_second(now.K * d)).norm() < 0.03 * change.norm());
    CHECK((now.K - now.K.transpose()).norm() < 1e-12 * now.K.norm());
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(now.K);
    CHECK(eigen.eigenvalues().minCoeff() > -1e-12 * eigen.eigenvalues().maxCoeff());
    CHECK(eigen.eigenvalues().maxCoeff() <= 2 * blocks.contact.stiffness_bound().value());
}

TEST_CASE("self contact: the less deep, the nearer the tangent is to the forces' derivative") {
    double last = 1;
    for (const double depth : {0.2, 0.1, 0.05, 0.025}) {
        TwoBlocks blocks(facing());
        PointBodies at = blocks.pressed(depth);
        for (Index i = at.offsets[1]; i < at.size; i += 3)
            at.x.segment<3>(i) += Eigen::Vector3d(0.11, -0.07, 0);
        const auto forces_at = [&](const PointBodies& where) {
            blocks.contact.begin_step(at, 0, 0.1);
            return evaluate(blocks.contact, where);
        };
        const DenseForces now = forces_at(at);
        // A motion that turns faces.
        Vector d(at.size);
        for (Index i = 0; i < d.size(); ++i) d[i] = std::sin(1.3 * double(i));
        const double h = 1e-6;
        PointBodies moved = at;
        moved.x += h * d;
        const Vector change = (forces_at(moved).f - now.f) / h;
        const double off = (change + now.K * d).norm() / change.norm();
        CAPTURE(depth, off, last);
        CHECK(off < 0.6 * last);
        last = off;
    }
    CHECK(last < 0.06);
}

TEST_CASE("self contact: whatever a node has gone through, it leaves by the side that it came in") {
    // 1.7 deep in a block of thickness 3: at rest, its other side is nearer.
    TwoBlocks facing_it(facing()), at_rest;
    const PointBodies at = facing_it.pressed(1.7);
    const auto push = [&](TwoBlocks& blocks) {
        return evaluate(blocks.contact, at).f(Eigen::seqN(at.offsets[1] + 2, 9, 3)).eval();
    };
    CHECK(push(facing_it).minCoeff() > 0);
    CHECK(push(at_rest).minCoeff() < 0);
}

TEST_CASE("self contact: a way in is kept from step to step, and over a checkpoint") {
    // Step by step down, from the bottom of the upper block on into the lower one's last layer.
    TwoBlocks blocks(facing());
    Archive archive;
    PointBodies at = blocks.pressed(0.1);
    for (double depth = 0.1; depth < 2.9; depth += 0.4) {
        at = blocks.pressed(depth);
        blocks.end_step(at, depth);
    }
    blocks.contact.save(archive, "contact");
    TwoBlocks again(facing());
    again.contact.restore(archive, "contact");
    at = blocks.pressed(2.95);
    for (TwoBlocks* of : {&blocks, &again}) {
        of->contact.begin_step(at, 3, 0.1);
        const Vector f = evaluate(of->contact, at).f;
        for (Index i = 0; i < 9; ++i) CHECK(f[at.offsets[1] + 3 * i + 2] > 0);
    }
    CHECK(evaluate(blocks.contact, at).f == evaluate(again.contact, at).f);
    // What lies in no tetrahedron where a step ends is let go.
    at = blocks.pressed(3.1);
    CHECK(blocks.end_step(at, 3.1)["pairs"] > 0);
    blocks.contact.begin_step(at, 4, 0.1);
    const Vector f = evaluate(blocks.contact, at).f;
    for (Index i = 0; i < 9; ++i) CHECK(f.segment<3>(at.offsets[1] + 3 * i).norm() == 0);
}

TEST_CASE("self contact: any number of threads finds the same, bit by bit") {
    Body body = body_of_mesh(fingers());
    const int before = omp_get_max_threads();
    std::vector<Vector> forces;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        for (const SkinContactParams& params : {facing(), by_rest_shape()}) {
            SkinContact contact({&body}, params);
            PointBodies at({&body});
            bend_fingers(at, 0.9);
            forces.push_back(evaluate(contact, at).f);
        }
    }
    omp_set_num_threads(before);
    for (std::size_t k = 0; k < forces.size(); ++k) {
        CHECK(forces[k].norm() > 0);
        CHECK(forces[k] == forces[k % 2]);
    }
}

TEST_CASE("self contact: at rest what it finds does not depend on where bodies were before") {
    Body body = body_of_mesh(fingers());
    SkinContact fresh({&body}, by_rest_shape()), used({&body}, by_rest_shape());
    PointBodies at({&body}), elsewhere({&body});
    bend_fingers(at, 0.9);
    bend_fingers(elsewhere, 0.4);
    evaluate(used, at);
    evaluate(used, elsewhere);
    CHECK(evaluate(used, at).f == evaluate(fresh, at).f);
}
