/// The laws as templates, with double and with Pack: their sources are compiled in here.

#include <catch2/catch.hpp>
#include <cstring>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <sinew/mechanics/material/quadratic_stretch.hpp>

#undef SINEW_PLUGIN
#define SINEW_PLUGIN(T, id, summary)
// NOLINTBEGIN(bugprone-suspicious-include)
#include "../../../plugins/material/arap.cpp"
#include "../../../plugins/material/corotational.cpp"
#include "../../../plugins/material/linear.cpp"
#include "../../../plugins/material/mooney_rivlin.cpp"
#include "../../../plugins/material/neo_hookean.cpp"
#include "../../../plugins/material/stable_neo_hookean.cpp"
#include "../../../plugins/material/stvk.cpp"
// NOLINTEND(bugprone-suspicious-include)
#include "bound_law.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

template <class Law>
void check_number_types(const typename Law::template Point<double>& p,
                        const typename Law::template Point<Pack>& packed) {
    const Law law;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Matrix3 F = deformed(seed), H = random_matrix(seed, 1);
        const auto& f = prepared(law, F);
        const Mat3<Pack> packed_F = broadcast(F);
        const auto& g = prepared(law, packed_F);
        const double scale = exact_tangent<double>(law, f, p).norm();
        CHECK(std::abs(law.energy(f, p) - law.energy(g, packed)[5]) <= 1e-13 * scale);
        CHECK((law.stress(f, p) - lane(law.stress(g, packed), 5)).norm() <= 1e-13 * scale);
        CHECK((law.stress_change(f, H, p) - lane(law.stress_change(g, broadcast(H), packed), 5))
                  .norm() <= 1e-12 * scale);
        CHECK((exact_tangent<double>(law, f, p) - lane(exact_tangent<Pack>(law, g, packed), 5))
                  .norm() <= 1e-12 * scale);
    }
}

}  // namespace

TEST_CASE("every material: one formula gives the same with double and with packs of eight") {
    check_number_types<Arap>({3.0}, {3.0});
    check_number_types<Corotational>({3.0, 5.0}, {3.0, 5.0});
    check_number_types<Linear>({3.0, 5.0}, {3.0, 5.0});
    check_number_types<MooneyRivlin>({3.0, 2.0, 20.0}, {3.0, 2.0, 20.0});
    check_number_types<NeoHookean>({3.0, 5.0}, {3.0, 5.0});
    check_number_types<StableNeoHookean>({3.0, 5.0, 1.45}, {3.0, 5.0, 1.45});
    check_number_types<StVK>({3.0, 5.0}, {3.0, 5.0});
    check_number_types<QuadraticStretch>({3.0, 5.0}, {3.0, 5.0});  // ex_rotated
    // Who adds a material adds its line here.
    CHECK(built_plugins("material").size() == 9 + 1);  // elastoplastic has no formula of its own
}
