#include "energy/momenta.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

constexpr ElementType all_types[] = {ElementType::tet4, ElementType::tet10, ElementType::hex8};
const Eigen::Vector3d size(1.0, 0.7, 0.9);

VolumeMesh distorted(ElementType type) {
    return test::box(type, {3, 2, 2}, size, 0.2);
}

}  // namespace

TEST_CASE("momenta: of a rigid motion p = m v_c and L = c x m v_c + I w") {
    const double mass = 1200 * size.prod();
    const Eigen::Vector3d moments =
        mass / 12 * (size.squaredNorm() - size.array().square()).matrix();
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(1.2, Eigen::Vector3d(1, 2, 3).normalized()).toRotationMatrix();
    const Eigen::Matrix3d inertia = R * moments.asDiagonal() * R.transpose();
    const Eigen::Vector3d center(5, -2, 3), velocity(0.5, 1, -2), w(2, -1, 0.7);
    const test::NeoHookean material(1200);
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        const Body body = test::body(distorted(type), material);
        const Points arms = R * (body.mesh.positions.colwise() - size / 2);
        const Points x = arms.colwise() + center;
        Points v(3, x.cols());
        for (Index i = 0; i < v.cols(); ++i)
            v.col(i) = velocity + w.cross(Eigen::Vector3d(arms.col(i)));
        const Momenta momenta = MomentumIntegral(body).of(x, v);
        const Eigen::Vector3d p = mass * velocity, L = center.cross(p) + inertia * w;
        CHECK((momenta.linear - p).norm() < 1e-12 * p.norm());
        CHECK((momenta.angular - L).norm() < 1e-12 * L.norm());
    }
}

TEST_CASE("momenta: each element has the mass of its volume at rest, however it is stretched") {
    const test::NeoHookean material;
    for (const ElementType type : all_types) {
        INFO(name_of(type));
        Body body = test::body(distorted(type), material);
        body.density = 1000 * (test::noise(body.mesh.n_elements()).array() + 2);
        const double mass = body.density.dot(element_volumes(body.mesh));
        const Eigen::Vector3d velocity(1, 2, 3);
        const Momenta momenta = MomentumIntegral(body).of(
            3 * body.mesh.positions, velocity.replicate(1, body.mesh.n_nodes()));
        CHECK((momenta.linear - mass * velocity).norm() < 1e-12 * momenta.linear.norm());
    }
}
