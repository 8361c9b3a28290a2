#include "gltf_skeleton.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sinew/gltf/skin_pose.hpp>

namespace sinew {
namespace {

using gltf::Channel;
using gltf::File;
using gltf::Property;
using gltf::Similarity;
using gltf::Skin;

constexpr double scale_tolerance = 1e-3;

Similarity similarity(const File& file, const Eigen::Affine3d& transform, const std::string& what) {
    if (const std::optional<Similarity> found = gltf::similarity_of(transform)) return *found;
    file.fail(fmt::format("{} is stretched, sheared or mirrored, and bones are rigid", what),
              "apply the scale of the armature and of its bones before exporting");
}

/// The frame that carries a joint's node, seen from the joint above it (or from the scene), and the
/// scale that comes with that joint: the joint is at scale (K x), x being the transform of its own
/// node.
struct Carrier {
    Similarity frame;                ///< K: of the nodes between
    double scale = 1;                ///< of the joint above
    Eigen::Isometry3d rest_inverse;  ///< of the joint itself, seen from the joint above
};

class GltfSkeleton {
public:
    GltfSkeleton(const File& file, int number)
        : file_(file),
          number_(number),
          skin_(file.skins[std::size_t(number)]),
          in_scene_(gltf::nodes_in_scene(file)) {}

    SkeletonFile skeleton() const {
        SkeletonFile result;
        result.warnings = file_.warnings;
        add_joints(result.joints);
        add_bones(result);
        result.clip = standing(result.joints);
        return result;
    }

    Clip clip(const gltf::Animation& animation, const std::vector<Joint>& joints) const {
        Clip clip = standing(joints);
        clip.name = animation.name;
        for (std::size_t j = 0; j < joints.size(); ++j)
            for (const Channel& channel : animation.channels)
                if (channel.node == node_of(joints[j]) && !channel.times.empty())
                    take(channel, animation, joints, j, clip);
        for (const Channel& channel : animation.channels) refuse_moving_carrier(channel, animation);
        return clip;
    }

private:
    int node_of(const Joint& joint) const { return skin_.joints[std::size_t(joint.number)]; }
    const gltf::Node& node(int number) const { return file_.nodes[std::size_t(number)]; }

    /// Parents before their children; as the skin has them otherwise.
    std::vector<int> in_order() const {
        const std::size_t n = skin_.joints.size();
        std::vector<int> result;
        std::vector<char> is_placed(n, 0);
        while (result.size() < n)
            for (std::size_t j = 0; j < n; ++j) {
                const int above = gltf::joint_above(file_, skin_, skin_.joints[j]);
                if (is_placed[j] || (above >= 0 && !is_placed[std::size_t(above)])) continue;
                is_placed[j] = 1;
                result.push_back(int(j));
            }
        return result;
    }

    void add_joints(std::vector<Joint>& joints) const {
        const Eigen::Affine3d rest = gltf::rest_of_skin(file_, skin_);
        const std::vector<std::string> names = gltf::joint_names(file_, skin_);
        const std::vector<int> order = in_order();
        for (const int number : order) {
            const int n = skin_.joints[std::size_t(number)];
            Joint joint;
            joint.number = number;
            joint.name = names[std::size_t(number)];
            const int above = gltf::joint_above(file_, skin_, n);
            if (above >= 0)
                joint.parent = int(std::find(order.begin(), order.end(), above) - order.begin());
            const std::string what = fmt::format("joint '{}'", joint.name);
            const Similarity bound =
                similarity(file_, rest * skin_.inverse_bind[std::size_t(number)].inverse(), what);
            const Similarity now = similarity(file_, in_scene_[std::size_t(n)], what);
            if (std::abs(now.scale - bound.scale) > scale_tolerance * bound.scale)
                file_.fail(fmt::format("joint '{}' is scaled by {:g} beside its rest, and bones "
                                       "are rigid",
                                       joint.name, now.scale / bound.scale),
                           "apply the pose's scale, or set it back, before exporting");
            joint.rest = bound.motion;
            joints.push_back(std::move(joint));
        }
    }

