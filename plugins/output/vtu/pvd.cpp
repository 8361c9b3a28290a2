#include "pvd.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sinew/kernel/run/atomic_file.hpp>

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
    int part = 0;
    std::string file;
};

/// Entries of the existing .pvd; none if there is no such file.
std::vector<Entry> entries_of(const fs::path& file) {
    std::vector<Entry> entries;
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (line.find("<DataSet ") != std::string::npos)
            entries.push_back({std::strtod(attribute(line, "timestep").c_str(), nullptr),
                               std::atoi(attribute(line, "part").c_str()),
                               plain(attribute(line, "file"))});
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

void PvdCollection::begin(const RunInfo& run, const Clock& clock) {
    if (!file_.empty()) return;
    file_ = run.folder / (run.scene_name + ".pvd");
    std::vector<Entry> old;
    if (run.continued)
        keep_earlier(clock.time() + 0.5 * clock.step);  // half a step: times are multiples of it
    else
        old = entries_of(file_);
    write();
    // Only now: whoever kills the run here leaves no .pvd that lists files which are gone.
    for (const Entry& entry : old) remove_frame(run.folder, entry.file);
}

void PvdCollection::add(double time,
                        const std::vector<std::pair<int, std::string>>& files_of_parts) {
    for (const auto& [part, file] : files_of_parts) files_[{time, part}] = file;
    write();
}

void PvdCollection::keep_earlier(double until) {
    for (const Entry& entry : entries_of(file_))
        if (entry.time <= until && fs::exists(file_.parent_path() / entry.file))
            files_[{entry.time, entry.part}] = entry.file;
}

void PvdCollection::write() const {
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    fmt::format_to(out,
                   "<?xml version=\"1.0\"?>\n"
                   "<VTKFile type=\"Collection\" version=\"0.1\" "
                   "byte_order=\"LittleEndian\">\n  <Collection>\n");
    for (const auto& [key, file] : files_) {
        const auto& [time, part] = key;
        const auto index = static_cast<std::size_t>(part);
        const std::string name = index < parts_.size() ? parts_[index] : "";
        fmt::format_to(
            out, "    <DataSet timestep=\"{}\" group=\"\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n",
            time, part, escaped(name), escaped(file));
    }
    fmt::format_to(out, "  </Collection>\n</VTKFile>\n");
    write_file_whole(file_, {text.data(), text.size()});
}

}  // namespace sinew::vtu
