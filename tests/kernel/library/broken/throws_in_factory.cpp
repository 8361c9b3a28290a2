/// Throws an exception of the standard library from its constructor.

#include <stdexcept>

#include "../idle_stepper.hpp"

namespace {

class ThrowsInFactory final : public sinew::test::IdleStepper {
public:
    ThrowsInFactory() { throw std::out_of_range("map::at"); }
};

}  // namespace

SINEW_PLUGIN(ThrowsInFactory, "solver/throws_in_factory", "Never comes to be")
