/// A benchmark is a folder tools/bench/NAME whose benchmark.cpp defines `NAME_benchmark()`; the
/// list of them is made from the folders by CMake.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report.hpp"
#include "settings.hpp"

namespace sinew::bench {

/// One table of a benchmark. `measure` runs in a process of its own, `n_processes` times one after
/// another (two-thread timings sometimes collapse for the life of a process, so that medians are
/// taken over processes too); `write` then makes rows and entries of what all of them gave.
struct Table {
    const char* name;   ///< for --only
    const char* title;  ///< of its section
    int n_processes;
    nlohmann::json (*measure)(const Settings& settings);
    void (*write)(const std::vector<nlohmann::json>& runs, const Settings& settings,
                  Report& report);
};

struct Benchmark {
    std::string name, summary;
    std::vector<Table> tables;
};

/// All benchmarks, by name.
std::vector<Benchmark> benchmarks();

}  // namespace sinew::bench
