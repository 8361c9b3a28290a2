/// Throws before it has said what it is.

#include <stdexcept>

#include "../idle_stepper.hpp"

extern "C" SINEW_EXPORT const sinew::PluginDescription* sinew_plugin() {
    throw std::runtime_error("no licence");
}
