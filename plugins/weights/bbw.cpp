/// Bounded biharmonic weights: smooth, local, and without maxima away from the bones.
///
///     min 1/2 w_j'Q w_j,    Q = L M^-1 L,    0 <= w_j <= 1,
///     w_j = 1 on the nodes that bone j holds, 0 on those that the others hold
///
/// If cage edges join the points of a rig (a TGF file's), weights of nodes along an edge are
/// prescribed too: those of its two ends, linear from one to the other.
///
/// for each bone j, and then w_j / sum_k w_k; L is the cotangent Laplacian of the tetrahedra, M the
/// lumped mass. The bounds hold exactly, and the conditions of the minimum to 1e-10 of Q_ii.
///
/// Made once and kept: a run with the same mesh, bones and parameters reads them.
///
/// Jacobson, Baran, Popovic & Sorkine, Bounded biharmonic weights for real-time deformation, ACM
/// TOG 30(4), 2011, equations 2 to 4. There a solver of conic programs finds each minimum; here an
/// interior point method comes near it, and exchanges of active bounds end on it.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/version.hpp>
#include <sinew/mechanics/math/blas.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <sinew/mechanics/rig/zero_length_bones.hpp>
#include <sinew/mechanics/weights/weights.hpp>
#include <sinew/storage/artifact.hpp>

#include "bbw/bilaplacian.hpp"
#include "bbw/handles.hpp"
#include "bbw/minimise.hpp"

namespace sinew {

enum class Handles { nearest, radius };

template <>
struct EnumNames<Handles> {
    static constexpr std::array names{std::pair{"nearest", Handles::nearest},
                                      std::pair{"radius", Handles::radius}};
};

namespace {

/// Rows of sum one, from what is in [0, 1].
Archive packed(const Eigen::MatrixXd& weights) {
    std::vector<std::int64_t> starts{0}, bones;
    std::vector<double> values;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        const double sum = weights.row(i).sum();
        if (!(sum > 1e-6))
            throw ComputationError(fmt::format("no bone has weight at node {}", i),
                                   "use a finer mesh, or bones that reach further into it");
        for (Eigen::Index j = 0; j < weights.cols(); ++j) {
            if (!(weights(i, j) > 0)) continue;
            bones.push_back(j);
            values.push_back(weights(i, j) / sum);
        }
        starts.push_back(std::int64_t(values.size()));
    }
    Archive archive;
    archive.put("starts", std::move(starts));
    archive.put("bones", std::move(bones));
    archive.put("values", std::move(values));
    return archive;
}

SkinWeights unpacked(const Archive& archive, Eigen::Index n_nodes, Eigen::Index n_bones) {
    const std::vector<std::int64_t>& starts = archive.integers("starts");
    const std::vector<std::int64_t>& bones = archive.integers("bones");
    const std::vector<double>& values = archive.numbers("values");
    const bool fits = starts.size() == std::size_t(n_nodes + 1) && starts.front() == 0 &&
                      starts.back() == std::int64_t(values.size()) &&
                      bones.size() == values.size() &&
                      std::is_sorted(starts.begin(), starts.end()) &&
                      std::all_of(bones.begin(), bones.end(),
                                  [&](std::int64_t j) { return j >= 0 && j < n_bones; });
    if (!fits)
        throw ComputationError("its rows are not those of the nodes",
                               "take the file away to have it made anew");
    SkinWeights weights(n_nodes, n_bones);
    weights.reserve(Eigen::Index(values.size()));
    for (Eigen::Index i = 0; i < n_nodes; ++i) {
        weights.startVec(i);
        for (auto k = std::size_t(starts[std::size_t(i)]);
             k < std::size_t(starts[std::size_t(i) + 1]); ++k)
            weights.insertBackByOuterInner(i, Eigen::Index(bones[k])) = values[k];
    }
    weights.finalize();
    return weights;
}

std::string fingerprint_of(const std::vector<Bone>& bones) {
    std::vector<double> numbers;
    for (const Bone& bone : bones) {
        numbers.push_back(double(bone.segments.size()));
        numbers.push_back(bone.radius);
        for (const BoneSegment& segment : bone.segments)
            for (const Eigen::Vector3d& end : {segment.head, segment.tail})
                numbers.insert(numbers.end(), end.data(), end.data() + 3);
        for (const int other : bone.cage) numbers.push_back(-1.0 - other);
    }
    return fingerprint(std::string_view(reinterpret_cast<const char*>(numbers.data()),
                                        sizeof(double) * numbers.size()));
}

}  // namespace

