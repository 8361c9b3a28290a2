/// Each point goes with the bone that it reaches by descending the tree of joints.
///
/// It begins at the nearest root. From bone b it goes over to a bone c that b carries if it lies on
/// c's side of the joint between them,
///
///     n_c . (X - joint_c) > 0,    n_c = u_b / |u_b| + u_c / |u_c|,
///     u_b = joint_c - joint_b,    u_c: sum of (tail - joint_c) over the segments of c
///
/// (the plane that halves the angle between the two bones). If several claim it, the nearest
/// (distance to its segments) has it. The descent ends at a bone that none of its children takes it
/// from; there w = 1. A bone without a direction continues that of the bone above it.
///
/// With `blend: b` weights are continuous. The children of bone b claim the following shares of the
/// weight that has come to b:
///
///     a_c = s(1/2 + n_c . (X - joint_c) / (|n_c| b)),    s(x) = x^2 (3 - 2 x) within 0 and 1,
///
/// which grow from 0 to 1 within a layer b thick about the plane. The greatest of them goes down,
/// divided among the children in proportion to
///
///     a_c s(1 - (d_c - d) / b),    d = min over c of d_c + b (1 - a_c) / a_c,
///
/// with d_c the distance to the segments of c; so do roots, with a = 1. The rest stays at b.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, "Exploring different rotation clustering", has one sentence, "the nearest joint
/// along a hierarchy of input joints", and finds it the best of three. The rule above is our
/// reading of it. Its borders at joints are planes whatever the lengths of the bones; but a plane
/// has no end, so that it may claim points far from its bone, and a bone is reached only through
/// those above it, so that what lies about the end of a chain that turns back stays with its
/// beginning. For rest poses with such limbs weights/closest_bone is the better choice.

#include <algorithm>
#include <limits>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/weights/weights.hpp>

namespace sinew {
namespace {

Eigen::Vector3d unit_or_zero(const Eigen::Vector3d& v) {
    const double length = v.norm();
    return length > 0 ? Eigen::Vector3d(v / length) : Eigen::Vector3d::Zero();
}

double smooth(double x) {
    x = std::clamp(x, 0.0, 1.0);
    return x * x * (3 - 2 * x);
}

/// The tree of the bones, with the planes between them.
class Descent {
public:
    Descent(const std::vector<Bone>& bones, double blend)
        : bones_(bones), blend_(blend), children_(bones.size()), normals_(bones.size()) {
        for (std::size_t c = 0; c < bones.size(); ++c) {
            const Bone& bone = bones[c];
            if (bone.parent < 0) {
                roots_.push_back(int(c));
                continue;
            }
            const auto parent = std::size_t(bone.parent);
            children_[parent].push_back(int(c));
            normals_[c] = unit_or_zero(normal(bones[parent], bone));
        }
    }

    /// Calls give(bone, weight) for each bone that has one at x.
    template <class Give>
    void operator()(const Eigen::Vector3d& x, Give&& give) const {
        go_down(roots_, std::vector<double>(roots_.size(), 1.0), x, 1, give);
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

    /// Claim of a child on its parent's weight, 0 to 1, at x.
    double claim(int child, const Eigen::Vector3d& x) const {
        const double beyond =
            normals_[std::size_t(child)].dot(x - bones_[std::size_t(child)].joint);
        if (blend_ == 0 || normals_[std::size_t(child)].isZero(0)) return double(beyond > 0);
        return smooth(0.5 + beyond / blend_);
    }

    /// Divides a weight among bones by what they claim, and what is theirs among their children.
    template <class Give>
    void go_down(const std::vector<int>& among, const std::vector<double>& claims,
                 const Eigen::Vector3d& x, double weight, Give&& give) const {
        const std::vector<double> shares = shares_of(among, claims, x);
        for (std::size_t k = 0; k < among.size(); ++k) {
            if (shares[k] == 0) continue;
            const std::vector<int>& below = children_[std::size_t(among[k])];
            std::vector<double> of_below;
            for (const int c : below) of_below.push_back(claim(c, x));
            const double down =
                below.empty() ? 0 : *std::max_element(of_below.begin(), of_below.end());
            const double own = weight * shares[k];
            if (down < 1) give(among[k], own * (1 - down));
            if (down > 0) go_down(below, of_below, x, own * down, give);
        }
    }

    /// Share of each bone `among` in one weight; without a blend the nearest that claims it has all
    /// of it, of equals the first.
    std::vector<double> shares_of(const std::vector<int>& among, const std::vector<double>& claims,
                                  const Eigen::Vector3d& x) const {
        std::vector<double> distances, shares(among.size(), 0);
        double least = std::numeric_limits<double>::infinity();
        std::size_t nearest = 0;
        for (std::size_t k = 0; k < among.size(); ++k) {
            distances.push_back(distance_to(bones_[std::size_t(among[k])], x));
            if (claims[k] == 0) continue;
            const double here = distances[k] + blend_ * (1 - claims[k]) / claims[k];
            if (here >= least) continue;
            least = here;
            nearest = k;
        }
        if (blend_ == 0) {
            shares[nearest] = 1;
            return shares;
        }
        double sum = 0;
        for (std::size_t k = 0; k < among.size(); ++k) {
            shares[k] = claims[k] * smooth(1 - (distances[k] - least) / blend_);
            sum += shares[k];
        }
        for (double& share : shares) share /= sum;
        return shares;
    }

    const std::vector<Bone>& bones_;
    double blend_;
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

    struct Params {
        double blend = 0;
        static constexpr auto fields = std::tuple{
            field("blend", &Params::blend, unit::m, non_negative,
                  "Thickness of the layers about the planes between bones in which both have a "
                  "share"),
        };
    };

    explicit Hierarchy(const Params& params) : blend_(params.blend) {}

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        return at(mesh.positions, bones);
    }
    SkinWeights on_elements(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                            const SkinWeights&) const override {
        return at(element_centres(mesh), bones);
    }

private:
    SkinWeights at(const Points& points, const std::vector<Bone>& bones) const {
        const Descent descend(bones, blend_);
        std::vector<Eigen::Triplet<double>> entries;
        for (Eigen::Index i = 0; i < points.cols(); ++i)
            descend(points.col(i),
                    [&](int bone, double w) { entries.emplace_back(int(i), bone, w); });
        SkinWeights weights(points.cols(), Eigen::Index(bones.size()));
        weights.setFromTriplets(entries.begin(), entries.end());
        return weights;
    }

    double blend_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Hierarchy, "weights/hierarchy",
             "Each point goes with the bone that it reaches down the tree of joints")
