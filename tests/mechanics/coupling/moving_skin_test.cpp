#include <catch2/catch.hpp>
#include <mechanics/coupling/coupling_support.hpp>
#include <mechanics/reduced/reduced_block.hpp>
#include <sinew/mechanics/coupling/moving_skin.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

/// Where a floating body is, as couplings ask.
class FloatingMotion final : public PointMotion {
public:
    FloatingMotion(const FloatingSystem& system, Vector q) : system_(system), q_(std::move(q)) {}
    Eigen::Vector3d position(const MaterialPoint& point) const override {
        return system_.position(point, q_);
    }
    Eigen::Vector3d velocity(const MaterialPoint&) const override {
        return Eigen::Vector3d::Zero();
    }
    bool skin_near(int, const DepthField& field, double margin,
                   std::vector<int>& found) const override {
        return system_.skin_near(q_, field, margin, found);
    }

private:
    const FloatingSystem& system_;
    Vector q_;
};

/// By a look at everything.
void check_finds_all(const MovingSkin& skin, const MovingSkin::Box& box) {
    std::vector<int> nodes, triangles, found;
    for (int k = 0; k < skin.n_nodes(); ++k)
        if (box.contains(skin.position(k))) nodes.push_back(k);
    for (int t = 0; t < int(skin.body().skin.triangles.cols()); ++t)
        if (box.intersects(skin.box_of(t))) triangles.push_back(t);
    skin.nodes_in(box, found);
    CHECK(found == nodes);
    skin.triangles_at(box, found);
    CHECK(found == triangles);
}

Body unit_cube() {
    VolumeMesh mesh = tet_grid(2, 2, 2);
    mesh.positions /= 2;
    return body_of_mesh(mesh, "/cube");
}

/// The nearest point of the skin says on which side a point is.
bool is_inside(const MovingSkin& skin, const Eigen::Vector3d& x) {
    double least = std::numeric_limits<double>::infinity();
    int at = -1;
    for (int t = 0; t < int(skin.body().skin.triangles.cols()); ++t) {
        const double distance = (skin.place(t, skin.nearest(t, x)) - x).norm();
        if (distance >= least) continue;
        least = distance;
        at = t;
    }
    return skin.encloses(x, at, skin.nearest(at, x));
}

}  // namespace

TEST_CASE("moving skin: of a body that knows where it is, boxes find what a look at all finds") {
    ReducedBlock block(8);
    FloatingSystem system(block.made());
    MovingSkin skin(block.body, 0);
    for (unsigned seed = 1; seed < 12; ++seed) {
        Vector q = system.initial().q;
        q.head<3>() += 4 * noise(3, seed);
        q.segment<3>(3) = 2 * noise(3, seed + 20);
        q.tail(8) = noise(8, seed + 40);
        const FloatingMotion motion(system, q);
        skin.update_positions(motion);
        MovingSkin::Box whole;
        const Points x = system.positions(q);
        for (const int node : block.body.skin.nodes) whole.extend(Eigen::Vector3d(x.col(node)));
        CHECK(skin.box().min().isApprox(whole.min(), 1e-12));
        CHECK(skin.box().max().isApprox(whole.max(), 1e-12));
        const Eigen::Vector3d corner = x.col(block.body.skin.nodes[seed]);
        check_finds_all(skin, {corner.array() - 0.1, corner.array() + 0.4});
        check_finds_all(skin, whole);
        check_finds_all(skin, {whole.max().array() + 1, whole.max().array() + 2});
    }
}

TEST_CASE("moving skin: of a body that does not, they do as well") {
    const Body body = unit_cube();
    PointBodies bodies({const_cast<Body*>(&body)});
    bodies.x += 0.1 * noise(bodies.size);
    MovingSkin skin(body, 0);
    skin.update_positions(bodies);
    check_finds_all(skin, {Eigen::Vector3d(0.2, -1, -1), Eigen::Vector3d(0.6, 1, 0.7)});
    check_finds_all(skin, skin.box());
}

