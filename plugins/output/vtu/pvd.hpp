/// The one .pvd of a run: which file shows which part at which time.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/observer.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sinew {
class ObstacleSurface;
}

namespace sinew::vtu {

/// Shared by all vtu outputs of a scene. Every part (a body, its surface that is carried along) has
/// a number, in the order in which parts are added.
class PvdCollection {
public:
    /// Before the run begins: the number of a new part, named in ParaView's list.
    int add_part(const std::string& name);

    /// True for the first output that asks: it shows the obstacle, as a part of its own.
    bool claim(const ObstacleSurface& obstacle) { return obstacles_.insert(&obstacle).second; }
    /// Number of obstacles that all outputs together show.
    std::size_t n_obstacles() const { return obstacles_.size(); }

    /// Each output calls it; the first call matters. If the folder has the .pvd of an earlier run,
    /// a continued run keeps its entries up to the clock's time, and any other removes the files
    /// that it lists.
    void begin(const RunInfo& run, const Clock& clock);

    /// Adds files that are there already, and rewrites the .pvd whole.
    void add(double time, const std::vector<std::pair<int, std::string>>& files_of_parts);

    const std::filesystem::path& file() const { return file_; }

private:
    void keep_earlier(double until);
    void write() const;

    std::filesystem::path file_;
    std::vector<std::string> parts_;
    std::set<const ObstacleSurface*> obstacles_;
    std::map<std::pair<double, int>, std::string> files_;  ///< by time and part
};

}  // namespace sinew::vtu
