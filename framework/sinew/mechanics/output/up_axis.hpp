/// The axis that points up in a scene, for files that say so.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

enum class UpAxis { y, z };
template <>
struct EnumNames<UpAxis> {
    static constexpr std::array names{std::pair{"y", UpAxis::y}, std::pair{"z", UpAxis::z}};
};

}  // namespace sinew
