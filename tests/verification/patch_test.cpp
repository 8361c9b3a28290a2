/// Patch test: where the surface of a body follows an affine map, so does the inside, for every
/// law, element and formulation of this build.

#include "problem.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// The largest error of a node inside, relative to the largest displacement.
double patch_error(const std::string& material, const std::string& formulation, ElementType type) {
    const Eigen::Vector3d size(1.5, 1, 1);
    Eigen::Matrix3d A;
    A << 0.06, 0.03, -0.02, -0.04, -0.05, 0.05, 0.02, 0.01, 0.04;
    Problem problem(test::box(type, {3, 3, 3}, size, 0.2), {material, "", formulation});
    problem.constrain([=](const Eigen::Vector3d& X, double t) -> std::optional<Eigen::Vector3d> {
        if (!on_surface(X, size)) return {};
        return Eigen::Vector3d(t * A * X);
    });
    const Points exact = A * problem.mesh().positions;
    const Points u = problem.equilibrium();
    return (u - exact).cwiseAbs().maxCoeff() / exact.cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("patch test: an affine map of the surface is reproduced inside, to 1e-11") {
    Record record("1 Patch test");
    for (const std::string& material : test::built_plugins("material")) {
        // These two need a rig; where it rests they are corotational and arap.
        if (material == "material/ex_rotated" || material == "material/rigged_arap") continue;
        if (material == "material/elastoplastic") continue;  // has no law of F alone
        for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8})
            for (const std::string formulation : {"displacement", "f_bar"}) {
                if (formulation == "f_bar" && type == ElementType::tet10) continue;
                record.small(material.substr(9) + ", " + name_of(type) +
                                 (formulation == "f_bar" ? ", f_bar" : ""),
                             patch_error(material, "formulation/" + formulation, type), 1e-11);
            }
    }
}
