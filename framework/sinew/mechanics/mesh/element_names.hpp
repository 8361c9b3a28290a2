/// Elements as a parameter: `element: tet4`.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <utility>

namespace sinew {

template <>
struct EnumNames<ElementType> {
    static constexpr std::array names{std::pair{"tet4", ElementType::tet4},
                                      std::pair{"tet10", ElementType::tet10},
                                      std::pair{"hex8", ElementType::hex8}};
};

}  // namespace sinew
