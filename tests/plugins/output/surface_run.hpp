/// Runs whose moving surfaces are compared by a script that shares nothing with the writers.
#pragma once

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "plugins/output/output_run.hpp"

namespace sinew::testing {

/// True if same_surface.py finds the file (in `folder`) and the OBJ sequence of node `block` the
/// same.
inline bool is_same_surface(const OutputRun& run, const std::string& file,
                            const std::string& more = "", const std::string& folder = "out") {
    const std::string command = "/usr/bin/python3 " SINEW_SOURCE_DIR
                                "/tests/plugins/output/same_surface.py '" +
                                (run / (folder + "/" + file)).string() + "' '" +
                                (run / (folder + "/fall-block_")).string() + "' " + more;
    return std::system(command.c_str()) == 0;
}

/// The run's scene with the first of these words replaced.
inline void change(const OutputRun& run, const std::string& words, const std::string& others) {
    std::string text = run.bytes("fall.yaml");
    text.replace(text.find(words), words.size(), others);
    std::ofstream(run / "fall.yaml") << text;
}

/// The entry of run.json for the output of that type.
inline nlohmann::json report_of(const OutputRun& run, const std::string& key,
                                const std::string& folder = "out") {
    const nlohmann::json json = nlohmann::json::parse(run.bytes(folder + "/run.json"));
    for (const auto& output : json["outputs"])
        if (output.contains(key)) return output;
    return {};
}

}  // namespace sinew::testing
