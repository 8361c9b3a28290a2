#include "file_skeleton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sinew/gltf/skin_pose.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/mesh/length_unit.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <unordered_map>

#include "anim_reader.hpp"
#include "bvh_reader.hpp"
#include "gltf_skeleton.hpp"
#include "pose_reader.hpp"
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

/// The clip of another skeleton with the same tree.
Clip clip_of_other(const std::vector<Joint>& joints, SkeletonFile other, const Path& file,
                   const Path& motion, BuildContext& context) {
    const std::vector<std::string> names = names_of(other.joints);
    std::unordered_map<std::string_view, std::size_t> place;
    for (std::size_t k = 0; k < names.size(); ++k) place.emplace(names[k], k);
    Clip clip(joints.size());
    clip.name = other.clip.name;
    double size = 0, difference = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const Joint& joint = joints[j];
        const auto found = place.find(joint.name);
        if (found == place.end())
            context.fail(motion.mark,
                         fmt::format("{} has no joint '{}', which {} has", motion.written,
                                     joint.name, file.written),
                         suggestion(joint.name, names));
        const std::size_t k = found->second;
        const std::string parent = parent_name(joints, joint);
        const std::string parent_there = parent_name(other.joints, other.joints[k]);
        if (parent != parent_there)
            context.fail(motion.mark,
                         fmt::format("joint '{}' stands on '{}' in {}, on '{}' in {}", joint.name,
                                     parent_there, motion.written, parent, file.written),
                         "a motion fits a skeleton with the same tree");
        clip.turns[j] = std::move(other.clip.turns[k]);
        clip.moves[j] = std::move(other.clip.moves[k]);
        const Eigen::Vector3d offset = offset_of(joints, joint);
        size = std::max(size, offset.norm());
        difference =
            std::max(difference, (offset - offset_of(other.joints, other.joints[k])).norm());
    }
    if (other.joints.size() != joints.size())
        context.fail(motion.mark,
                     fmt::format("{} has {} joints, {} has {}", motion.written, other.joints.size(),
                                 file.written, joints.size()),
                     "a motion fits a skeleton with the same joints");
    if (difference > 1e-3 * size)
        context.warn(fmt::format("the bones of {} are not those of {} at rest", motion.written,
                                 file.written),
                     "its turns are taken as they are, its moves beside its own rest");
    return clip;
}

void scale_joints(std::vector<Joint>& joints, double factor) {
    for (Joint& joint : joints) {
        joint.rest.translation() *= factor;
        for (BoneSegment& segment : joint.segments) {
            segment.head *= factor;
            segment.tail *= factor;
        }
    }
}

void scale_moves(Clip& clip, double factor) {
    for (MoveTrack& track : clip.moves)
        for (auto* vectors : {&track.values, &track.arriving, &track.leaving})
            for (Eigen::Vector3d& move : *vectors) move *= factor;
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

/// Says that an animation has nothing for the joints: one of morph targets, say.
void warn_if_still(const gltf::File& file, int skin, int animation, BuildContext& context) {
    const std::vector<int>& joints = file.skins[std::size_t(skin)].joints;
    const gltf::Animation& one = file.animations[std::size_t(animation)];
    for (const gltf::Channel& channel : one.channels)
        if (std::find(joints.begin(), joints.end(), channel.node) != joints.end()) return;
    context.warn(
        fmt::format("animation '{}' of {} moves no joint of the skin", one.name, file.name),
        "morph targets are played by the visual's clip");
}

/// Files of frames may have none; the skeleton then stands still.
void warn_if_frameless(const Clip& clip, const Path& path, const BuildContext& context) {
    const auto is_empty = [](const auto& track) { return track.times.empty(); };
    if (!std::all_of(clip.turns.begin(), clip.turns.end(), is_empty) ||
        !std::all_of(clip.moves.begin(), clip.moves.end(), is_empty))
        return;
    context.warn(path.mark,
                 fmt::format("'{}' has no frames, and the skeleton stands at rest", path.written),
                 "export it with its motion, or give a file of frames: motion: ...");
}

[[noreturn]] void refuse_motion(const Path& file, const Path& motion, BuildContext& context) {
    const bool of_gltf = gltf::is_gltf(file);
    context.fail(
        motion.mark,
        fmt::format("'{}' is no motion of a {} file", motion.written, of_gltf ? "glTF" : ".bvh"),
        fmt::format("give another {} file with joints of the same names, or none",
                    of_gltf ? ".gltf or .glb" : ".bvh"));
}

}  // namespace

