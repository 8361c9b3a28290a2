#include "scene_options.hpp"

#include <fmt/format.h>

namespace sinew::tools {

namespace po = boost::program_options;

void add_set_option(Options& options) {
    options.add()("set", po::value<std::vector<std::string>>()->value_name("PATH=VALUE"),
                  "change a value of the scene: --set let.E=2MPa --set time.end=1s");
}

std::vector<Override> overrides_of(const Options& options) {
    std::vector<Override> overrides;
    for (const std::string& text : options.texts("set")) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw UsageError(fmt::format(
                "--set takes PATH=VALUE, not '{}'; for example --set time.end=1s", text));
        overrides.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return overrides;
}

}  // namespace sinew::tools
