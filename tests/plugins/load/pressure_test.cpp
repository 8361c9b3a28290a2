#include "load_support.hpp"

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const std::string everywhere =
    "    loads: [{type: pressure, where: {boundary: true}, pressure: 7}]\n";

}  // namespace

TEST_CASE("pressure on a closed skin pushes nothing away, however the body is bent") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + everywhere);
        const Points f = scene.loads_at(0.03 * test::noise(scene.system().size()));
        CHECK(f.norm() > 1);
        CHECK(f.rowwise().sum().norm() < 1e-12 * f.norm());
    }
}

TEST_CASE("pressure follows the face it acts on") {
    SceneBody scene(box_of("hex8") +
                    "    loads: [{type: pressure, where: {plane: {normal: [0, 0, 1], "
                    "offset: 0.5}}, pressure: 7}]\n");
    const Eigen::Vector3d at_rest(0, 0, -14);
    CHECK((scene.loads().rowwise().sum() - at_rest).norm() < 1e-12);
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 1, 0).normalized()).toRotationMatrix();
    const Points& X = scene.body().mesh.positions;
    const Vector q = Points(R * X - X).reshaped();
    CHECK((scene.loads_at(q).rowwise().sum() - R * at_rest).norm() < 1e-12);
}

TEST_CASE("the stiffness of pressure is the derivative of its forces") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + everywhere), bare(box_of(element));
        const Index n = scene.system().size();
        const Vector q = 0.03 * test::noise(n), d = test::noise(n, 2);
        const Vector product = test::unsymmetric_stiffness_times(scene, bare, q, d);
        REQUIRE(product.norm() > 1);
        double last = 0;
        // Pressure is quadratic in positions, so a central difference would be exact; the one-sided
        // one errs in first order.
        for (const double h : {4e-3, 2e-3, 1e-3}) {
            const Points change = scene.loads_at(q + h * d) - scene.loads_at(q);
            const double error = (change.reshaped() / h + product).norm();
            if (last > 0) CHECK(last / error == Approx(2).epsilon(0.05));
            last = error;
        }
    }
}
