/// sinew view SCENE [options], sinew sketch SCENE [options]

#include "command.hpp"
#include "own_program.hpp"

namespace sinew::tools {

namespace {

/// The options are those of sinew-view, which also prints the help.
int run_view(const char* name, const Arguments& arguments) {
    Arguments words{name};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_own_program("sinew-view", words);
}

}  // namespace

int view_command(const Command& /*self*/, const Arguments& arguments) {
    return run_view("view", arguments);
}

int sketch_command(const Command& /*self*/, const Arguments& arguments) {
    return run_view("sketch", arguments);
}

}  // namespace sinew::tools
