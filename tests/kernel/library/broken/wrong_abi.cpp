/// Claims to be built by another compiler for another Eigen.

#include "../idle_stepper.hpp"

using namespace sinew;

extern "C" SINEW_EXPORT const PluginDescription* sinew_plugin() {
    static const PluginDescription description = [] {
        auto d = detail::describe_plugin<test::IdleStepper>("solver/wrong_abi", "Foreign");
        detail::put(d.abi.compiler, "cfront 3");
        detail::put(d.abi.eigen, "2.0.17, align 8");
        return d;
    }();
    return &description;
}
