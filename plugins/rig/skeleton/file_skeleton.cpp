#include "file_skeleton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/mesh/length_unit.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>

#include "anim_reader.hpp"
#include "bvh_reader.hpp"
#include "tgf_reader.hpp"

namespace sinew {
namespace {

std::string ending_of(const Path& path) {
    std::string ending = path.absolute.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return ending;
}

SkeletonFile read_bvh_file(const Path& path) {
    std::ifstream in = open_file(path);
    return read_bvh(in, path.written);
}

std::vector<std::string> names_of(const std::vector<Joint>& joints) {
    std::vector<std::string> names;
    for (const Joint& joint : joints) names.push_back(joint.name);
    return names;
}

std::string parent_name(const std::vector<Joint>& joints, const Joint& joint) {
    return joint.parent < 0 ? "" : joints[std::size_t(joint.parent)].name;
}

Eigen::Vector3d offset_of(const std::vector<Joint>& joints, const Joint& joint) {
    if (joint.parent < 0) return Eigen::Vector3d::Zero();
    return joint.rest.translation() - joints[std::size_t(joint.parent)].rest.translation();
}

/// The clip of another skeleton file with the same tree.
Clip clip_of_other(const SkeletonFile& skeleton, const SkeletonFileParams& params,
                   BuildContext& context) {
    SkeletonFile other = read_bvh_file(params.motion);
    const std::vector<std::string> names = names_of(other.joints);
    Clip clip(skeleton.joints.size());
    double size = 0, difference = 0;
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
        const Joint& joint = skeleton.joints[j];
        const auto found = std::find(names.begin(), names.end(), joint.name);
        if (found == names.end())
            context.fail(params.motion.mark,
                         fmt::format("{} has no joint '{}', which {} has", params.motion.written,
                                     joint.name, params.file.written),
                         suggestion(joint.name, names));
        const std::size_t k = std::size_t(found - names.begin());
        const std::string parent = parent_name(skeleton.joints, joint);
        const std::string parent_there = parent_name(other.joints, other.joints[k]);
        if (parent != parent_there)
            context.fail(
                params.motion.mark,
                fmt::format("joint '{}' stands on '{}' in {}, on '{}' in {}", joint.name,
                            parent_there, params.motion.written, parent, params.file.written),
                "a motion fits a skeleton with the same tree");
        clip.turns[j] = std::move(other.clip.turns[k]);
        clip.moves[j] = std::move(other.clip.moves[k]);
        const Eigen::Vector3d offset = offset_of(skeleton.joints, joint);
        size = std::max(size, offset.norm());
        difference =
            std::max(difference, (offset - offset_of(other.joints, other.joints[k])).norm());
    }
    if (other.joints.size() != skeleton.joints.size())
        context.fail(params.motion.mark,
                     fmt::format("{} has {} joints, {} has {}", params.motion.written,
                                 other.joints.size(), params.file.written, skeleton.joints.size()),
                     "a motion fits a skeleton with the same joints");
    if (difference > 1e-3 * size)
        context.warn(fmt::format("the bones of {} are not those of {} at rest",
                                 params.motion.written, params.file.written),
                     "its turns are taken as they are, its moves beside its own rest");
    return clip;
}

SkeletonFile read_bvh_and_motion(const SkeletonFileParams& params, BuildContext& context) {
    if (params.rate != SkeletonFileParams::default_rate)
        context.fail(context.at("rate"), "a .bvh file says itself how long its frames last",
                     "leave rate out; speed plays the clip faster or slower");
    SkeletonFile file = read_bvh_file(params.file);
    if (params.motion.empty()) return file;
    if (ending_of(params.motion) != ".bvh")
        context.fail(params.motion.mark,
                     fmt::format("'{}' is no motion of a .bvh file", params.motion.written),
                     "give another .bvh file with joints of the same names, or none");
    file.clip = clip_of_other(file, params, context);
    return file;
}

SkeletonFile read_tgf_and_motion(const SkeletonFileParams& params, BuildContext& context) {
    std::ifstream in = open_file(params.file);
    const TgfHandles handles = read_tgf(in, params.file.written);
    if (params.motion.empty())
        return {handles.joints, Clip(handles.joints.size()), handles.warnings};
    if (ending_of(params.motion) == ".bvh")
        context.fail(params.motion.mark,
                     fmt::format("'{}' is no motion of a .tgf file", params.motion.written),
                     "give the *_anim.txt that belongs to it, or none");
    if (handles.n_bones > 0 && handles.n_points > 0)
        context.fail(
            params.motion.mark,
            fmt::format("{} has {} bones and {} points, and a motion is of one or the other",
                        params.file.written, handles.n_bones, handles.n_points),
            "leave the motion out, or take the points out of the file");
    std::ifstream motion = open_file(params.motion);
    return read_anim(motion, params.motion.written, handles, params.rate);
}

void scale(SkeletonFile& file, double factor) {
    for (Joint& joint : file.joints) {
        joint.rest.translation() *= factor;
        for (BoneSegment& segment : joint.segments) {
            segment.head *= factor;
            segment.tail *= factor;
        }
    }
    for (MoveTrack& track : file.clip.moves)
        for (Eigen::Vector3d& move : track.values) move *= factor;
}

void set_radii(std::vector<Joint>& joints, const SkeletonFileParams& params,
               const BuildContext& context) {
    const std::vector<std::string> names = names_of(joints);
    std::vector<char> is_set(joints.size(), 0);
    for (Joint& joint : joints) joint.radius = params.radius;
    for (const BoneRadius& one : params.radii) {
        const auto found = std::find(names.begin(), names.end(), one.bone);
        if (found == names.end())
            context.fail(context.at("radii"),
                         fmt::format("{} has no bone '{}'", params.file.written, one.bone),
                         suggestion(one.bone, names));
        const std::size_t j = std::size_t(found - names.begin());
        if (is_set[j])
            context.fail(context.at("radii"), fmt::format("bone '{}' has two radii", one.bone),
                         "name it once");
        is_set[j] = 1;
        joints[j].radius = one.radius;
    }
}

}  // namespace

SkeletonFile read_skeleton(const SkeletonFileParams& params, BuildContext& context) {
    const std::string ending = ending_of(params.file);
    if (ending != ".bvh" && ending != ".tgf")
        context.fail(params.file.mark,
                     fmt::format("rig/skeleton does not read '{}'", params.file.written),
                     "it reads .bvh and .tgf files: convert it to one of these");
    SkeletonFile file = ending == ".bvh" ? read_bvh_and_motion(params, context)
                                         : read_tgf_and_motion(params, context);
    for (const std::string& warning : file.warnings) context.warn(warning);
    scale(file, params.scale * in_metres(params.unit));
    set_radii(file.joints, params, context);
    return file;
}

void require_no_file(const SkeletonFileParams& params, const BuildContext& context) {
    std::vector<std::string> set;
    if (!params.motion.empty()) set.push_back("motion");
    if (params.unit != LengthUnit::m) set.push_back("unit");
    if (params.scale != 1) set.push_back("scale");
    if (params.rate != SkeletonFileParams::default_rate) set.push_back("rate");
    if (params.radius != 0) set.push_back("radius");
    if (!params.radii.empty()) set.push_back("radii");
    if (set.empty()) return;
    context.fail(context.at(set.front()), fmt::format("{} without a file", fmt::join(set, ", ")),
                 "give file: as well, or say it of each of the joints");
}

}  // namespace sinew
