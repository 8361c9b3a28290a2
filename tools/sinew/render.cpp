/// sinew render DIR [options]

#include "command.hpp"
#include "own_program.hpp"

namespace sinew::tools {

/// The options are those of sinew-results, which also prints the help.
int render_command(const Command& /*self*/, const Arguments& arguments) {
    Arguments words{"render"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_own_program("sinew-results", words);
}

}  // namespace sinew::tools
