/// A material in a solver's file.

#include "../idle_stepper.hpp"

namespace {

class Material final : public sinew::Object {
public:
    static constexpr const char* kind = "material";
};

}  // namespace

SINEW_PLUGIN(Material, "material/wrong_kind", "Is no solver")
