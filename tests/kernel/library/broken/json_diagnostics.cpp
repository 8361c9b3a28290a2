/// Compiled with JSON values that know their parents, and are larger for it.
#define JSON_DIAGNOSTICS 1

#include "../idle_stepper.hpp"

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/json_diagnostics", "Of larger values")
