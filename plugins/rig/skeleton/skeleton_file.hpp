/// Content of a skeleton's file.
#pragma once

#include <sinew/mechanics/rig/clip.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Lengths are in the file's own unit; radii are not in files.
struct SkeletonFile {
    std::vector<Joint> joints;  ///< parents before their children, each with a segment or more
    Clip clip;                  ///< of these joints
    std::vector<std::string> warnings;
};

}  // namespace sinew
