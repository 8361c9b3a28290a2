/// Runs of scenes with one rigged body, as shipped or changed, and its secondary motion.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "kit/sinew_run.hpp"

namespace sinew::bench {

/// The paper's characters, each scenes/pose_space/NAME.yaml.
inline constexpr std::array characters{"arm", "x_shape", "bear", "gorilla"};

/// A scene of one body.
class CharacterScene {
public:
    /// `path`: in the folder of scenes; its only node is named by the file, and every slot of it
    /// stands on lines of its own. Outputs but for probes are left out.
    explicit CharacterScene(const std::string& path);

    /// Without lines that begin with `key` in the given indentation, and what is indented deeper
    /// below them. Throws ComputationError if there is no such line.
    CharacterScene without(const std::string& key, std::size_t indent) const;
    CharacterScene in_full_space() const { return without("reduction:", 4); }
    /// Internal forces by all elements, inertia by all nodes.
    CharacterScene with_all_elements() const {
        return without("forces:", 6).without("inertia:", 6);
    }
    /// With a text in the place of another, wherever that stands.
    CharacterScene replaced(const std::string& from, const std::string& to) const;

    const std::string& text() const { return text_; }
    const std::string& node() const { return node_; }

private:
    std::string text_, node_;
};

/// Numbers of a probe at each step: columns beside the time.
struct CharacterRun {
    std::vector<std::vector<double>> rows;
    double step = 0;        ///< mean wall time of the solver's steps [s]
    double build = 0;       ///< wall time until they begin [s]
    nlohmann::json counts;  ///< tets, vectors; of cubatures also their elements and nodes
    nlohmann::json solver;  ///< its part of run.json

    /// The part of it that the body's reduction has.
    const nlohmann::json& reduction() const { return solver.at("bodies").at(0).at("reduction"); }
    /// The mean time of forces with their stiffness in an iteration [s].
    double assembly() const;
};

/// Runs it with its probe, in a folder of that name in the scratch folder.
CharacterRun run_character(const Settings& settings, const std::string& name,
                           const CharacterScene& scene);

/// The largest distance of a probed point from where it is in `reference`, over the largest of its
/// secondary motion there. Every three columns are one point's.
double largest_error(const CharacterRun& run, const CharacterRun& reference);
double largest_motion(const CharacterRun& run);  ///< [m]
/// The rows from one step to another alone; the first one is the start.
CharacterRun steps_of(const CharacterRun& run, std::size_t from, std::size_t to);

}  // namespace sinew::bench
