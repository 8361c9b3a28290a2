#include <sinew/mechanics/law/hyperelastic_points.hpp>
#include <sinew/mechanics/law/stvk.hpp>

namespace sinew {

std::unique_ptr<PointLaw> StvkLaw::on(PackPoints<Point<Pack>> points) {
    static constexpr StvkLaw formulas{};
    return std::make_unique<HyperelasticPoints<StvkLaw>>(formulas, std::move(points));
}

}  // namespace sinew
