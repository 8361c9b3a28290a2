#include "grid_fields.hpp"

#include <sinew/mechanics/grid/vorticity_confinement.hpp>

namespace sinew {

namespace {

/// Nobody's: what it points at lives elsewhere.
std::shared_ptr<const Vector> borrowed(const Vector& values) {
    return {std::shared_ptr<const Vector>(), &values};
}

GridArray vectors(const char* name, const char* unit, const VectorField& field) {
    return {name, unit, true, {borrowed(field[0]), borrowed(field[1]), borrowed(field[2])}};
}

GridArray numbers(const char* name, const char* unit, std::shared_ptr<const Vector> values) {
    return {name, unit, false, {std::move(values)}};
}

}  // namespace

bool has_field(const GridResults& results, GridField field) {
    return results.smoke || (field != GridField::smoke && field != GridField::temperature);
}

GridArray grid_array(const GridResults& results, GridField field) {
    const Fluid& fluid = *results.fluid;
    switch (field) {
        case GridField::velocity:
            return vectors("velocity", "m/s", fluid.velocity());
        case GridField::vorticity: {
            VectorField omega = curl(fluid.velocity(), fluid.grid());
            GridArray array{"vorticity", "1/s", true, {}};
            for (Vector& component : omega.x)
                array.components.push_back(std::make_shared<Vector>(std::move(component)));
            return array;
        }
        case GridField::divergence:
            return numbers("divergence", "1/s", std::make_shared<Vector>(fluid.divergence()));
        case GridField::pressure:
            return numbers("pressure", "Pa", std::make_shared<Vector>(fluid.pressure()));
        case GridField::smoke:
            return numbers("smoke", "", borrowed(results.smoke->density()));
        case GridField::temperature:
            return numbers("temperature", "K", borrowed(results.smoke->temperature()));
    }
    return {};
}

}  // namespace sinew