    void add_bones(SkeletonFile& result) const {
        std::vector<Joint>& joints = result.joints;
        std::vector<std::string> lengthless;
        for (const Joint& joint : joints) {
            if (joint.parent < 0) continue;
            Joint& parent = joints[std::size_t(joint.parent)];
            const Eigen::Vector3d head = parent.rest.translation();
            const Eigen::Vector3d tail = joint.rest.translation();
            if ((tail - head).norm() == 0)
                lengthless.push_back(joint.name);
            else
                parent.segments.push_back({head, tail});
        }
        if (!lengthless.empty())
            result.warnings.push_back(
                fmt::format("{}: no bone reaches to joints that stand where their parents are: {}",
                            file_.name, fmt::join(lengthless, ", ")));
        const gltf::WeightedSurface skin = gltf::weighted_surface(file_, number_);
        for (Joint& joint : joints) {
            if (!joint.segments.empty()) continue;
            const Eigen::Vector3d head = joint.rest.translation();
            const Eigen::VectorXd weights = skin.weights.col(joint.number);
            const double sum = weights.sum();
            const Eigen::Vector3d middle =
                sum > 0 ? Eigen::Vector3d(skin.surface.positions * weights / sum) : head;
            joint.segments.push_back({head, 2 * middle - head});
        }
    }

    Carrier carrier_of(const std::vector<Joint>& joints, std::size_t j) const {
        const Joint& joint = joints[j];
        Eigen::Affine3d between = Eigen::Affine3d::Identity();
        const int above = joint.parent < 0 ? -1 : node_of(joints[std::size_t(joint.parent)]);
        for (int at = node(node_of(joint)).parent; at != above; at = node(at).parent)
            between = node(at).to_parent * between;
        Carrier carrier;
        carrier.frame = similarity(file_, between, fmt::format("what carries '{}'", joint.name));
        carrier.rest_inverse = joint.rest.inverse();
        if (joint.parent < 0) return carrier;
        const Joint& parent = joints[std::size_t(joint.parent)];
        carrier.scale =
            similarity(file_, in_scene_[std::size_t(above)], fmt::format("joint '{}'", parent.name))
                .scale;
        carrier.rest_inverse = joint.rest.inverse() * parent.rest;
        return carrier;
    }

    static Eigen::Vector3d move(const Carrier& carrier, const Eigen::Vector3d& own) {
        const Eigen::Vector3d rest = carrier.rest_inverse.inverse().translation();
        return carrier.scale * (carrier.frame.motion * (carrier.frame.scale * own)) - rest;
    }
    /// The same of a rate.
    static Eigen::Vector3d move_rate(const Carrier& carrier, const Eigen::Vector3d& own) {
        return carrier.scale * carrier.frame.scale * (carrier.frame.motion.linear() * own);
    }
    /// Linear in x y z w, so that it holds of rates, too.
    static Eigen::Vector4d turn(const Carrier& carrier, const Eigen::Vector4d& own) {
        const Eigen::Quaterniond before(carrier.rest_inverse.linear() *
                                        carrier.frame.motion.linear());
        return (before * Eigen::Quaterniond(own)).coeffs();
    }

    /// Every joint where its node stands, without keyframes where that is the rest.
    Clip standing(const std::vector<Joint>& joints) const {
        constexpr double tolerance = 1e-6;
        double size = 0;
        for (const Joint& joint : joints)
            size = std::max(size, joint.rest.translation().lpNorm<Eigen::Infinity>());
        Clip clip(joints.size());
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const Carrier carrier = carrier_of(joints, j);
            const gltf::Node& own = node(node_of(joints[j]));
            const Eigen::Quaterniond turned(turn(carrier, own.turn.coeffs()));
            const Eigen::Vector3d moved = move(carrier, own.move);
            if (turned.angularDistance(Eigen::Quaterniond::Identity()) > tolerance)
                clip.turns[j] = {{0}, {turned.normalized()}, Interpolation::linear, {}, {}};
            if (moved.norm() > tolerance * size)
                clip.moves[j] = {{0}, {moved}, Interpolation::linear, {}, {}};
        }
        return clip;
    }

