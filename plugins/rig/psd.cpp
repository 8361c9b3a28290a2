/// Pose space deformation: another rig, and corrections of its surface that are sculpted at a few
/// poses and interpolated between them.
///
///     x(p) = x_below(p) + R(p) sum_j w_j(p) delta_j,     delta_j = R(p_j)' (S_j - x_below(p_j))
///
/// S_j: the surface as it should be at p_j; R: the rotation of the rig's root, with which
/// corrections turn; w_j: 1 at its own pose and 0 at the others and at rest, where nothing is
/// corrected. Between and beyond poses weights may be negative, or greater than 1.
///
/// Lewis, Cordner & Fong, Pose space deformation, SIGGRAPH 2000; Xu & Barbic 2016, equations 1, 2.

#include <fmt/format.h>

#include <numeric>
#include <optional>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/pose/rig_features.hpp>
#include <sinew/mechanics/pose/written_pose.hpp>
#include <sinew/mechanics/pose_space/sculpted_surface.hpp>
#include <sinew/mechanics/skinning/carried_surface.hpp>

#include "psd/transferred_shape.hpp"
#include "shape_surface.hpp"

namespace sinew {

/// A pose at which the surface is sculpted.
struct SculptedPose : WrittenPose {
    PluginSlot<MeshSource> shape;

    static constexpr auto fields = std::tuple_cat(
        WrittenPose::fields,
        std::tuple{field("shape", &SculptedPose::shape,
                         "The surface there, in the node's frame: the points of the one that the "
                         "rig moves (or of `at_rest`), in their order")
                       .required()});
};

class PsdRig final : public Rig {
public:
    struct Params {
        PluginSlot<Rig> of;
        std::vector<Marked<SculptedPose>> poses;
        PluginSlot<MeshSource> at_rest;
        PoseKernel kernel = PoseKernel::distance;
        Blend blend = Blend::dual_quaternion;

        static constexpr auto fields = std::tuple{
            field("of", &Params::of, "The rig whose surface is corrected").required(),
            field("poses", &Params::poses, "Where it is corrected, beside the neutral pose")
                .required(),
            field("at_rest", &Params::at_rest,
                  "The surface that the shapes are of, at rest, if it is not the one that the rig "
                  "moves: that takes from the nearest triangles what they do at the poses"),
            field("kernel", &Params::kernel,
                  "Radial function that interpolates between poses: the distance itself, as "
                  "published, with a kink at each pose, or one that is smooth"),
            field("blend", &Params::blend,
                  "How the motions of the bones are mixed on the surface, of a rig with bones"),
        };
    };
    static constexpr const char* source = "Xu & Barbic 2016, equations 1, 2";

    PsdRig(const Params& params, BuildContext& context)
        : params_(params), node_(context.node()), below_(params.of.make(context)) {
        if (below_->skeletal() == nullptr && params.blend != Params().blend)
            context.fail(context.at("blend"),
                         fmt::format("`blend` mixes the motions of bones, and {} has none",
                                     below_->provenance.plugin),
                         "leave it out");
        if (params.poses.empty())
            context.fail(context.at("poses"), "corrections without a pose",
                         "give one: poses: [{time: ..., shape: {type: file, file: ...}}]");
        const PoseFeatures features = pose_features(*below_);
        Eigen::MatrixXd x(features.size(), Index(params.poses.size()) + 1);
        x.col(0) = features.of(Vector::Zero(n_parameters()));
        std::vector<SourceMark> where;
        if (const auto at_rest = params.at_rest.make(context)) {
            at_rest_ = shape_surface(*at_rest, params.at_rest, context);
            at_rest_->positions = node_.world() * at_rest_->positions;
        }
        for (const Marked<SculptedPose>& pose : params.poses) {
            where.push_back(pose.where);
            parameters_.push_back(sinew::parameters_of(pose.value, pose.where, *below_));
            x.col(Index(parameters_.size())) = features.of(parameters_.back());
            const auto file = pose.value.shape.make(context);
            shapes_.push_back(node_.world() *
                              shape_surface(*file, pose.value.shape, context).positions);
        }
        refuse_equal_poses(x, where);
        interpolation_ =
            std::make_unique<Interpolation>(Interpolation{features, PoseWeights(x, params.kernel)});
    }

    Index n_parameters() const override { return below_->n_parameters(); }
    RigParameter parameter(Index k) const override { return below_->parameter(k); }
    Vector parameters(double t) const override { return below_->parameters(t); }
    bool jumps(double from, double to) const override { return below_->jumps(from, to); }
    Eigen::Isometry3d root(const Vector& p) const override { return below_->root(p); }
    const SkeletalRig* skeletal() const override { return below_->skeletal(); }
    RigHandles* handles() override { return below_->handles(); }
    /// As a type of its own, which players that know no corrections refuse.
    std::string export_to(Archive& archive) const override {
        if (const std::string reason = below_->export_to(archive); !reason.empty()) return reason;
        archive.put("rig/type", std::string("sculpted_skeleton"));
        return {};
    }

    std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& rest) const override {
        auto below = carried_surface(*below_, node_, rest, params_.blend, provenance);
        std::vector<int> all(std::size_t(rest.n_points()));
        std::iota(all.begin(), all.end(), 0);
        std::vector<Points> corrections;
        for (std::size_t j = 0; j < shapes_.size(); ++j) {
            Points x;
            below->positions(parameters_[j], all, x);
            const Points correction = shape(j, rest) - x;
            refuse_far(j, rest, correction);
            corrections.push_back(root(parameters_[j]).linear().transpose() * correction);
        }
        return std::make_unique<Surface>(*this, std::move(below), std::move(corrections));
    }

private:
    struct Interpolation {
        PoseFeatures features;
        PoseWeights weights;
    };

