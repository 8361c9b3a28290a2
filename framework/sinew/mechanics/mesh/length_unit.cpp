#include <sinew/mechanics/mesh/length_unit.hpp>

namespace sinew {

double in_metres(LengthUnit unit) {
    switch (unit) {
        case LengthUnit::m:
            return 1;
        case LengthUnit::dm:
            return 0.1;
        case LengthUnit::cm:
            return 0.01;
        case LengthUnit::mm:
            return 1e-3;
        case LengthUnit::um:
            return 1e-6;
        case LengthUnit::inch:
            return 0.0254;
        case LengthUnit::foot:
            return 0.3048;
    }
    return 1;
}

}  // namespace sinew
