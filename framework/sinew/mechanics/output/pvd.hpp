/// The one .pvd of a run: which file shows which part at which time.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <sinew/kernel/run/growing_file.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <sinew/mechanics/output/series_file.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace sinew {
class ObstacleSurface;
}

namespace sinew::output {

/// Shared by all outputs of a scene that write files for ParaView. Every part (a body, its surface
/// that is carried along) has a number, in the order in which parts are added. A part may have a
/// .series of its own beside, named as its files are without their numbers:
/// "SCENE-beam.vtu.series".
class PvdCollection {
public:
    /// Before the run begins: the number of a new part, named in ParaView's list.
    int add_part(const std::string& name);

    /// True for the first output that asks: it shows the obstacle, as a part of its own.
    bool claim(const ObstacleSurface& obstacle) { return obstacles_.insert(&obstacle).second; }
    /// Number of obstacles that all outputs together show.
    std::size_t n_obstacles() const { return obstacles_.size(); }

    /// Each output begins, with its parts; `with_series`: each has a .series, too. The lists are in
    /// UTF-8, as the scene's name and the names of parts must be.
    void begin(const RunInfo& run, std::span<const int> parts, bool with_series = false);

    /// Once all have begun, and before the first frame is written; each output calls it, and the
    /// first call matters. Of the .pvd that an earlier run left, a continued run keeps the entries
    /// of each part up to run.kept_until of its output. The files of entries past it, or of a run
    /// that is not continued, are removed. Every .series is written anew from what is kept, or
    /// goes.
    void open();

    /// Adds files that are there already.
    void add(double time, const std::vector<std::pair<int, std::string>>& files_of_parts);

    const std::filesystem::path& file() const { return path_; }

private:
    /// One line of the .pvd.
    struct Entry {
        double time = 0;
        std::string part, file;  ///< the part's name
    };
    static std::vector<Entry> entries_of(const std::filesystem::path& pvd);

    int number_of(const std::string& part) const;
    /// The entries that a continued run keeps, and the names of the others' files.
    std::vector<Entry> kept_of(const std::vector<Entry>& entries,
                               std::vector<std::string>& gone) const;
    /// `before`: what the .pvd listed, of which `kept` is left.
    void open_series(const std::vector<Entry>& before, const std::vector<Entry>& kept);
    std::filesystem::path series_path(const std::string& part, const std::string& file) const;
    std::string record(double time, int part, const std::string& file) const;

    std::filesystem::path path_;
    std::string scene_name_;
    GrowingFile file_;
    bool is_open_ = false, is_continued_ = false;
    std::vector<std::string> parts_;
    std::map<int, double> kept_until_;  ///< [s], of each part
    std::set<int> with_series_;
    std::map<int, std::unique_ptr<SeriesFile>> series_;  ///< of parts that have a file by now
    std::set<const ObstacleSurface*> obstacles_;
};

}  // namespace sinew::output
