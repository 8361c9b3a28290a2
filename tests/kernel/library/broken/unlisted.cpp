/// Whole, but without the list of the headers that it was compiled with.

#include "../idle_stepper.hpp"

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/unlisted", "Says not what it was built with")
