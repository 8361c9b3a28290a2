#include <sinew/mechanics/law/corotational.hpp>
#include <sinew/mechanics/law/hyperelastic_points.hpp>

namespace sinew {

std::unique_ptr<PointLaw> CorotationalLaw::on(PackPoints<Point<Pack>> points) {
    static constexpr CorotationalLaw formulas{};
    return std::make_unique<HyperelasticPoints<CorotationalLaw>>(formulas, std::move(points));
}

}  // namespace sinew
