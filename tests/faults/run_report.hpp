/// The report of a run that a test looks at.
#pragma once

#include <nlohmann/json.hpp>
#include <support/program.hpp>

namespace sinew::test {

/// Content of the run.json in out/.
inline nlohmann::json report_of(const WorkFolder& folder) {
    return nlohmann::json::parse(folder.read("out/run.json"));
}

}  // namespace sinew::test
