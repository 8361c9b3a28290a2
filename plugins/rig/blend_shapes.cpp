/// Shapes that are added to a surface, more or less of each: blend shapes, morph targets, shape
/// keys. Parameters p: the weights w beyond those that the neutral surface has already.
///
///     x = X + sum_k p_k delta_k,     delta_k = S_k - X,     p_k = w_k(t) - w_k(rest)
///
/// X: the neutral surface; S_k: the same points in shape k, one file a shape, or a morph target of
/// a glTF file. Weights beyond 0 and 1 exaggerate. x is linear in p.
///
/// Lewis, Anjyo, Rhee, Zhang, Pighin & Deng, Practice and Theory of Blendshape Facial Models,
/// Eurographics 2014 (state of the art report), "delta" formulation, equation 2.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/rig.hpp>
#include <sinew/mechanics/visual/played_morphs.hpp>

#include "shape_surface.hpp"

namespace sinew {

/// A shape, as the scene says it.
struct WrittenBlendShape {
    std::string name;
    PluginSlot<MeshSource> mesh;
    Varying<double> weight;

    static constexpr auto fields = std::tuple{
        field("name", &WrittenBlendShape::name, "By which messages call it; its number if absent"),
        field("mesh", &WrittenBlendShape::mesh,
              "The neutral surface in this shape: the same points and triangles")
            .required(),
        field("weight", &WrittenBlendShape::weight,
              "How much of it is added, over time: 0 is nothing, 1 the shape"),
    };
};

/// True if the triangles are the same, but for quadrilaterals that are cut along the other
/// diagonal: readers cut along the shorter one.
inline bool is_same_topology(const Eigen::MatrixXi& a, const Eigen::MatrixXi& b) {
    std::map<std::pair<int, int>, std::vector<int>> opposite;  // of each edge
    const auto edge = [](int i, int j) { return std::minmax({i, j}); };
    for (Index t = 0; t < a.cols(); ++t)
        for (int k = 0; k < 3; ++k)
            opposite[edge(a(k, t), a((k + 1) % 3, t))].push_back(a((k + 2) % 3, t));
    std::set<std::pair<int, int>> joined;
    for (const auto& [ends, points] : opposite) {
        joined.insert(ends);
        if (points.size() == 2) joined.insert(edge(points[0], points[1]));
    }
    for (Index t = 0; t < b.cols(); ++t)
        for (int k = 0; k < 3; ++k)
            if (joined.count(edge(b(k, t), b((k + 1) % 3, t))) == 0) return false;
    return true;
}

class BlendShapesRig final : public Rig {
public:
    struct Params : PlayedMorphs {
        PluginSlot<MeshSource> mesh;
        std::vector<WrittenBlendShape> shapes;

        static constexpr auto fields = std::tuple_cat(
            std::tuple{
                field("mesh", &Params::mesh,
                      "The neutral surface, in the node's rest frame: that of the node's `visual`")
                    .required(),
                field("shapes", &Params::shapes, "What is added to it; or give a `clip`"),
            },
            PlayedMorphs::fields);
    };
    static constexpr const char* source = "Lewis et al. 2014, equation 2";

    BlendShapesRig(const Params& params, BuildContext& context) : shapes_(params.shapes) {
        const std::unique_ptr<MeshSource> file = params.mesh.make(context);
        const SurfaceMesh neutral = shape_surface(*file, params.mesh, context);
        neutral_ = context.node().world() * neutral.positions;
        for (std::size_t k = 0; k < shapes_.size(); ++k) add(k, neutral, context);
        const auto morphs = morphs_of(params, params.mesh, *file, neutral, context);
        if (morphs) tracks_ = morphs->tracks;
        for (const MorphTrack& track : tracks_)
            for (std::size_t k = 0; k < track.targets.size(); ++k) {
                deltas_.push_back(track.targets[k]);
                names_.push_back(track.names[k]);
            }
        if (deltas_.empty())
            context.fail("blend shapes without shapes",
                         "give shapes: [{mesh: {type: file, file: ...}, weight: ...}], or the "
                         "`clip` of a glTF file");
    }

    Index n_parameters() const override { return Index(deltas_.size()); }
    RigParameter parameter(Index k) const override { return {names_[std::size_t(k)], "", 1}; }
    Vector parameters(double t) const override {
        Vector p(n_parameters());
        Index at = 0;
        for (const WrittenBlendShape& shape : shapes_) p[at++] = shape.weight.at(t);
        for (const MorphTrack& track : tracks_) {
            const Eigen::VectorXd added = track.added(t);
            p.segment(at, added.size()) = added;
            at += added.size();
        }
        return p;
    }

