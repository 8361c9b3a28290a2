/// Compiled with a Stepper that differs in comments and whitespace.

#include "idle_stepper.hpp"

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/other_comment", "Said in other words")
