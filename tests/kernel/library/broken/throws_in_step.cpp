/// Throws an exception type of its own while it steps.

#include <stdexcept>

#include "../idle_stepper.hpp"

namespace {

class Overheated final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class ThrowsInStep final : public sinew::test::IdleStepper {
public:
    void step(const sinew::Clock&) override { throw Overheated("too hot to step"); }
};

}  // namespace

SINEW_PLUGIN(ThrowsInStep, "solver/throws_in_step", "Fails while running")
