/// Throws something that nobody expects.

#include "../idle_stepper.hpp"

namespace {

class ThrowsANumber final : public sinew::test::IdleStepper {
public:
    ThrowsANumber() { throw 7; }
};

}  // namespace

SINEW_PLUGIN(ThrowsANumber, "solver/throws_a_number", "Never comes to be")
