/// Calls a function that nobody defines, but only in a step: a lazy loader would find out then.

#include "../idle_stepper.hpp"

namespace sinew::testing {

double defined_nowhere(double x);

}  // namespace sinew::testing

namespace {

class UndefinedSymbol final : public sinew::testing::IdleStepper {
public:
    void step(const sinew::Clock& clock) override { sinew::testing::defined_nowhere(clock.step); }
};

}  // namespace

SINEW_PLUGIN(UndefinedSymbol, "solver/undefined_symbol", "Calls what is not there")
