/// sinew bench [NAME] [options]

#include "command.hpp"
#include "own_program.hpp"

namespace sinew::tools {

/// The options are those of sinew-bench, which also prints the help.
int bench_command(const Command& /*self*/, const Arguments& arguments) {
    return run_own_program("sinew-bench", arguments);
}

}  // namespace sinew::tools
