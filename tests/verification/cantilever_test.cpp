/// Small deflections of a cantilever, and what nearly incompressible material does to them.

#include "beam.hpp"
#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// Tip deflection over Timoshenko's, for a beam of 0.1 x 0.1 m.
double deflection(ElementType type, const Eigen::Vector3i& cells, double poisson,
                  const std::string& formulation, double length = 1) {
    const Eigen::Vector3d size(length, 0.1, 0.1);
    const Laws laws{"material/neo_hookean", fmt::format("young: 1 MPa, poisson: {}", poisson),
                    "formulation/" + formulation};
    const double P = 1e-4 / (length * length);  // the tip sinks by 4e-5 of the length: linear
    return -loaded_tip({type, cells, size}, laws, {0, 0, -P}).z() /
           timoshenko_tip(size, 1e6, poisson, P);
}

}  // namespace

// The clamped cross-section cannot contract sideways, which the theory leaves out: it stiffens the
// beam by about nu^2 h/L. So the tolerance halves as the beam becomes twice as slender. Hexahedra
// of first order are stiffer by another 0.5%.
TEST_CASE("cantilever: the tip sinks as Timoshenko says, within the model's error") {
    Record record("2 Cantilever, small deflection");
    const auto compare = [&](const std::string& what, double ratio, double tolerance) {
        record.compare(what + ": tip / Timoshenko", 1, ratio, tolerance);
    };
    const ElementType tet10 = ElementType::tet10, hex8 = ElementType::hex8;
    compare("tet10 20x2x2, L/h = 10, nu = 0", deflection(tet10, {20, 2, 2}, 0, "displacement"),
            2e-3);
    compare("tet10 20x2x2, L/h = 10, nu = 0.3", deflection(tet10, {20, 2, 2}, 0.3, "displacement"),
            1.4e-2);
    compare("tet10 40x2x2, L/h = 20, nu = 0.3",
            deflection(tet10, {40, 2, 2}, 0.3, "displacement", 2), 0.7e-2);
    compare("hex8 160x4x4, L/h = 10, nu = 0", deflection(hex8, {160, 4, 4}, 0, "displacement"),
            4e-3);
    compare("hex8 160x6x6, L/h = 10, nu = 0.3", deflection(hex8, {160, 6, 6}, 0.3, "displacement"),
            2e-2);
}

// Locking is what a mesh loses against itself at nu = 0.3. Timoshenko's ratio itself falls by 1.6%
// as nu^2 h/L grows, hence the tolerance of 2%.
TEST_CASE("locking: at nu = 0.499 plain elements are stuck, and f_bar frees them") {
    Record record("2 Locking, L/h = 10, tip / Timoshenko relative to the same mesh at nu = 0.3");
    const auto lock = [&](ElementType type, double bound) {
        const Eigen::Vector3i cells(40, 4, 4);
        const double free = deflection(type, cells, 0.3, "displacement");
        const std::string mesh = fmt::format("{} 40x4x4, nu = 0.499", name_of(type));
        record.below(mesh + ", displacement", deflection(type, cells, 0.499, "displacement") / free,
                     bound);
        record.compare(mesh + ", f_bar", 1, deflection(type, cells, 0.499, "f_bar") / free, 0.02);
    };
    lock(ElementType::tet4, 0.93);
    lock(ElementType::hex8, 0.7);
}
