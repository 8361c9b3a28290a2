/// sinew schema

#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/schema.hpp>
#include <sinew/kernel/library/trial.hpp>

#include "scene_options.hpp"

namespace sinew::tools {

int schema_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    if (!options.parse(arguments)) return 0;
    try_libraries_apart();
    PluginRegistry plugins;
    std::cout << scene_schema(plugins, mechanics_slots()).dump(2) << "\n";
    return 0;
}

}  // namespace sinew::tools
