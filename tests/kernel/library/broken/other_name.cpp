/// The right kind under another name: a copy of somebody's plugin, renamed.

#include "../idle_stepper.hpp"

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/whole", "Copied from another")
