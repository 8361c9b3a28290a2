#include "pvd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace sinew::vtu {

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

/// One line of a .pvd.
struct Entry {
    double time = 0;
    std::string part, file;  ///< the part's name
};

/// Entries of the existing .pvd; none if there is no such file.
std::vector<Entry> entries_of(const fs::path& file) {
    std::vector<Entry> entries;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (line.find("<DataSet ") != std::string::npos)
            entries.push_back({std::strtod(attribute(line, "timestep").c_str(), nullptr),
                               plain(attribute(line, "name")), plain(attribute(line, "file"))});
    return entries;
}

/// Removes a frame of an earlier run; what lies outside the folder, or is of another sort, stays.
void remove_frame(const fs::path& folder, const std::string& name) {
    const fs::path file = name;
    const bool is_frame = file.extension() == ".vtu" || file.extension() == ".vtp";
    std::error_code gone_already;
    if (is_frame && file == file.filename() && fs::is_regular_file(folder / file, gone_already))
        fs::remove(folder / file, gone_already);
}

}  // namespace

int PvdCollection::add_part(const std::string& name) {
    parts_.push_back(name);
    return static_cast<int>(parts_.size()) - 1;
}

void PvdCollection::begin(const RunInfo& run, std::span<const int> parts) {
    path_ = run.folder / (run.scene_name + ".pvd");
    is_continued_ = run.continued;
    for (const int part : parts) kept_until_[part] = run.kept_until;
}

void PvdCollection::open() {
    if (is_open_) return;
    is_open_ = true;
    std::vector<std::string> gone;
    const std::vector<std::string> kept = kept_records(gone);
    file_.open(path_,
               "<?xml version=\"1.0\"?>\n"
               "<VTKFile type=\"Collection\" version=\"0.1\" "
               "byte_order=\"LittleEndian\">\n  <Collection>\n",
               "  </Collection>\n</VTKFile>\n", kept);
    // Only now: whoever kills the run here leaves no .pvd that lists files which are gone.
    for (const std::string& file : gone) remove_frame(path_.parent_path(), file);
}

std::vector<std::string> PvdCollection::kept_records(std::vector<std::string>& gone) const {
    std::vector<std::string> kept;
    for (const Entry& entry : entries_of(path_)) {
        const auto found = std::find(parts_.begin(), parts_.end(), entry.part);
        const int part = static_cast<int>(found - parts_.begin());
        if (!is_continued_) {
            gone.push_back(entry.file);
        } else if (const auto until = kept_until_.find(part); until != kept_until_.end()) {
            if (entry.time > until->second)
                gone.push_back(entry.file);
            else if (fs::exists(path_.parent_path() / entry.file))
                kept.push_back(record(entry.time, part, entry.file));
        }
    }
    return kept;
}

void PvdCollection::add(double time,
                        const std::vector<std::pair<int, std::string>>& files_of_parts) {
    for (const auto& [part, file] : files_of_parts) file_.add(record(time, part, file));
}

std::string PvdCollection::record(double time, int part, const std::string& file) const {
    return fmt::format(
        "    <DataSet timestep=\"{}\" group=\"\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", time,
        part, escaped(parts_[static_cast<std::size_t>(part)]), escaped(file));
}

}  // namespace sinew::vtu
