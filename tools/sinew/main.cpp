/// `sinew`: the command line.

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/version.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <string_view>

#include "command.hpp"
#include "library_environment.hpp"

namespace {

using namespace sinew;
using namespace sinew::tools;

void print_version() {
    std::cout << "sinew " << version << "\ncompiler: g++ " << __VERSION__ << "\n";
    for (const auto& [name, value] : library_environment())
        std::cout << name << ": " << value << "\n";
}

void print_help() {
    std::cout
        << "Sinew is a finite-element simulator of hyperelastic soft bodies with rigs, contact "
           "and model reduction.\n\n";
    for (const Command& command : commands())
        std::cout << fmt::format("  sinew {:<10} {:<27} {}\n", command.name, command.usage,
                                 command.summary);
    std::cout << "\n`sinew COMMAND --help` lists a command's options; `sinew --version` says what "
                 "runs.\n"
                 "Exit codes: 0 done, 1 the computation failed, 2 the input is wrong, 3 a file met "
                 "the limit on its size, 4 standard output was closed, 130 stopped by a signal, "
                 "128 and the signal's number after a crash.\n";
}

/// The message for a stack of a few pages, in which nothing could say it any more.
bool has_enough_stack() {
    constexpr rlim_t least = 512 << 10;
    rlimit limit{};
    if (::getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= least) return true;
    constexpr std::string_view text =
        "error: the stack may have less than 512 kB, which is too little for Sinew\n"
        "  remedy: raise its limit: ulimit -s 8192\n";
    [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text.data(), text.size());
    return false;
}

const Command& find_command(const std::string& name) {
    const auto found = std::find_if(commands().begin(), commands().end(),
                                    [&](const Command& command) { return name == command.name; });
    if (found != commands().end()) return *found;
    std::vector<std::string> names{"help"};
    for (const Command& command : commands()) names.push_back(command.name);
    throw UsageError(fmt::format("there is no command '{}'; {}", name, suggestion(name, names)));
}

int run(const Arguments& words) {
    if (words.empty() || words[0] == "help" || words[0] == "--help" || words[0] == "-h") {
        if (words.size() > 1) return find_command(words[1]).run(find_command(words[1]), {"--help"});
        print_help();
        return 0;
    }
    if (words[0] == "--version" || words[0] == "version") {
        print_version();
        return 0;
    }
    const Command& command = find_command(words[0]);
    return command.run(command, Arguments(words.begin() + 1, words.end()));
}

}  // namespace

int main(int argc, char** argv) {
    if (!has_enough_stack()) return 1;
    set_out_of_memory_remedy(remedy_without_memory);
    const Arguments words(argv + 1, argv + argc);
    choose_library_environment(argv);
    return exit_code_of([&] { return run(words); });
}
