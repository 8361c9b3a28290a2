#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/mechanics/output/series_file.hpp>
#include <vector>

namespace sinew::output {

SeriesFile::SeriesFile(const std::filesystem::path& file, std::span<const TimedFile> files) {
    std::vector<std::string> records;
    for (const TimedFile& one : files) records.push_back(next_record(one));
    file_.open(file, "{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n", "\n  ]\n}\n",
               records);
}

void SeriesFile::add(const TimedFile& file) {
    file_.add(next_record(file));
}

std::string SeriesFile::next_record(const TimedFile& file) {
    const char* comma = is_empty_ ? "" : ",\n";
    is_empty_ = false;
    return fmt::format("{}    {{\"name\": {}, \"time\": {}}}", comma,
                       nlohmann::json(file.name).dump(), file.time);
}

}  // namespace sinew::output
