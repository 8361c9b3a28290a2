/// A skeleton and its clip as files hold them, and a scene asks for them.
#pragma once

#include <memory>
#include <sinew/gltf/gltf_file.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>

#include "skeleton_file.hpp"
#include "tgf_reader.hpp"

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
    std::string skin;
    LengthUnit unit = LengthUnit::m;
    double scale = 1;
    double rate = default_rate;
    double radius = 0;
    std::vector<BoneRadius> radii;

    static constexpr auto fields = std::tuple{
        field("file", &SkeletonFileParams::file,
              "A .gltf, .glb, .bvh or .tgf file with the joints and their bones, instead of "
              "`joints`; bones of a .tgf are named after their vertices, 3-4, and its points 3"),
        field(
            "motion", &SkeletonFileParams::motion,
            "Of a .tgf file, its *_anim.txt or a .dmat of libigl's with poses of its bones; of a "
            ".bvh or glTF file, which bring their own, another one with joints of the same names; "
            "at rest if a .tgf has none"),
        field("skin", &SkeletonFileParams::skin,
              "Whose joints are taken of a glTF file, by name or number; may be absent if there is "
              "one skin"),
        field("unit", &SkeletonFileParams::unit,
              "Length unit that the numbers of the files are in"),
        field("scale", &SkeletonFileParams::scale, positive, "Factor on all lengths of the files"),
        field("rate", &SkeletonFileParams::rate, unit::Hz, positive,
              "Frames a second of an *_anim.txt or .dmat file, which do not say; a .bvh file does"),
        field("radius", &SkeletonFileParams::radius, unit::m, non_negative,
              "Of what constraint/attach fastens to each bone of the file"),
        field("radii", &SkeletonFileParams::radii, "Of single bones, where it is another"),
    };
};

/// A file that clips are taken from.
class FileSkeleton {
public:
    /// Reads the skeleton in metres, with radii. Joints of a .tgf have the frames that `motion`
    /// says, if there is one. Throws InputError; says the file's warnings.
    FileSkeleton(const SkeletonFileParams& params, const Path& motion, BuildContext& context);

    const std::vector<Joint>& joints() const { return skeleton_.joints; }
    /// The clip of its own file, or of another one with the same joints; in metres. `name`: that of
    /// the animation of a glTF file, written at `where` in the scene; "" if there is one at most.
    Clip clip(const Path& motion, const std::string& name, const SourceMark& where,
              BuildContext& context) const;

private:
    SkeletonFile read_tgf_and_motion(const Path& motion, BuildContext& context) const;
    Clip in_its_unit(const Path& motion, const std::string& name, const SourceMark& where,
                     BuildContext& context) const;

    SkeletonFileParams params_;
    double to_metres_;
    SkeletonFile skeleton_;
    std::unique_ptr<TgfHandles> handles_;  ///< of a .tgf
    std::unique_ptr<gltf::File> gltf_;     ///< of a .gltf or .glb
    int skin_ = -1;
};

/// Throws InputError if anything is set: there is no file that it could be of; with `has_motion`
/// only what concerns no motion.
void require_no_file(const SkeletonFileParams& params, bool has_motion,
                     const BuildContext& context);

}  // namespace sinew
