#include <sinew/mechanics/law/hyperelastic_points.hpp>
#include <sinew/mechanics/law/neo_hookean.hpp>

namespace sinew {

std::unique_ptr<PointLaw> NeoHookeanLaw::on(PackPoints<Point<Pack>> points) {
    static constexpr NeoHookeanLaw formulas{};
    return std::make_unique<HyperelasticPoints<NeoHookeanLaw>>(formulas, std::move(points));
}

}  // namespace sinew
