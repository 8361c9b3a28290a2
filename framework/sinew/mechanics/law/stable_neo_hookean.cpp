#include <sinew/mechanics/law/hyperelastic_points.hpp>
#include <sinew/mechanics/law/stable_neo_hookean.hpp>

namespace sinew {

std::unique_ptr<PointLaw> StableNeoHookeanLaw::on(PackPoints<Point<Pack>> points) {
    static constexpr StableNeoHookeanLaw formulas{};
    return std::make_unique<HyperelasticPoints<StableNeoHookeanLaw>>(formulas, std::move(points));
}

}  // namespace sinew