class BoundedBiharmonic final : public Weights {
public:
    static constexpr const char* source = "Jacobson et al. 2011, equations 2 to 4";
    static constexpr AlgorithmVersion algorithm{"weights/bbw", 1};

    struct Params {
        Handles handles = Handles::nearest;
        Path artifact;
        static constexpr auto fields = std::tuple{
            field("handles", &Params::handles,
                  "Nodes that a bone holds: those nearest to points along it (nearest), or all "
                  "within its radius (radius); each goes to the bone that is nearest to it"),
            field("artifact", &Params::artifact,
                  "File to keep the weights in, and to take them from if it is there; in the cache "
                  "if absent")
                .made(),
        };
    };

    BoundedBiharmonic(const Params& params, const BuildContext& context)
        : params_(params), graph_(context.graph()) {}

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        if (mesh.type != ElementType::tet4)
            provenance.fail(
                fmt::format("weights/bbw needs a mesh of tet4, and this one is of {}",
                            name_of(mesh.type)),
                "use a mesh with element: tet4, or weights: {type: closest_bone}, which takes all "
                "elements");
        const std::vector<int> holder = handles(mesh, bones);
        warn_of_bones_outside(mesh, bones);
        ArtifactKey key;
        key.add("sinew", version);
        key.add("mesh", fmt::format("{} tet4, {} nodes", mesh.n_elements(), mesh.n_nodes()),
                fingerprint(mesh));
        key.add("bones", fmt::format("{} bones", bones.size()), fingerprint_of(bones));
        key.add("handles", params_.handles == Handles::radius ? "radius" : "nearest");
        const auto n = Eigen::Index(bones.size());
        SkinWeights weights;
        attribute_errors_to(provenance, [&] {
            const Artifact artifact = fetch_artifact(
                algorithm, key, params_.artifact, [&] { return make(mesh, bones, holder); },
                [&](const Archive& there) { unpacked(there, mesh.n_nodes(), n); });
            weights = unpacked(artifact.content, mesh.n_nodes(), n);
        });
        return weights;
    }

