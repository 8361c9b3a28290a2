/// Compiled with a Stepper of another day, which has one virtual function more.

#include "../idle_stepper.hpp"

namespace {

class OldHeader final : public sinew::test::IdleStepper {
public:
    void breathe() override {}
};

}  // namespace

SINEW_PLUGIN(OldHeader, "solver/old_header", "Of another day")
