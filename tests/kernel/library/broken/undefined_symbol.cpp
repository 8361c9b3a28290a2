/// Calls a function that nobody defines, but only in a step: a lazy loader would find out then.

#include "../idle_stepper.hpp"

namespace sinew::test {

double defined_nowhere(double x);

}  // namespace sinew::test

namespace {

class UndefinedSymbol final : public sinew::test::IdleStepper {
public:
    void step(const sinew::Clock& clock) override { sinew::test::defined_nowhere(clock.step); }
};

}  // namespace

SINEW_PLUGIN(UndefinedSymbol, "solver/undefined_symbol", "Calls what is not there")