FileSkeleton::FileSkeleton(const SkeletonFileParams& params, const Path& motion,
                           BuildContext& context)
    : params_(params), to_metres_(params.scale * in_metres(params.unit)) {
    const std::string ending = ending_of(params.file);
    if (ending == ".bvh") {
        skeleton_ = read_bvh_file(params.file);
    } else if (ending == ".tgf") {
        std::ifstream in = open_file(params.file);
        handles_ = std::make_unique<TgfHandles>(read_tgf(in, params.file.written));
        skeleton_ = read_tgf_and_motion(motion, context);
    } else if (gltf::is_gltf(params.file)) {
        gltf_ = std::make_unique<gltf::File>(gltf::read(params.file));
        skin_ = gltf::choose_skin(*gltf_, params.skin,
                                  params.skin.empty() ? params.file.mark : context.at("skin"));
        skeleton_ = skeleton_of(*gltf_, skin_);
    } else {
        context.fail(params.file.mark,
                     fmt::format("rig/skeleton does not read '{}'", params.file.written),
                     "it reads .gltf, .glb, .bvh and .tgf files: convert it to one of these");
    }
    if (!handles_ && params.rate != SkeletonFileParams::default_rate)
        context.fail(context.at("rate"),
                     fmt::format("a {} file says itself how long its frames last", ending),
                     "leave rate out; speed plays the clip faster or slower");
    if (!gltf_ && !params.skin.empty())
        context.fail(context.at("skin"), fmt::format("a {} file has no skins", ending),
                     "leave skin out");
    for (const std::string& warning : skeleton_.warnings) context.warn(warning);
    scale_joints(skeleton_.joints, to_metres_);
    set_radii(skeleton_.joints, params, context);
}

SkeletonFile FileSkeleton::read_tgf_and_motion(const Path& motion, BuildContext& context) const {
    const TgfHandles& handles = *handles_;
    if (motion.empty()) return {handles.joints, Clip(handles.joints.size()), handles.warnings};
    if (ending_of(motion) == ".bvh" || gltf::is_gltf(motion))
        context.fail(motion.mark, fmt::format("'{}' is no motion of a .tgf file", motion.written),
                     "give the *_anim.txt or .dmat that belongs to it, or none");
    if (ending_of(motion) == ".dmat") {
        std::ifstream in = open_file(motion);
        return read_poses(in, motion, handles, params_.rate);
    }
    if (handles.n_bones > 0 && handles.n_points > 0)
        context.fail(
            motion.mark,
            fmt::format("{} has {} bones and {} points, and a motion is of one or the other",
                        params_.file.written, handles.n_bones, handles.n_points),
            "leave the motion out, take the points out of the file, or give a .dmat of both");
    std::ifstream in = open_file(motion);
    return read_anim(in, motion.written, handles, params_.rate);
}

Clip FileSkeleton::clip(const Path& motion, const std::string& name, const SourceMark& where,
                        BuildContext& context) const {
    if (!name.empty() && !gltf_)
        context.fail(where, fmt::format("{} has no named clips", params_.file.written),
                     "leave clip out: glTF files have them");
    Clip clip = in_its_unit(motion, name, where, context);
    scale_moves(clip, to_metres_);
    return clip;
}

Clip FileSkeleton::in_its_unit(const Path& motion, const std::string& name, const SourceMark& where,
                               BuildContext& context) const {
    if (handles_) {
        SkeletonFile file = read_tgf_and_motion(motion, context);
        for (std::size_t j = 0; j < file.joints.size() && !motion.empty(); ++j)
            if (!file.joints[j].rest.linear().isApprox(skeleton_.joints[j].rest.linear(), 1e-6))
                context.fail(motion.mark,
                             fmt::format("the axes of bone '{}' at rest in {} are not those in the "
                                         "clip before it",
                                         file.joints[j].name, motion.written),
                             "blend motions that were made on the same rig");
        if (!motion.empty()) warn_if_frameless(file.clip, motion, context);
        return std::move(file.clip);
    }
    if (motion.empty()) {
        if (!gltf_) {
            warn_if_frameless(skeleton_.clip, params_.file, context);
            return skeleton_.clip;
        }
        const int animation = gltf::choose_animation(*gltf_, name, where);
        if (animation < 0) return skeleton_.clip;
        warn_if_still(*gltf_, skin_, animation, context);
        return clip_of(*gltf_, skin_, animation, skeleton_.joints);
    }
    SkeletonFile other;
    if (gltf_) {
        if (!gltf::is_gltf(motion)) refuse_motion(params_.file, motion, context);
        const gltf::File file = gltf::read(motion);
        const int skin = gltf::choose_skin(file, params_.skin, motion.mark);
        const int animation = gltf::choose_animation(file, name, motion.mark);
        other = skeleton_of(file, skin);
        if (animation >= 0) {
            warn_if_still(file, skin, animation, context);
            other.clip = clip_of(file, skin, animation, other.joints);
        }
    } else {
        if (ending_of(motion) != ".bvh") refuse_motion(params_.file, motion, context);
        other = read_bvh_file(motion);
        warn_if_frameless(other.clip, motion, context);
    }
    std::vector<Joint> own = skeleton_.joints;
    scale_joints(own, 1 / to_metres_);
    return clip_of_other(own, std::move(other), params_.file, motion, context);
}

void require_no_file(const SkeletonFileParams& params, bool has_motion,
                     const BuildContext& context) {
    std::vector<std::string> set;
    if (!has_motion) {
        if (!params.motion.empty()) set.push_back("motion");
        if (!params.skin.empty()) set.push_back("skin");
        if (params.unit != LengthUnit::m) set.push_back("unit");
        if (params.scale != 1) set.push_back("scale");
        if (params.rate != SkeletonFileParams::default_rate) set.push_back("rate");
    }
    if (params.radius != 0) set.push_back("radius");
    if (!params.radii.empty()) set.push_back("radii");
    if (set.empty()) return;
    context.fail(context.at(set.front()), fmt::format("{} without a file", fmt::join(set, ", ")),
                 "give file: as well, or say it of each of the joints");
}

}  // namespace sinew
