/// The interface of `mesh/` plugins.
#pragma once

#include <optional>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <string>

namespace sinew {

/// Length units that files are written in.
enum class LengthUnit { m, dm, cm, mm, um, inch, foot };
template <>
struct EnumNames<LengthUnit> {
    static constexpr std::array names{
        std::pair{"m", LengthUnit::m},    std::pair{"dm", LengthUnit::dm},
        std::pair{"cm", LengthUnit::cm},  std::pair{"mm", LengthUnit::mm},
        std::pair{"um", LengthUnit::um},  std::pair{"in", LengthUnit::inch},
        std::pair{"ft", LengthUnit::foot}};
};

class MeshSource : public Object {
public:
    static constexpr const char* kind = "mesh";

    struct Common {
        double scale = 1;
        LengthUnit unit = LengthUnit::m;
        std::optional<double> fit;
        static constexpr auto fields = std::tuple{
            field("scale", &Common::scale, positive, "Factor on all positions"),
            field("unit", &Common::unit, "Length unit that the numbers of the mesh are in"),
            field("fit", &Common::fit, unit::m, positive,
                  "Scale so that the longest side of the bounding box has this length, with the "
                  "centre of the "
                  "box at the origin"),
        };
    };
    Common common;

    /// The mesh in the node's rest frame [m]: generated or read, then scaled. Throws InputError (a
    /// missing, truncated or wrong file; elements without volume; indices out of range ...).
    MeshData load() const;

protected:
    virtual MeshData generate() const = 0;
};

}  // namespace sinew
