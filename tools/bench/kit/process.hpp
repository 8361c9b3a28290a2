/// Other programs, run and measured.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sinew::bench {

struct Finished {
    int code = -1;           ///< 128 + n if signal n ended it
    double seconds = 0;      ///< from the fork to the end
    double cpu_seconds = 0;  ///< of all its threads
    double peak_bytes = 0;   ///< largest resident set
    std::string output;      ///< standard output and standard error
};

/// Runs a program in a folder ("" is ours) and waits. Throws ComputationError if it cannot be
/// started.
Finished run_program(const std::vector<std::string>& words,
                     const std::map<std::string, std::string>& environment = {},
                     const std::filesystem::path& folder = {});

/// Path of a program on PATH, or "".
std::filesystem::path find_program(const std::string& name);

/// libexec/sinew of this build or installation.
std::filesystem::path own_folder();

}  // namespace sinew::bench
