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
    SkinContact contact({&body}, soft(1));
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

TEST_CASE("self contact: the hierarchy finds what a look at everything finds") {
    Body body = body_of_mesh(fingers(), "/body"), other = body_of_mesh(tet_grid(3, 3, 3), "/other");
    for (const int rings : {2, 3}) {
        SkinContact contact({&body, &other}, soft(1, rings));
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
        SkinContact contact({&body}, soft(anisotropy));
        PointBodies at({&body});
        bend_fingers(at, 1.3);
        const Eigen::MatrixXd K = evaluate(contact, at).K;
        CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());
        const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(K);
        CHECK(eigen.eigenvalues().minCoeff() > -1e-10 * eigen.eigenvalues().maxCoeff());
        CHECK(eigen.eigenvalues().maxCoeff() <= 2 * contact.stiffness_bound());
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

TEST_CASE("self contact: any number of threads finds the same, bit by bit") {
    Body body = body_of_mesh(fingers());
    const int before = omp_get_max_threads();
    std::vector<Vector> forces;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        SkinContact contact({&body}, soft());
        PointBodies at({&body});
        bend_fingers(at, 0.9);
        forces.push_back(evaluate(contact, at).f);
    }
    omp_set_num_threads(before);
    CHECK(forces[0].norm() > 0);
    CHECK(forces[1] == forces[0]);
    CHECK(forces[2] == forces[0]);
}

TEST_CASE("self contact: what it finds does not depend on where bodies were before") {
    Body body = body_of_mesh(fingers());
    SkinContact fresh({&body}, soft()), used({&body}, soft());
    PointBodies at({&body}), elsewhere({&body});
    bend_fingers(at, 0.9);
    bend_fingers(elsewhere, 0.4);
    evaluate(used, at);
    evaluate(used, elsewhere);
    CHECK(evaluate(used, at).f == evaluate(fresh, at).f);
}
