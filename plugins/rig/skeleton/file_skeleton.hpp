/// A skeleton and its clip as files hold them, and a scene asks for them.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/mesh/mesh_source.hpp>

#include "skeleton_file.hpp"

namespace sinew {

struct BoneRadius {
    std::string bone;
    double radius = 0;

    static constexpr auto fields = std::tuple{
        field("bone", &BoneRadius::bone, "Its name, as the file has it").required(),
        field("radius", &BoneRadius::radius, unit::m, non_negative, "Of this bone").required(),
    };
};

struct SkeletonFileParams {
    static constexpr double default_rate = 30;

    Path file, motion;
    LengthUnit unit = LengthUnit::m;
    double scale = 1;
    double rate = default_rate;
    double radius = 0;
    std::vector<BoneRadius> radii;

    static constexpr auto fields = std::tuple{
        field(
            "file", &SkeletonFileParams::file,
            "A .bvh or .tgf file with the joints and their bones, instead of `joints`; bones of a "
            ".tgf are named after their vertices, 3-4, and its points 3"),
        field("motion", &SkeletonFileParams::motion,
              "Of a .tgf file, its *_anim.txt; of a .bvh file, which brings its own, another .bvh "
              "file with joints of the same names; at rest if a .tgf has none"),
        field("unit", &SkeletonFileParams::unit,
              "Length unit that the numbers of the files are in"),
        field("scale", &SkeletonFileParams::scale, positive, "Factor on all lengths of the files"),
        field("rate", &SkeletonFileParams::rate, unit::Hz, positive,
              "Frames a second of an *_anim.txt file, which does not say; a .bvh file does"),
        field("radius", &SkeletonFileParams::radius, unit::m, non_negative,
              "Of what constraint/attach fastens to each bone of the file"),
        field("radii", &SkeletonFileParams::radii, "Of single bones, where it is another"),
    };
};

/// In metres, with radii. Throws InputError; says the files' warnings.
SkeletonFile read_skeleton(const SkeletonFileParams& params, BuildContext& context);

/// Throws InputError if anything is set: there is no file that it could be of.
void require_no_file(const SkeletonFileParams& params, const BuildContext& context);

}  // namespace sinew
