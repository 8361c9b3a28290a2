#include "own_program.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <system_error>

namespace sinew::tools {

int run_own_program(const std::string& name, const Arguments& words) {
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    const std::filesystem::path program =
        self.parent_path().parent_path() / "libexec" / "sinew" / name;
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    std::cout.flush();
    ::execv(program.c_str(), argv.data());
    throw ComputationError(fmt::format("cannot start {}: {}", program.string(),
                                       std::generic_category().message(errno)),
                           fmt::format("build the target {}, or install Sinew anew", name));
}

}  // namespace sinew::tools
