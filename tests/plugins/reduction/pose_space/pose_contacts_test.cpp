#include <catch2/catch.hpp>
#include <numbers>
#include <pose_space/pose_contacts.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using namespace sinew::test;
using pose_space::contact_rows;
using pose_space::ContactMotion;
using pose_space::ContactPlane;
using pose_space::pose_contacts;
using pose_space::PoseContact;

namespace {

/// A bar of 1 m along x that is bent to an arc, to a ring whose ends are 1 cm apart at the most.
struct Ring {
    Ring()
        : scene(
              "    mesh: {type: box, size: [1, 0.1, 0.1], cells: [20, 2, 2], element: tet4}\n"
              "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n") {}

    /// The gap between the ends is `gap` along the ring.
    Points bent(double gap) const {
        const Points& X = scene_body().mesh.positions;
        const double radius = (1 + gap) / (2 * std::numbers::pi);
        Points x = X;
        for (Index i = 0; i < X.cols(); ++i) {
            const double angle = X(0, i) / radius, r = radius - (X(2, i) - 0.05);
            x.col(i) << r * std::sin(angle), X(1, i), -r * std::cos(angle);
        }
        return x;
    }
    const Body& scene_body() const { return const_cast<SceneBody&>(scene).body(); }
    std::vector<PoseContact> contacts(const Points& shape, ContactMotion motion,
                                      std::vector<ContactPlane> planes = {}) const {
        return pose_contacts(scene_body(), shape, {0.02, motion, std::move(planes)},
                             std::vector<char>(std::size_t(shape.size()), 0));
    }
    ConstraintRows rows(const Points& shape, ContactMotion motion) const {
        return contact_rows(contacts(shape, motion), motion, shape.cols());
    }

    SceneBody scene;
};

}  // namespace

TEST_CASE("contacts of a pose: the ends of a ring touch, all their vertices, and nothing else") {
    const Ring ring;
    CHECK(ring.contacts(ring.bent(0.2), ContactMotion::together).empty());
    CHECK(ring.contacts(ring.scene_body().mesh.positions, ContactMotion::together).empty());
    const Points shape = ring.bent(0.01);
    CHECK(ring.contacts(shape, ContactMotion::together).size() == 18);
    const ConstraintRows rows = ring.rows(shape, ContactMotion::together);
    CHECK(rows.rows() == 18);

    const Vector shift = Eigen::Vector3d(1, -2, 3).replicate(shape.cols(), 1);
    CHECK((rows * shift).norm() < 1e-12);
    // One end goes nearer to the other: every vertex feels all of it.
    Vector nearer = Vector::Zero(shape.size());
    for (Index i = 0; i < shape.cols(); ++i)
        if (ring.scene_body().mesh.positions(0, i) < 1e-9) nearer[3 * i] = -1;
    const Vector felt = rows * nearer;
    CHECK(felt.cwiseAbs().minCoeff() > 0.95);
    // Slipping past each other is free.
    Vector slipping = Vector::Zero(shape.size());
    for (Index i = 0; i < shape.cols(); ++i)
        if (ring.scene_body().mesh.positions(0, i) < 1e-9) slipping[3 * i + 1] = 1;
    CHECK((rows * slipping).norm() < 1e-12);
}

TEST_CASE("contacts of a pose: sliding keeps vertices on the plane of contact, fixed in place") {
    const Ring ring;
    const Points shape = ring.bent(0.01);
    const ConstraintRows sliding = ring.rows(shape, ContactMotion::sliding),
                         fixed = ring.rows(shape, ContactMotion::fixed);
    CHECK(sliding.rows() == 18);
    CHECK(fixed.rows() == 54);
    const Vector along = Eigen::Vector3d(0, 1, 0).replicate(shape.cols(), 1),
                 against = Eigen::Vector3d(1, 0, 0).replicate(shape.cols(), 1);
    CHECK((sliding * along).norm() < 1e-12);
    CHECK((sliding * against).cwiseAbs().minCoeff() > 0.95);
    CHECK((fixed * along).squaredNorm() == Approx(18));
}

TEST_CASE("contacts of a pose: what is held already needs no row") {
    const Ring ring;
    const Points shape = ring.bent(0.01);
    std::vector<char> constrained(std::size_t(shape.size()), 0);
    for (Index i = 0; i < shape.cols(); ++i)
        if (ring.scene_body().mesh.positions(0, i) < 1e-9)
            std::fill_n(constrained.begin() + 3 * i, 3, char(1));
    const auto count = [&](ContactMotion motion) {
        return pose_contacts(ring.scene_body(), shape, {0.02, motion}, constrained).size();
    };
    CHECK(count(ContactMotion::fixed) == 9);
    CHECK(count(ContactMotion::together) == 18);
}

TEST_CASE("contacts of a pose: what is just above a plane, or below it, cannot go up or down") {
    const Ring ring;
    const Points& X = ring.scene_body().mesh.positions;  // the lowest layer of vertices is at z = 0
    const std::vector<PoseContact> contacts =
        ring.contacts(X, ContactMotion::sliding, {{{0, 0, -0.015}}});
    CHECK(contacts.size() == 63);
    for (const PoseContact& contact : contacts) CHECK(X(2, contact.node) < 1e-12);
    const ConstraintRows rows = contact_rows(contacts, ContactMotion::together, X.cols());
    const Vector rising = Eigen::Vector3d(3, 2, 1).replicate(X.cols(), 1);
    CHECK((rows * rising - Vector::Ones(63)).norm() < 1e-12);
    CHECK(ring.contacts(X, ContactMotion::sliding, {{{0, 0, -0.025}}}).empty());
    CHECK_THROWS_WITH(ring.contacts(X, ContactMotion::sliding, {{{0, 0, 0.2}}}),
                      Catch::Contains("behind planes[0]"));
    // The middle layer has no vertices inside the bar, of which none is of the skin.
    CHECK(ring.contacts(X, ContactMotion::sliding, {{{0, 0, 0.04}}}).size() == 63 + 44);
}

TEST_CASE("contacts of a pose: beside an edge, too, normals point out of what is touched") {
    const Ring ring;
    // The ends pass through each other beside an edge of the other, or just do not.
    for (const double gap : {0.012, -0.012}) {
        const Points shape = ring.bent(gap);
        const std::vector<PoseContact> contacts = ring.contacts(shape, ContactMotion::unilateral);
        CHECK(contacts.size() >= 18);
        for (const PoseContact& contact : contacts) {
            Eigen::Vector3d touched = Eigen::Vector3d::Zero();
            for (int k = 0; k < 3; ++k)
                touched += contact.weights[k] * shape.col(contact.triangle[std::size_t(k)]);
            const double distance = contact.normal.dot(shape.col(contact.node) - touched);
            CHECK((distance > 1e-9) == (gap > 0));
        }
    }
}

TEST_CASE("contacts of a pose: what bending presses together beside a vertex is no contact") {
    const Ring ring;
    Points shape = ring.scene_body().mesh.positions;
    shape.row(0) *= 0.3;  // elements of 5 cm are 1.5 cm long
    CHECK(ring.contacts(shape, ContactMotion::together).empty());
}