    class Surface final : public RiggedSurface {
    public:
        Surface(const PsdRig& rig, std::unique_ptr<RiggedSurface> below,
                std::vector<Points> corrections)
            : rig_(rig), below_(std::move(below)), corrections_(std::move(corrections)) {}

        void positions(const Vector& p, std::span<const int> points, Points& x) const override {
            below_->positions(p, points, x);
            const Vector w = rig_.interpolation_->weights.at(rig_.interpolation_->features.of(p));
            const Eigen::Matrix3d R = rig_.root(p).linear();
            for (std::size_t k = 0; k < points.size(); ++k)
                x.col(Index(k)) += pose_space::sculpted_correction(corrections_, w, points[k], R);
        }
        /// What is below, and coordinates of the corrections along axes that turn with the root.
        Eigen::MatrixXd linear_factors() const override {
            const Eigen::MatrixXd below = below_->linear_factors();
            if (below.cols() == 0) return {};
            Eigen::MatrixXd factors(below.rows(), below.cols() + 3 * Index(corrections_.size()));
            factors.leftCols(below.cols()) = below;
            for (std::size_t j = 0; j < corrections_.size(); ++j)
                factors.middleCols<3>(below.cols() + 3 * Index(j)) = corrections_[j].transpose();
            return factors;
        }
        Points linear_vectors(const Vector& p) const override {
            const Points below = below_->linear_vectors(p);
            const Vector w = rig_.interpolation_->weights.at(rig_.interpolation_->features.of(p));
            const Eigen::Matrix3d R = rig_.root(p).linear();
            Points vectors(3, below.cols() + 3 * Index(corrections_.size()));
            vectors.leftCols(below.cols()) = below;
            for (std::size_t j = 0; j < corrections_.size(); ++j)
                vectors.middleCols<3>(below.cols() + 3 * Index(j)) = w[Index(j) + 1] * R;
            return vectors;
        }

        std::string export_to(Archive& archive) const override {
            if (const std::string reason = below_->export_to(archive); !reason.empty())
                return reason;
            std::vector<double> all;
            for (const Points& correction : corrections_)
                all.insert(all.end(), correction.reshaped().begin(), correction.reshaped().end());
            archive.put("shape/sculpted", std::move(all));
            const PoseWeights& weights = rig_.interpolation_->weights;
            const bool is_smooth = weights.kernel() == PoseKernel::multiquadric;
            archive.put("sculpted/poses", std::int64_t(weights.size()));
            archive.put("sculpted/kernel", std::string(is_smooth ? "multiquadric" : "distance"));
            archive.put("sculpted/features", Vector(weights.poses().reshaped()));
            return {};
        }

    private:
        const PsdRig& rig_;
        std::unique_ptr<RiggedSurface> below_;
        std::vector<Points> corrections_;  ///< one a pose, seen from the root [m]
    };

    /// A file in other units, in another frame, of another pose or with its points in another order
    /// is nothing that anybody sculpts.
    void refuse_far(std::size_t j, const SurfaceMesh& rest, const Points& correction) const {
        constexpr double far = 0.25;
        const double mean = correction.colwise().norm().mean(), size = size_of(rest);
        if (!(mean > far * size)) return;
        throw InputError(params_.poses[j].value.shape.value().mark,
                         fmt::format("points of the shape are {:.3g} m, in the mean, from where {} "
                                     "takes them at this pose, and the surface is {:.3g} m large",
                                     mean, below_->provenance.plugin, size),
                         "give the surface in metres (`scale`), in the node's frame (output/obj: "
                         "{frame: node}), at this pose, its points in their order");
    }
    /// The diagonal of its box [m].
    static double size_of(const SurfaceMesh& surface) {
        const Points& x = surface.positions;
        return (x.rowwise().maxCoeff() - x.rowwise().minCoeff()).norm();
    }

    /// Positions of the surface at pose j, 3 x n_points [m].
    Points shape(std::size_t j, const SurfaceMesh& rest) const {
        const Points& shape = shapes_[j];
        if (const Index n = (at_rest_ ? *at_rest_ : rest).n_points(); shape.cols() != n)
            throw InputError(
                params_.poses[j].value.shape.value().mark,
                fmt::format("the shape has {} points, and the surface {} {}", shape.cols(),
                            at_rest_ ? "`at_rest`" : "that the rig moves", n),
                "sculpt the surface that the node carries (`visual`), or give the one "
                "that the shapes are of (`at_rest`), without adding, welding or "
                "sorting points");
        if (!at_rest_) return shape;
        TransferredShape there = transferred_shape(*at_rest_, shape, rest.positions);
        const double size = size_of(rest);
        constexpr double far = 0.05;
        if (!(there.farthest < far * size))
            throw InputError(
                params_.at_rest.value().mark,
                fmt::format("point {} of the surface that the rig moves, which is {:.3g} "
                            "m large, is {:.3g} m from the surface `at_rest`",
                            there.farthest_point, size, there.farthest),
                "give the one that the shapes are of as it is at rest, in the node's "
                "frame and in metres (`scale`), and as a whole");
        return std::move(there.positions);
    }

    Params params_;
    SceneNode& node_;
    std::unique_ptr<Rig> below_;
    std::optional<SurfaceMesh> at_rest_;  ///< in the world
    std::vector<Vector> parameters_;      ///< p of each pose
    std::vector<Points> shapes_;          ///< there, in the world [m]
    std::unique_ptr<Interpolation> interpolation_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::PsdRig, "rig/psd", "Corrections of a rig's surface, sculpted at poses")
