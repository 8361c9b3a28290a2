/// Nodes that stay in the plane that they lie in, whatever its direction: half of a body stands for
/// the whole where body, loads and motion are mirrored at it.
///
///     n . (x - x0) = 0                 n: normal of the plane, x0: where the node starts
///
/// What is mirrored has no shear force in the plane, which is the natural condition there.

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/math/cross_matrix.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Symmetry final : public Constraint {
public:
    struct Params {
        Selection where;
        Eigen::Vector3d normal = Eigen::Vector3d::Zero();
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes in the plane of symmetry").required(),
            field("normal", &Params::normal,
                  "Normal of the plane, of any length but zero; seen from `frame`")
                .required(),
            field("frame", &Params::frame, "What the normal is seen from"),
        };
    };

    Symmetry(const Params& params, const BuildContext& context) {
        const Body& body = body_here(context);
        nodes_ = body.nodes(params.where);
        if (params.normal.isZero(0))
            context.fail(context.at("normal"), "the normal of constraint/symmetry has no length",
                         "give a direction, such as normal: [1, 1, 0]");
        frame_ = frame_of(turn_to_world(params.frame, body.to_world) * params.normal.normalized());
        require_plane(body, context);
        warn_of_nodes_beside(body, context);
    }

    bool still() const override { return true; }
    bool oblique() const override { return !frame_.isIdentity(0); }

    void constrain(const Body& body, double, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d still = Eigen::Vector3d::Zero();
        for (const int node : nodes_)
            out.push_back({node, axes_,
                           body.mesh.positions.col(node) + body.initial_displacement.col(node),
                           still, still, true, frame_});
    }

private:
    /// Axes of which one is the normal, noted in axes_: the world's if it is among them, but for
    /// round-off.
    Eigen::Matrix3d frame_of(const Eigen::Vector3d& normal) {
        axes_ = {};
        Index along = 0;
        normal.cwiseAbs().maxCoeff(&along);
        axes_[std::size_t(along)] = true;
        const Eigen::Vector3d axis = Eigen::Vector3d::Unit(along);
        if (normal.cross(axis).norm() < 1e-14) return Eigen::Matrix3d::Identity();
        // The smallest rotation that takes the axis to the normal, or to its opposite (Rodrigues).
        const Eigen::Vector3d to = normal[along] > 0 ? normal : -normal;
        const Eigen::Matrix3d across = cross_matrix(axis.cross(to));
        return Eigen::Matrix3d::Identity() + across + across * across / (1 + axis.dot(to));
    }

    Eigen::Vector3d normal() const { return frame_.col(axes_[0] ? 0 : axes_[1] ? 1 : 2); }

    void require_plane(const Body& body, const BuildContext& context) const {
        const Eigen::VectorXd heights =
            body.mesh.positions(Eigen::all, nodes_).transpose() * normal();
        const double thickness = heights.maxCoeff() - heights.minCoeff();
        if (thickness <= tolerance * size_of(body)) return;
        context.fail(context.at("where"),
                     fmt::format("the nodes of constraint/symmetry lie in no plane of that normal: "
                                 "along it they are up to {:.3g} m apart",
                                 thickness),
                     "select the nodes of one face ({plane: {normal: ..., offset: ...}}) and give "
                     "that face's normal");
    }

    /// A selection by a plane of rounded digits leaves out the nodes that are farther away.
    void warn_of_nodes_beside(const Body& body, const BuildContext& context) const {
        const double at = normal().dot(body.mesh.positions.col(nodes_.front()));
        const Eigen::VectorXd distances =
            ((body.mesh.positions.transpose() * normal()).array() - at).abs();
        const double size = size_of(body);
        int n_beside = 0;
        double farthest = 0;
        for (int node = 0; node < body.mesh.n_nodes(); ++node) {
            const double distance = distances[node];
            if (distance < round_off * size || distance > tolerance * size ||
                std::binary_search(nodes_.begin(), nodes_.end(), node))
                continue;
            ++n_beside;
            farthest = std::max(farthest, distance);
        }
        if (n_beside == 0) return;
        context.warn(fmt::format("{} nodes lie beside the plane of constraint/symmetry by at most "
                                 "{:.1g} m, and `where` does not select them",
                                 n_beside, farthest),
                     "give the plane's normal with all its digits, or a `tolerance` to the "
                     "selection");
    }

    static double size_of(const Body& body) {
        return bounding_box(body.mesh.positions).diagonal().norm();
    }

    static constexpr double tolerance = 1e-4;  ///< of a plane's nodes, relative to the body's size
    static constexpr double round_off = 1e-9;  ///< of positions, relative likewise

    std::array<bool, 3> axes_{};
    Eigen::Matrix3d frame_;
    std::vector<int> nodes_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Symmetry, "constraint/symmetry", "Nodes that stay in a plane of any direction")
