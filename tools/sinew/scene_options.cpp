#include "scene_options.hpp"

#include "set_option.hpp"

namespace sinew::tools {

namespace po = boost::program_options;

void add_set_option(Options& options) {
    options.add()("set", po::value<std::vector<std::string>>()->value_name("PATH=VALUE"),
                  set_meaning);
}

std::vector<Override> overrides_of(const Options& options) {
    return read_overrides(options.texts("set"));
}

}  // namespace sinew::tools
