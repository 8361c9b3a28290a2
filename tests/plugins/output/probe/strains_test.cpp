// Strains that vary along a bar, at each kind of a probe's targets.
#include "probe/strains.hpp"

#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using probe::Target;

TEST_CASE("probe strains: points and nodes are recovered, regions and elements are means") {
    test::SceneBody scene(
        "    mesh: {type: box, size: [2, 1, 1], cells: [2, 1, 1], element: tet10}\n"
        "    material: {type: linear, young: 1 kPa, poisson: 0}\n");
    const Body& body = scene.body();
    const NodalRecovery recovery(body);
    BuildContext context(scene.node().graph(), scene.node(), "output/probe", {});
    // u_x = 0.05 x^2: F_xx = 1 + 0.1 x, and the stress of nu = 0 is E times 0.1 x.
    Points u = Points::Zero(3, body.mesh.n_nodes());
    u.row(0) = 0.05 * body.mesh.positions.row(0).array().square();
    const PointFields points = scene.system().point_fields(u.reshaped());
    const Target point = probe::target_at({0.75, 0.5, 0.5}, 0, 1, body, &recovery, context);
    const Target node = probe::target_of_node(0, body, &recovery, context);
    const Target whole = probe::target_of_region(Selection::everything(), body, true);
    const Target element = probe::target_of_element(2, body, context);
    probe::Strains strains(recovery, {point, node, whole}, points);

    const auto stress = [&](const Target& target) {
        return strains.at(target, StrainQuantity::cauchy_stress)[0];
    };
    CHECK(stress(point) == Approx(75).epsilon(1e-9));
    CHECK(stress(node) == Approx(100 * body.mesh.positions(0, 0)).margin(1e-8));
    CHECK(stress(whole) == Approx(100).epsilon(1e-9));
    CHECK(strains.at(whole, StrainQuantity::von_mises)[0] == Approx(100).epsilon(1e-9));
    CHECK(strains.at(point, StrainQuantity::deformation_gradient)[0] == Approx(1.075));

    // An element's mean is that of its points, by their volumes; none of them is the mean.
    double mean = 0, volume = 0;
    for (int q = 0; q < points.n_points; ++q) {
        const double w = points.volume[2 * points.n_points + q];
        const double at = strains.at_point(2, q, StrainQuantity::cauchy_stress)[0];
        CHECK(std::abs(at - stress(element)) > 1);
        mean += w * at;
        volume += w;
    }
    CHECK(stress(element) == Approx(mean / volume).epsilon(1e-12));
}
