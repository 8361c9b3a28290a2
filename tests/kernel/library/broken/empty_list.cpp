/// Its list of headers is whole, but names none.

#include "../idle_stepper.hpp"

extern "C" SINEW_EXPORT const char sinew_plugin_headers[];
const char sinew_plugin_headers[] = "sinew headers 1\nend 0\n";

SINEW_PLUGIN(sinew::test::IdleStepper, "solver/empty_list", "Names no header")
