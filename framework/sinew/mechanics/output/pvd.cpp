#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sinew/mechanics/output/pvd.hpp>

namespace sinew::output {

namespace fs = std::filesystem;

namespace {

std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '"')
            out += "&quot;";
        else
            out += c;
    }
    return out;
}

std::string plain(std::string text) {
    for (const auto& [code, character] :
         {std::pair{"&quot;", "\""}, std::pair{"&lt;", "<"}, std::pair{"&amp;", "&"}})
        for (std::size_t at; (at = text.find(code)) != std::string::npos;)
            text.replace(at, std::string(code).size(), character);
    return text;
}

/// The value of an attribute in a line that `write` made.
std::string attribute(const std::string& line, const std::string& name) {
    const std::string key = " " + name + "=\"";
    const std::size_t start = line.find(key);
    if (start == std::string::npos) return "";
    const std::size_t first = start + key.size();
    return line.substr(first, line.find('"', first) - first);
}

/// Removes a frame of an earlier run; what lies outside the folder, or is of another sort, stays.
void remove_frame(const fs::path& folder, const std::string& name) {
    const fs::path file = name;
    const bool is_frame =
        file.extension() == ".vtu" || file.extension() == ".vtp" || file.extension() == ".vti";
    std::error_code gone_already;
    if (is_frame && file == file.filename() && fs::is_regular_file(folder / file, gone_already))
        fs::remove(folder / file, gone_already);
}

}  // namespace

int PvdCollection::add_part(const std::string& name) {
    parts_.push_back(name);
    return static_cast<int>(parts_.size()) - 1;
}

void PvdCollection::begin(const RunInfo& run, std::span<const int> parts, bool with_series) {
    path_ = run.folder / (run.scene_name + ".pvd");
    scene_name_ = run.scene_name;
    is_continued_ = run.continued;
    for (const int part : parts) kept_until_[part] = run.kept_until;
    if (with_series) with_series_.insert(parts.begin(), parts.end());
}

void PvdCollection::open() {
    if (is_open_) return;
    is_open_ = true;
    const std::vector<Entry> before = entries_of(path_);
    std::vector<std::string> gone, records;
    const std::vector<Entry> kept = kept_of(before, gone);
    for (const Entry& entry : kept)
        records.push_back(record(entry.time, number_of(entry.part), entry.file));
    file_.open(path_,
               "<?xml version=\"1.0\"?>\n"
               "<VTKFile type=\"Collection\" version=\"0.1\" "
               "byte_order=\"LittleEndian\">\n  <Collection>\n",
               "  </Collection>\n</VTKFile>\n", records);
    open_series(before, kept);
    // Only now: whoever kills the run here leaves no list of files which are gone.
    for (const std::string& file : gone) remove_frame(path_.parent_path(), file);
}

std::vector<PvdCollection::Entry> PvdCollection::entries_of(const fs::path& pvd) {
    std::vector<Entry> entries;
    std::ifstream stream(pvd);
    for (std::string line; std::getline(stream, line);)
        if (line.find("<DataSet ") != std::string::npos)
            entries.push_back({std::strtod(attribute(line, "timestep").c_str(), nullptr),
                               plain(attribute(line, "name")), plain(attribute(line, "file"))});
    return entries;
}

int PvdCollection::number_of(const std::string& part) const {
    return static_cast<int>(std::find(parts_.begin(), parts_.end(), part) - parts_.begin());
}

std::vector<PvdCollection::Entry> PvdCollection::kept_of(const std::vector<Entry>& entries,
                                                         std::vector<std::string>& gone) const {
    std::vector<Entry> kept;
    for (const Entry& entry : entries) {
        if (!is_continued_) {
            gone.push_back(entry.file);
        } else if (const auto until = kept_until_.find(number_of(entry.part));
                   until != kept_until_.end()) {
            if (entry.time > until->second)
                gone.push_back(entry.file);
            else if (fs::exists(path_.parent_path() / entry.file))
                kept.push_back(entry);
        }
    }
    return kept;
}

void PvdCollection::open_series(const std::vector<Entry>& before, const std::vector<Entry>& kept) {
    std::map<int, std::vector<TimedFile>> files;
    for (const Entry& entry : kept)
        if (const int part = number_of(entry.part); with_series_.contains(part))
            files[part].push_back({entry.time, entry.file});
    std::set<fs::path> stale;
    for (const Entry& entry : before) stale.insert(series_path(entry.part, entry.file));
    for (const auto& [part, listed] : files) {
        const fs::path path =
            series_path(parts_[static_cast<std::size_t>(part)], listed.front().name);
        series_[part] = std::make_unique<SeriesFile>(path, listed);
        stale.erase(path);
    }
    std::error_code gone_already;
    for (const fs::path& path : stale)
        if (path.parent_path() == path_.parent_path()) fs::remove(path, gone_already);
}

fs::path PvdCollection::series_path(const std::string& part, const std::string& file) const {
    return path_.parent_path() /
           (scene_name_ + "-" + part + fs::path(file).extension().string() + ".series");
}

void PvdCollection::add(double time,
                        const std::vector<std::pair<int, std::string>>& files_of_parts) {
    for (const auto& [part, file] : files_of_parts) {
        file_.add(record(time, part, file));
        if (!with_series_.contains(part)) continue;
        std::unique_ptr<SeriesFile>& series = series_[part];
        if (!series)
            series = std::make_unique<SeriesFile>(
                series_path(parts_[static_cast<std::size_t>(part)], file),
                std::span<const TimedFile>{});
        series->add({time, file});
    }
}

std::string PvdCollection::record(double time, int part, const std::string& file) const {
    return fmt::format(
        "    <DataSet timestep=\"{}\" group=\"\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", time,
        part, escaped(parts_[static_cast<std::size_t>(part)]), escaped(file));
}

}  // namespace sinew::output
