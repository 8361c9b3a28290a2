#include "series_list.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <system_error>

namespace sinew::results {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(const fs::path& series, const std::string& message,
                       const std::string& remedy) {
    throw InputError(
        Diagnostic::error(fmt::format("{} {}", series.string(), message)).remedy(remedy));
}

constexpr const char* whole =
    "is the file whole? A run writes one for each part with outputs: [{type: vtu, series: true}]";

/// The list without what is nested deeper than the entries of one are, to which copying and
/// printing would descend.
nlohmann::json parsed(const fs::path& series) {
    constexpr int deepest = 4;
    std::ifstream stream(series);
    return nlohmann::json::parse(
        stream, [](int depth, auto, const nlohmann::json&) { return depth <= deepest; }, false);
}

}  // namespace

Collection read_series(const fs::path& series) {
    const nlohmann::json list = parsed(series);
    const auto files = list.is_object() ? list.find("files") : list.end();
    if (files == list.end() || !files->is_array())
        fail(series, "is no list of files and times (.series)", whole);
    Collection collection{series, {{series.stem().stem().string(), {}}}, {}};
    for (const nlohmann::json& entry : *files) {
        const auto name = entry.is_object() ? entry.find("name") : entry.end();
        const auto time = entry.is_object() ? entry.find("time") : entry.end();
        if (name == entry.end() || !name->is_string() || time == entry.end() || !time->is_number())
            fail(series,
                 fmt::format("has an entry without a name and a time: {}", quote(entry.dump())),
                 whole);
        const fs::path file = series.parent_path() / name->get<std::string>();
        std::error_code unknown;  // a name that is too long
        if (!fs::exists(file, unknown))
            fail(series, fmt::format("lists {}, which is not there", file.string()),
                 "keep the files of a run together, or run the scene again");
        collection.parts.front().files[time->get<double>()] = file;
    }
    if (collection.parts.front().files.empty())
        fail(series, "lists no files yet", "look again once the run has written its first frame");
    for (const auto& [time, file] : collection.parts.front().files)
        collection.times.push_back(time);
    return collection;
}

}  // namespace sinew::results
