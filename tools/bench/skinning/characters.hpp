/// The three characters of Song et al. 2023, table 1, as the scenes of scenes/skinning have them.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace sinew::bench {

struct Character {
    const char *name, *label;
    int vertices, tetrahedra;  ///< of the paper's mesh
    double frames_per_second;  ///< of the paper
};
inline constexpr std::array characters{Character{"flour_sack", "flour sack", 2733, 11193, 1.713},
                                       Character{"human", "human", 5922, 21155, 1.078},
                                       Character{"turtle", "turtle", 4371, 16728, 1.295}};

/// A scene of scenes/skinning, as a PosedBody takes it.
struct SkinningScene {
    std::string slots;  ///< those of the body that were asked for, in YAML
    double end, frame;  ///< of its clock [s]
};
/// Files that the slots name are found where the scene finds them. Throws ComputationError if there
/// is no such scene.
SkinningScene skinning_scene(const std::string& name, const std::vector<std::string>& slots);

}  // namespace sinew::bench
