/// Its list of headers has lost its end.

#include "../idle_stepper.hpp"

extern "C" SINEW_EXPORT const char sinew_plugin_headers[];
const char sinew_plugin_headers[] =
    "sinew headers 1\n"
    "d333df8aff8212c9 sinew/kernel/object.hpp\n";

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/cut_list", "Lost its end")
