#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <sinew/mechanics/shape/combinations.hpp>
#include <sinew/mechanics/shape/limbs.hpp>
#include <sinew/mechanics/shape/primitives.hpp>
#include <sinew/mechanics/shape/spheroid.hpp>

namespace sinew::shapes {

namespace {

const Bone* find(const std::vector<Bone>& bones, const std::string& name) {
    const auto found = std::find_if(bones.begin(), bones.end(),
                                    [&](const Bone& bone) { return bone.name == name; });
    return found == bones.end() ? nullptr : &*found;
}

/// Value at s of the smooth curve through values at 0, 1, 2, ... (Catmull-Rom), which goes on
/// straight beyond its ends.
double on_curve(const std::vector<double>& values, double s) {
    const auto n = Eigen::Index(values.size());
    const Eigen::Index i = std::clamp(Eigen::Index(s), Eigen::Index(0), n - 2);
    const auto value = [&](Eigen::Index k) { return values[std::size_t(k)]; };
    const auto at = [&](Eigen::Index k) {
        if (k < 0) return 2 * value(0) - value(1);
        return k < n ? value(k) : 2 * value(n - 1) - value(n - 2);
    };
    const double t = s - double(i), h = 1 - t;
    const double slope = 0.5 * (at(i + 1) - at(i - 1)), next_slope = 0.5 * (at(i + 2) - at(i));
    return h * h * (1 + 2 * t) * at(i) + t * t * (3 - 2 * t) * at(i + 1) + t * h * h * slope -
           t * t * h * next_slope;
}

/// Cones with round ends from the head to the tail; more than two radii make a curved outline of
/// many short ones.
std::vector<Capsule> cones(const BoneSegment& segment, const std::vector<double>& radii) {
    constexpr int pieces = 6;  // from radius to radius
    const auto radius_at = [&](double share) {
        if (radii.size() == 1) return radii[0];
        const double s = share * double(radii.size() - 1);
        if (radii.size() == 2) return (1 - s) * radii[0] + s * radii[1];
        return std::max(on_curve(radii, s), 1e-3 * radii[0]);
    };
    const int n = radii.size() < 3 ? 1 : pieces * (int(radii.size()) - 1);
    const Eigen::Vector3d along = segment.tail - segment.head;
    std::vector<Capsule> result;
    for (int k = 0; k < n; ++k) {
        const double from = double(k) / n, to = double(k + 1) / n;
        result.push_back({segment.head + from * along, segment.head + to * along, radius_at(from),
                          radius_at(to)});
    }
    return result;
}

/// The solid around one segment of a bone.
class LimbTissue {
public:
    LimbTissue(const BoneSegment& segment, const Limb& limb, double blend)
        : cones_(cones(segment, limb.radii)), blend_(blend) {
        const Eigen::Vector3d along = segment.tail - segment.head;
        const double length = along.norm();
        for (const Muscle& muscle : limb.muscles)
            muscles_.push_back(
                {segment.head + 0.5 * (muscle.from + muscle.to) * along + muscle.offset,
                 along / length, 0.5 * (muscle.to - muscle.from) * length, muscle.radius});
        for (const Capsule& cone : cones_) box_.extend(cone.box());
        for (const Spheroid& muscle : muscles_) box_.extend(muscle.box());
    }

    double value(const Eigen::Vector3d& x) const {
        double folded = std::numeric_limits<double>::infinity();
        for (const Capsule& cone : cones_) folded = std::min(folded, cone.value(x));
        for (const Spheroid& muscle : muscles_)
            folded = smooth_min(folded, muscle.value(x), blend_);
        return folded;
    }

    /// A lower bound of value(x): the parts lie in the box, and each fold takes a sixth of the
    /// blend.
    double least(const Eigen::Vector3d& x) const {
        return box_.exteriorDistance(x) - blend_ * double(muscles_.size()) / 6;
    }
    const Eigen::AlignedBox3d& box() const { return box_; }
    std::size_t n_parts() const { return muscles_.size() + 1; }

private:
    std::vector<Capsule> cones_;
    std::vector<Spheroid> muscles_;
    double blend_;
    Eigen::AlignedBox3d box_;  ///< of the parts, without what their blend adds
};

class GrownLimbs final : public Shape::Solid {
public:
    GrownLimbs(std::vector<LimbTissue> limbs, double blend)
        : limbs_(std::move(limbs)), blend_(blend) {}

