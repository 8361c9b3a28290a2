/// Options of `sinew bench` that concern measuring.
#pragma once

#include <filesystem>

namespace sinew::bench {

struct Settings {
    int threads = 2;
    bool quick = false;             ///< small sizes: to see that everything works, not how fast
    std::filesystem::path sinew;    ///< the command line, for what is measured by whole runs
    std::filesystem::path scratch;  ///< a folder for scenes and results of such runs
    /// A folder for what such runs compute ahead, of all tables of one benchmark; empty at first.
    std::filesystem::path cache;
};

}  // namespace sinew::bench
