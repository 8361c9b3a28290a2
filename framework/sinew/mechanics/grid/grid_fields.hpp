/// The fields of a grid that outputs write.
#pragma once

#include <memory>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/grid/grid_results.hpp>

namespace sinew {

enum class GridField { velocity, vorticity, divergence, pressure, smoke, temperature };
template <>
struct EnumNames<GridField> {
    static constexpr std::array names{
        std::pair{"velocity", GridField::velocity},
        std::pair{"vorticity", GridField::vorticity},
        std::pair{"divergence", GridField::divergence},
        std::pair{"pressure", GridField::pressure},
        std::pair{"smoke", GridField::smoke},
        std::pair{"temperature", GridField::temperature},
    };
};

/// A named array over the nodes or the cells of a grid, of one or three components.
struct GridArray {
    std::string name, unit;
    bool on_nodes = false;
    std::vector<std::shared_ptr<const Vector>> components;
};

/// True if the grid has the field: smoke and temperature may be missing.
bool has_field(const GridResults& results, GridField field);
/// The field as it is now, which the results must have. Arrays that the results hold are not
/// copied: they may be read until the next step.
GridArray grid_array(const GridResults& results, GridField field);

}  // namespace sinew