    double value(const Eigen::Vector3d& x) const override {
        double folded = limbs_[0].value(x);
        for (std::size_t i = 1; i < limbs_.size(); ++i) {
            // What is farther by the blend's width changes nothing.
            if (limbs_[i].least(x) >= folded + blend_) continue;
            folded = smooth_min(folded, limbs_[i].value(x), blend_);
        }
        return folded;
    }

    Eigen::AlignedBox3d box() const override {
        Eigen::AlignedBox3d box;
        double n_folds = -1;
        for (const LimbTissue& limb : limbs_) {
            box.extend(limb.box());
            n_folds += double(limb.n_parts());
        }
        const double swell = blend_ * n_folds / 6;
        return {box.min().array() - swell, box.max().array() + swell};
    }

private:
    std::vector<LimbTissue> limbs_;
    double blend_;
};

class WrittenLimbs final : public Shape::Solid {
public:
    WrittenLimbs(LimbsParams params, SourceMark mark)
        : params_(std::move(params)), mark_(std::move(mark)) {}

    double value(const Eigen::Vector3d&) const override {
        return std::numeric_limits<double>::infinity();
    }
    Eigen::AlignedBox3d box() const override {
        const double infinity = std::numeric_limits<double>::infinity();
        return {Eigen::Vector3d::Constant(-infinity), Eigen::Vector3d::Constant(infinity)};
    }

    SolidPtr grown(const Bones& bones) const override {
        const std::vector<Bone> all = bones.of_rig(mark_);
        std::vector<std::string> names;
        for (const Bone& bone : all) names.push_back(bone.name);
        for (const Limb& limb : params_.of)
            for (const std::string& name : limb.bone.items) {
                const Bone* bone = find(all, name);
                if (bone == nullptr)
                    bones.fail(mark_, fmt::format("limbs: the rig has no bone '{}'", name),
                               suggestion(name, names));
                if (limb.muscles.empty()) continue;
                for (const BoneSegment& segment : bone->segments)
                    if (segment.head == segment.tail)
                        bones.fail(mark_,
                                   fmt::format("limbs: bone '{}' has muscles, but no length", name),
                                   "give its joint a tail, or put the muscles on another bone");
            }
        return grow(params_, all);
    }

private:
    LimbsParams params_;
    SourceMark mark_;
};

}  // namespace

std::vector<Bone> Bones::of_rig(const SourceMark& where) const {
    const SkeletalRig* rig = skeletal_rig_of(context_.node());
    if (rig == nullptr)
        fail(where,
             fmt::format("limbs grow along the bones of a rig, and neither {} nor a node above has "
                         "one",
                         context_.node().path()),
             "give the node a rig: {type: skeleton, ...}, or write capsules");
    const Eigen::Affine3d to_node = context_.node().world().inverse();
    std::vector<Bone> bones = rig->bones();
    for (Bone& bone : bones)
        for (BoneSegment& segment : bone.segments)
            segment = {to_node * segment.head, to_node * segment.tail};
    return bones;
}

void Bones::fail(const SourceMark& where, const std::string& message,
                 const std::string& remedy) const {
    context_.fail(where, message, remedy);
}

SolidPtr read_limbs(const Value& value, ReadContext& context) {
    LimbsParams params;
    if (!read_params(value, context, params)) return nullptr;
    bool any = false;
    for (const Limb& limb : params.of) {
        any = any || !limb.bone.items.empty();
        if (limb.radii.empty()) {
            context.error(value.mark, "limbs: a limb without radii",
                          "give one for its whole length, or one for each end and as many between "
                          "as you like");
            return nullptr;
        }
        for (const Muscle& muscle : limb.muscles) {
            if (muscle.from < muscle.to) continue;
            context.error(value.mark,
                          fmt::format("limbs: a muscle from {:g} to {:g} has no length",
                                      muscle.from, muscle.to),
                          "let it end farther from the bone's head than it starts");
            return nullptr;
        }
    }
    if (!any) {
        context.error(value.mark, "limbs: needs at least one bone",
                      "limbs: {of: [{bone: ..., radii: [5 cm]}]}");
        return nullptr;
    }
    return std::make_shared<WrittenLimbs>(std::move(params), value.mark);
}

SolidPtr grow(const LimbsParams& params, const std::vector<Bone>& bones) {
    std::vector<LimbTissue> limbs;
    for (const Limb& limb : params.of)
        for (const std::string& name : limb.bone.items)
            for (const BoneSegment& segment : find(bones, name)->segments)
                limbs.emplace_back(segment, limb, params.blend);
    return std::make_shared<GrownLimbs>(std::move(limbs), params.blend);
}

}  // namespace sinew::shapes
