/// Its factory returns nothing.

#include "../idle_stepper.hpp"

using namespace sinew;

extern "C" SINEW_EXPORT const PluginDescription* sinew_plugin() {
    static const PluginDescription description = [] {
        auto d = detail::describe_plugin<test::IdleStepper>("solver/makes_nothing", "Lazy");
        d.create = [](const ReadParams&, BuildContext&) { return std::unique_ptr<Object>(); };
        return d;
    }();
    return &description;
}
