#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string on_top =
    "    loads: [{type: moment, where: {plane: {normal: [0, 0, 1], offset: 0.5}}, moment: [3, -5, "
    "7]}]\n";
const Eigen::Vector3d M(3, -5, 7);

}  // namespace

TEST_CASE("load/moment: no force and the moment given, however the face is bent and turned") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + on_top);
        const Points& X = scene.body().mesh.positions;
        const Eigen::Matrix3d R =
            Eigen::AngleAxisd(1.9, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
        const Points x = R * X + 0.02 * noise(X.size()).reshaped(3, X.cols());
        for (const Points& at : {X, x}) {
            const Points f = scene.loads_at(Points(at - X).reshaped());
            CHECK(f.rowwise().sum().norm() < 1e-11 * f.norm());
            check_close(moment(at, f), M);
        }
    }
}

TEST_CASE("load/moment: on a flat section it is the stress of a beam, M z / I") {
    // A square of 1 m: the nodal forces of the traction t_z = -(M / I) x, I = 1/12, whose moment
    // about the axis y is M.
    SceneBody scene(
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1], element: hex8}\n"
        "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
        "    loads: [{type: moment, where: {plane: {normal: [0, 0, 1], offset: 1}}, moment: [0, 2, "
        "0]}]\n");
    const Points f = scene.loads();
    const Points& X = scene.body().mesh.positions;
    for (Index i = 0; i < f.cols(); ++i) {
        // integral of N_i t dA = -(2 / I) sum_j M_ij (x_j - 1/2), M of the bilinear square.
        const double expected = X(2, i) > 0.5 ? -24.0 * (X(0, i) - 0.5) / 12 : 0;
        check_close(f.col(i), {0, 0, expected});
    }
}

TEST_CASE("load/moment: its stiffness is the derivative of its forces") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + on_top), bare(box_of(element));
        const Index n = scene.system().size();
        const Vector q = 0.03 * noise(n), d = noise(n, 2);
        const Vector product = unsymmetric_stiffness_times(scene, bare, q, d);
        REQUIRE(product.norm() > 1);
        check_stiffness(scene, q, d, product);
    }
}

TEST_CASE("load/moment: its axis is seen from the frame that is asked for") {
    const auto turned_moment = [](const std::string& frame) {
        SceneBody scene(box_of("hex8") + turned +
                        "    loads: [{type: moment, where: {plane: {normal: [0, 0, 1], offset: "
                        "0.5}}, moment: [3, 0, 0]" +
                        frame + "}]\n");
        return moment(scene.body().mesh.positions, scene.loads());
    };
    check_close(turned_moment(""), {3, 0, 0});
    check_close(turned_moment(", frame: node"), {0, 3, 0});
}