private:
    std::vector<int> handles(const VolumeMesh& mesh, const std::vector<Bone>& bones) const {
        const bool by_radius = params_.handles == Handles::radius;
        std::vector<int> holder = by_radius
                                      ? bbw::nodes_within(mesh.positions, bones)
                                      : bbw::nearest_nodes(mesh.positions, bones, mean_edge(mesh));
        judge_bones_without_nodes(mesh, bones, holder);
        require_handles(mesh, holder);
        return holder;
    }

    /// They get no weight, but one bone must hold something.
    void judge_bones_without_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                                   const std::vector<int>& holder) const {
        std::vector<Diagnostic> reasons;
        for (std::size_t j = 0; j < bones.size(); ++j)
            if (std::find(holder.begin(), holder.end(), int(j)) == holder.end())
                reasons.push_back(reason(mesh, bones, int(j)));
        if (reasons.empty()) return;
        if (reasons.size() == bones.size())
            provenance.fail(reasons.front().message, reasons.front().remedy);
        std::string message;
        for (const Diagnostic& one : reasons)
            message += (message.empty() ? "" : "; ") + one.message;
        graph_.warn(Diagnostic::warning(message + (reasons.size() == 1 ? ": it gets no weight"
                                                                       : ": they get no weight"))
                        .remedy(reasons.front().remedy)
                        .on(provenance));
    }

    /// Distance from a bone to the nearest node [m].
    static double distance_to_mesh(const Bone& bone, const VolumeMesh& mesh) {
        double distance = std::numeric_limits<double>::infinity();
        for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i)
            distance = std::min(distance, distance_to(bone, mesh.positions.col(i)));
        return distance;
    }

    /// They hold the nodes that happen to be nearest all the same.
    void warn_of_bones_outside(const VolumeMesh& mesh, const std::vector<Bone>& bones) const {
        const double edge = mean_edge(mesh);
        std::vector<std::string> outside;
        for (const Bone& bone : bones) {
            const double distance = distance_to_mesh(bone, mesh);
            if (distance > 2 * edge)
                outside.push_back(fmt::format("'{}' by {:.3g} m", bone.name, distance));
        }
        if (outside.empty()) return;
        graph_.warn(
            Diagnostic::warning(
                fmt::format("bones miss the mesh, whose mean edge is {:.3g} m, and hold the "
                            "nodes that are nearest all the same: {}",
                            edge, fmt::join(outside, ", ")))
                .remedy("move them into the mesh, or leave them out of the rig")
                .on(provenance));
    }

    /// Why a bone holds no node, and what to do.
    Diagnostic reason(const VolumeMesh& mesh, const std::vector<Bone>& bones, int j) const {
        const auto say = [](std::string message, std::string remedy) {
            return Diagnostic::warning(std::move(message)).remedy(std::move(remedy));
        };
        const Bone& bone = bones[std::size_t(j)];
        if (const int k = bone_under_zero_length_bone(bones, j); k >= 0)
            return say(
                fmt::format("bone '{}' holds no node: it is a point on '{}', and no node is "
                            "nearer to it than to that",
                            bone.name, bones[std::size_t(k)].name),
                std::string(tail_for_zero_length_bone) + "; or leave the joint out of the rig");
        const double distance = distance_to_mesh(bone, mesh);
        if (params_.handles == Handles::radius)
            return say(
                fmt::format("bone '{}' holds no node: none that is nearest to it is within its "
                            "radius of {:.3g} m; the nearest of all is {:.3g} m away",
                            bone.name, bone.radius, distance),
                "give it a larger radius, use handles: nearest, or a finer mesh");
        return say(
            fmt::format("bone '{}' holds no node: those that are nearest to it, {:.3g} m away, are "
                        "nearer to other bones",
                        bone.name, distance),
            "move it into the mesh and away from the others, or use a finer mesh (mean edge " +
                fmt::format("{:.3g} m)", mean_edge(mesh)));
    }

    void require_handles(const VolumeMesh& mesh, const std::vector<int>& holder) const {
        const std::vector<int> piece = bbw::pieces(volume_laplacian(mesh));
        std::vector<char> held(holder.size(), 0);
        for (std::size_t i = 0; i < holder.size(); ++i)
            if (holder[i] >= 0) held[std::size_t(piece[i])] = 1;
        for (std::size_t i = 0; i < holder.size(); ++i) {
            if (held[std::size_t(piece[i])]) continue;
            const Eigen::Vector3d x = mesh.positions.col(Eigen::Index(i));
            provenance.fail(
                fmt::format("no bone holds a node of the piece of {} nodes around ({:.3g}, {:.3g}, "
                            "{:.3g}), which is connected to no other",
                            std::count(piece.begin(), piece.end(), piece[i]), x.x(), x.y(), x.z()),
                "put a bone into it, take it out of the mesh, or use weights: {type: "
                "closest_bone}");
        }
    }

    static double mean_edge(const VolumeMesh& mesh) { return bbw::mean_edge(mesh); }

    Archive make(const VolumeMesh& mesh, const std::vector<Bone>& bones,
                 const std::vector<int>& holder) const {
        use_one_blas_thread();
        reserve_blas_buffer();
        bbw::Minimum minimum = bbw::minimise(
            mesh, holder, bbw::on_cage(mesh.positions, bones, holder, mean_edge(mesh)),
            int(bones.size()));
        if (!minimum.unended.empty())
            throw ComputationError(
                fmt::format("the weights of bone '{}' were not found in {} factorisations",
                            bones[std::size_t(minimum.unended.front())].name,
                            minimum.steps[std::size_t(minimum.unended.front())]),
                "use a mesh of better shaped elements");
        Archive archive = packed(minimum.weights);
        archive.put("steps", std::move(minimum.steps));
        archive.put("errors", std::move(minimum.errors));
        return archive;
    }

    Params params_;
    SceneGraph& graph_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::BoundedBiharmonic, "weights/bbw",
             "Bounded biharmonic weights: smooth, local, in [0, 1]")
