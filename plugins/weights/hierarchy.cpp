/// Each place goes with the bone that it reaches by descending the tree of joints.
///
/// It begins at the nearest root. From bone b it goes over to a bone c that b carries if it lies on
/// c's side of the joint between them,
///
///     n_c . (X - joint_c) > 0,    n_c = u_b / |u_b| + u_c / |u_c|,
///     u_b = joint_c - joint_b,    u_c: sum of (tail - joint_c) over the segments of c
///
/// (the plane that halves the angle between the two bones). Of several that claim it, the nearest
/// (distance to its segments) has it. The descent ends at a bone that none of its children takes it
/// from; there w = 1. A bone without a direction continues that of the bone above it.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, "Exploring different rotation clustering", has one sentence, "the nearest joint
/// along a hierarchy of input joints", and finds it the best of three. The rule above is our
/// reading of it. Its borders at joints are planes whatever the lengths of the bones; but a plane
/// has no end, so that it may claim what lies far beside its bone, and a bone is reached only
/// through those above it, so that what lies about the end of a chain that turns back stays with
/// its beginning. For rest poses with such limbs weights/closest_bone is the better choice.

#include <limits>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/weights.hpp>

namespace sinew {
namespace {

Eigen::Vector3d unit_or_zero(const Eigen::Vector3d& v) {
    const double length = v.norm();
    return length > 0 ? Eigen::Vector3d(v / length) : Eigen::Vector3d::Zero();
}

/// The tree of the bones, with the planes between them.
class Descent {
public:
    explicit Descent(const std::vector<Bone>& bones)
        : bones_(bones), children_(bones.size()), normals_(bones.size()) {
        for (std::size_t c = 0; c < bones.size(); ++c) {
            const Bone& bone = bones[c];
            if (bone.parent < 0) {
                roots_.push_back(int(c));
                continue;
            }
            const auto parent = std::size_t(bone.parent);
            children_[parent].push_back(int(c));
            normals_[c] = normal(bones[parent], bone);
        }
    }

    int operator()(const Eigen::Vector3d& x) const {
        int at = nearest(roots_, x, [](int) { return true; });
        for (int next = at; next >= 0;) {
            at = next;
            next = nearest(children_[std::size_t(at)], x, [&](int c) {
                return normals_[std::size_t(c)].dot(x - bones_[std::size_t(c)].joint) > 0;
            });
        }
        return at;
    }

private:
    static Eigen::Vector3d normal(const Bone& parent, const Bone& child) {
        Eigen::Vector3d u = Eigen::Vector3d::Zero();
        for (const BoneSegment& segment : child.segments) u += segment.tail - child.joint;
        const Eigen::Vector3d of_parent = unit_or_zero(child.joint - parent.joint);
        const Eigen::Vector3d of_child = unit_or_zero(u);
        const Eigen::Vector3d sum = of_parent + of_child;
        // A bone that folds back onto its parent has no such plane: the one across it will do.
        return sum.norm() > 1e-9 ? sum : of_child;
    }

    /// Of the bones that `claims` holds for; -1 if it holds for none, of equals the first.
    template <class Claims>
    int nearest(const std::vector<int>& among, const Eigen::Vector3d& x, Claims&& claims) const {
        int best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (const int c : among) {
            if (!claims(c)) continue;
            const double distance = distance_to(bones_[std::size_t(c)], x);
            if (best >= 0 && distance >= least) continue;
            best = c;
            least = distance;
        }
        return best;
    }

    const std::vector<Bone>& bones_;
    std::vector<int> roots_;
    std::vector<std::vector<int>> children_;
    std::vector<Eigen::Vector3d>
        normals_;  ///< of the plane at the joint of each bone with a parent
};

}  // namespace

class Hierarchy final : public Weights {
public:
    static constexpr const char* source =
        "Song et al. 2023, \"Exploring different rotation clustering\"";

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        return at(mesh.positions, bones);
    }
    SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                            const SkinWeights&) const override {
        return at(element_centres(mesh), bones);
    }

private:
    static SkinWeights at(const Points& points, const std::vector<Bone>& bones) {
        const Descent bone_of(bones);
        std::vector<int> bone(std::size_t(points.cols()));
        for (Eigen::Index i = 0; i < points.cols(); ++i)
            bone[std::size_t(i)] = bone_of(points.col(i));
        return one_bone_each(bone, Eigen::Index(bones.size()));
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Hierarchy, "weights/hierarchy",
             "Each place goes with the bone that it reaches down the tree of joints")