    void take(const Channel& channel, const gltf::Animation& animation,
              const std::vector<Joint>& joints, std::size_t j, Clip& clip) const {
        const Carrier carrier = carrier_of(joints, j);
        const bool is_cubic = channel.between == Interpolation::cubic;
        const Eigen::Index per_key = is_cubic ? 3 : 1, value = is_cubic ? 1 : 0;
        const auto column = [&](std::size_t k, Eigen::Index which) {
            return channel.values.col(Eigen::Index(k) * per_key + which);
        };
        if (channel.property == Property::scale) {
            refuse_scaling(channel, animation, joints[j].name);
        } else if (channel.property == Property::rotation) {
            TurnTrack track{channel.times, {}, channel.between, {}, {}};
            for (std::size_t k = 0; k < channel.times.size(); ++k) {
                track.values.emplace_back(turn(carrier, column(k, value)));
                if (!is_cubic) continue;
                track.arriving.push_back(turn(carrier, column(k, 0)));
                track.leaving.push_back(turn(carrier, column(k, 2)));
            }
            clip.turns[j] = std::move(track);
        } else if (channel.property == Property::translation) {
            MoveTrack track{channel.times, {}, channel.between, {}, {}};
            for (std::size_t k = 0; k < channel.times.size(); ++k) {
                track.values.push_back(move(carrier, column(k, value)));
                if (!is_cubic) continue;
                track.arriving.push_back(move_rate(carrier, column(k, 0)));
                track.leaving.push_back(move_rate(carrier, column(k, 2)));
            }
            clip.moves[j] = std::move(track);
        }
    }

    /// Bones are rigid: a scale has to stay that of the node.
    void refuse_scaling(const Channel& channel, const gltf::Animation& animation,
                        const std::string& joint) const {
        const Eigen::Vector3d& own = node(channel.node).scale;
        const bool is_cubic = channel.between == Interpolation::cubic;
        for (Eigen::Index c = 0; c < channel.values.cols(); ++c) {
            const bool is_rate = is_cubic && c % 3 != 1;
            const Eigen::Vector3d expected = is_rate ? Eigen::Vector3d::Zero() : own;
            const Eigen::Vector3d there = channel.values.col(c);
            if ((there - expected).norm() <= scale_tolerance * own.norm()) continue;
            file_.fail(fmt::format("animation '{}' scales joint '{}' (to {:g}, {:g}, {:g} at {:g} "
                                   "s), and bones are rigid",
                                   animation.name, joint, there.x(), there.y(), there.z(),
                                   channel.times[std::size_t(c / (is_cubic ? 3 : 1))]),
                       "remove the keyframes of its scale, or export without them");
        }
    }

    void refuse_moving_carrier(const Channel& channel, const gltf::Animation& animation) const {
        const auto& joints = skin_.joints;
        if (channel.property == Property::weights || is_still(channel)) return;
        if (std::find(joints.begin(), joints.end(), channel.node) != joints.end()) return;
        for (const int joint : joints)
            for (int at = node(joint).parent; at >= 0; at = node(at).parent)
                if (at == channel.node)
                    file_.fail(fmt::format("animation '{}' moves '{}', which carries joint '{}' "
                                           "and is no joint itself",
                                           animation.name, node(at).name, node(joint).name),
                               "give the motion of the whole armature to its root bone before "
                               "exporting");
    }

    /// True if the channel leaves its node at rest.
    bool is_still(const Channel& channel) const {
        constexpr double tolerance = 1e-5;
        const gltf::Node& own = node(channel.node);
        const bool is_cubic = channel.between == Interpolation::cubic;
        for (Eigen::Index c = 0; c < channel.values.cols(); ++c) {
            const Eigen::VectorXd there = channel.values.col(c);
            Eigen::VectorXd expected = own.turn.coeffs();
            if (channel.property == Property::translation) expected = own.move;
            if (channel.property == Property::scale) expected = own.scale;
            if (is_cubic && c % 3 != 1) expected.setZero();
            const double size = 1 + expected.norm();
            const bool is_same = (there - expected).norm() <= tolerance * size ||
                                 (channel.property == Property::rotation &&
                                  (there + expected).norm() <= tolerance * size);
            if (!is_same) return false;
        }
        return true;
    }

    const File& file_;
    int number_;
    const Skin& skin_;
    std::vector<Eigen::Affine3d> in_scene_;
};

}  // namespace

SkeletonFile skeleton_of(const gltf::File& file, int skin) {
    return GltfSkeleton(file, skin).skeleton();
}

Clip clip_of(const gltf::File& file, int skin, int animation, const std::vector<Joint>& joints) {
    return GltfSkeleton(file, skin).clip(file.animations[std::size_t(animation)], joints);
}

}  // namespace sinew