    std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& rest) const override {
        require_neutral(rest.positions);
        return std::make_unique<Surface>(deltas_, rest.positions);
    }

private:
    class Surface final : public RiggedSurface {
    public:
        Surface(const std::vector<Points>& deltas, Points rest)
            : deltas_(deltas), rest_(std::move(rest)) {}
        void positions(const Vector& p, std::span<const int> points, Points& x) const override {
            x = rest_(Eigen::all, points);
            for (Index k = 0; k < p.size(); ++k)
                if (p[k] != 0) x += p[k] * deltas_[std::size_t(k)](Eigen::all, points);
        }
        /// Coordinates at rest and of each shape, along the axes.
        Eigen::MatrixXd linear_factors() const override {
            Eigen::MatrixXd factors(rest_.cols(), 3 * (1 + Index(deltas_.size())));
            factors.leftCols<3>() = rest_.transpose();
            for (std::size_t k = 0; k < deltas_.size(); ++k)
                factors.middleCols<3>(3 * Index(k + 1)) = deltas_[k].transpose();
            return factors;
        }
        Points linear_vectors(const Vector& p) const override {
            Points vectors(3, 3 * (1 + p.size()));
            vectors.leftCols<3>().setIdentity();
            for (Index k = 0; k < p.size(); ++k)
                vectors.middleCols<3>(3 * (k + 1)) = p[k] * Eigen::Matrix3d::Identity();
            return vectors;
        }

    private:
        const std::vector<Points>& deltas_;
        Points rest_;
    };

    /// Reads shape k.
    void add(std::size_t k, const SurfaceMesh& neutral, BuildContext& context) {
        const WrittenBlendShape& written = shapes_[k];
        const SourceMark& where = written.mesh.value().mark;
        const SurfaceMesh shape = shape_surface(*written.mesh.make(context), written.mesh, context);
        names_.push_back(written.name.empty() ? fmt::format("shapes[{}]", k) : written.name);
        const char* remedy =
            "export neutral surface and shapes from one model, without welding or sorting points";
        if (shape.n_points() != neutral.n_points() || shape.n_triangles() != neutral.n_triangles())
            context.fail(where,
                         fmt::format("shape '{}' has {} points and {} triangles, and the neutral "
                                     "surface {} and {}",
                                     names_.back(), shape.n_points(), shape.n_triangles(),
                                     neutral.n_points(), neutral.n_triangles()),
                         remedy);
        if (!is_same_topology(neutral.triangles, shape.triangles))
            context.fail(where,
                         fmt::format("the triangles of shape '{}' join other points than those of "
                                     "the neutral surface",
                                     names_.back()),
                         remedy);
        const Points delta = shape.positions - neutral.positions;
        if (delta.isZero(0))
            context.fail(where, fmt::format("shape '{}' is the neutral surface", names_.back()),
                         "leave it out: its weight would change nothing");
        deltas_.push_back(context.node().world().linear() * delta);
    }

    /// Refuses a surface whose points are not those of the neutral one.
    void require_neutral(const Points& rest) const {
        const char* remedy =
            "give the node `visual: {mesh: ...}` with the mesh of the rig, the same file and scale";
        if (rest.cols() != neutral_.cols())
            provenance.fail(fmt::format("the surface that the rig should move has {} points, and "
                                        "that of its shapes {}",
                                        rest.cols(), neutral_.cols()),
                            remedy);
        Index i = 0;
        const double away = (rest - neutral_).colwise().norm().maxCoeff(&i);
        if (!(away <= 1e-6 * bounding_box(neutral_).diagonal().norm()))
            provenance.fail(fmt::format("the surface that the rig should move is not that of its "
                                        "shapes: point {} is {:.3g} m away",
                                        i, away),
                            remedy);
    }

    std::vector<WrittenBlendShape> shapes_;
    std::vector<MorphTrack> tracks_;  ///< in the world, on the scene's clock
    Points neutral_;                  ///< 3 x n_points, in the world [m]
    std::vector<Points> deltas_;  ///< of shapes, then of the targets of tracks, in the world [m]
    std::vector<std::string> names_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::BlendShapesRig, "rig/blend_shapes",
             "Shapes that are added to a surface, by weights")