TEST_CASE("moving skin: inside and outside are told at faces, edges and corners") {
    const Body body = unit_cube();
    PointBodies bodies({const_cast<Body*>(&body)});
    MovingSkin skin(body, 0);
    skin.update_positions(bodies);
    for (const double out : {-0.01, 0.01})
        for (const Eigen::Vector3d& surface :
             {Eigen::Vector3d(1, 0.3, 0.4), Eigen::Vector3d(1, 1, 0.3), Eigen::Vector3d(0, 0.6, 1),
              Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(0, 0, 0)}) {
            const Eigen::Vector3d away = (surface.array() - 0.5).matrix();
            CHECK(is_inside(skin, surface + out * away) == (out < 0));
        }
}

TEST_CASE("moving skin: a place on it is a point of the body with its corners' weights") {
    const Body body = unit_cube();
    PointBodies bodies({const_cast<Body*>(&body)});
    bodies.x += 0.1 * noise(bodies.size);
    MovingSkin skin(body, 0);
    skin.update_positions(bodies);
    const Eigen::Vector3d weights(0.2, 0.3, 0.5);
    CHECK((bodies.position(skin.point(3, weights)) - skin.place(3, weights)).norm() < 1e-14);
    CHECK((skin.nearest(3, skin.place(3, weights)) - weights).norm() < 1e-12);
    CHECK((bodies.position(skin.node(4)) - skin.position(4)).norm() == 0);
}

TEST_CASE("moving skin: a walk ends where nothing around is nearer") {
    const Body cube = unit_cube();
    MovingSkin skin(cube, 0);
    skin.place_all([&](int node) { return cube.mesh.positions.col(node); });
    CHECK(skin.box().sizes().isApprox(Eigen::Vector3d::Ones()));
    const auto distance = [&](const MovingSkin::SurfacePoint& at, const Eigen::Vector3d& x) {
        return (skin.place(at.triangle, at.weights) - x).norm();
    };
    // Outside of a convex body that is the nearest of all, unless it begins on the far side.
    for (const Eigen::Vector3d& x :
         {Eigen::Vector3d(1.4, 0.3, 0.6), Eigen::Vector3d(-0.2, -0.3, 0.45),
          Eigen::Vector3d(1.2, 1.3, 1.1)})
        for (int t = 0; t < int(cube.skin.triangles.cols()); ++t) {
            const Eigen::Vector3d nearest = x.cwiseMax(0).cwiseMin(1);
            if (skin.normal(t).dot(x - skin.position(skin.corners(t)[0])) < -1) continue;
            CHECK(distance(skin.walk(x, t), x) == Approx((nearest - x).norm()));
        }
    // Inside, each side has a nearest point of its own.
    const Eigen::Vector3d x(0.45, 0.6, 0.3);
    for (int t = 0; t < int(cube.skin.triangles.cols()); ++t) {
        const Eigen::Vector3d n = skin.normal(t);
        const double depth = n.sum() > 0 ? 1 - x.dot(n) : -x.dot(n);
        const MovingSkin::SurfacePoint at = skin.walk(x, t);
        if (skin.between(at.triangle, at.weights).size() == 3 && skin.normal(at.triangle) == n)
            CHECK(distance(at, x) == Approx(depth));
        CHECK(distance(at, x) <= distance({t, skin.nearest(t, x)}, x));
    }
    // Triangles with one corner are left out.
    const int corner = skin.corners(0)[0];
    const Eigen::Vector3d beyond = skin.position(corner) + 0.1 * skin.normal_at(corner);
    for (int t = 0; t < int(cube.skin.triangles.cols()); ++t) {
        if ((skin.corners(t).array() == corner).any()) continue;
        const MovingSkin::SurfacePoint at = skin.walk(beyond, t, corner);
        CHECK(!(skin.corners(at.triangle).array() == corner).any());
    }
}

TEST_CASE("moving skin: normals point out, at corners between the faces") {
    const Body cube = unit_cube();
    MovingSkin skin(cube, 0);
    skin.place_all([&](int node) { return cube.mesh.positions.col(node); });
    for (int k = 0; k < skin.n_nodes(); ++k) {
        const Eigen::Vector3d& x = skin.position(k);
        Eigen::Vector3d out = Eigen::Vector3d::Zero();
        for (int axis = 0; axis < 3; ++axis)
            if (x[axis] == 0 || x[axis] == 1) out[axis] = 2 * x[axis] - 1;
        CHECK((skin.normal_at(k) - out.normalized()).norm() < 1e-12);
    }
}
