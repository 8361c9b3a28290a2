/// Nodes that move as one rigid piece, as a stiff plate on a face would make them: each hangs on a
/// spring from its position in that piece, which lies where all springs together are at least
/// energy.
///
///     E    = k/2 sum_a |x_a - c - R r_a|^2,     r_a = X_a - mean of X,   c = mean of x
///     F    = sum_a (x_a - c) r_a' = R S         (polar decomposition: R maximises tr R'F)
///     f_a  = -k (x_a - c - R r_a)
///     K_ab = k ((delta_ab - 1/n) I + R [r_a]x G^-1 [r_b]x R'),     G = tr(S) I - S
///
/// K is positive where G is not below its value at rest; eigenvalues of G in the metric of that
/// value are raised to 1 where the positive tangent is asked for.
///
/// Forces sum to zero and have no moment, so that the piece is free to move; the springs' parts of
/// c and R fall away from the gradient, because E is least in them. A moment on the face (load/
/// moment) turns it as a whole. Every node acts on every other: meant for some hundred nodes.
///
/// Muller, Heidelberger, Teschner & Gross, Meshless deformations based on shape matching, ACM
/// Transactions on Graphics 24, 2005, section 3.3 (the rigid piece); Polar3 (dR).

#include <fmt/format.h>

#include <Eigen/Dense>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/math/cross_matrix.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

/// The springs of a rigid piece, while its constraint acts.
class RigidSprings final : public Load {
public:
    /// `when` must outlive this.
    RigidSprings(std::vector<int> nodes, const Points& X, double stiffness,
                 const ActiveWindow& when)
        : nodes_(std::move(nodes)),
          rest_(X.colwise() - X.rowwise().mean()),
          stiffness_(stiffness),
          when_(when) {
        const Eigen::Matrix3d squares = rest_ * rest_.transpose();
        rest_spin_ = squares.trace() * Eigen::Matrix3d::Identity() - squares;
    }

    bool is_follower() const override { return true; }

    double potential(const LoadSite& site, double t) const override {
        if (!when_.active(t)) return 0;
        const Piece piece = piece_at(site);
        return 0.5 * stiffness_ * piece.deviations.squaredNorm();
    }

    void evaluate(const LoadSite& site, double t, PointForces& out) const override {
        if (!when_.active(t)) return;
        const Piece piece = piece_at(site);
        for (std::size_t a = 0; a < nodes_.size(); ++a)
            out.force(point(site, a), -stiffness_ * piece.deviations.col(Index(a)));
        if (out.wants_tangent()) add_stiffness(site, piece.polar, out);
    }

private:
    struct Piece {
        Polar3<double> polar;
        Points deviations;  ///< x_a - c - R r_a
    };

    MaterialPoint point(const LoadSite& site, std::size_t a) const {
        return MaterialPoint::at_node(site.body_index, nodes_[a]);
    }

    Piece piece_at(const LoadSite& site) const {
        Points x(3, rest_.cols());
        for (std::size_t a = 0; a < nodes_.size(); ++a)
            x.col(Index(a)) = site.motion->position(point(site, a));
        x.colwise() -= Eigen::Vector3d(x.rowwise().mean());
        const Eigen::Matrix3d F = x * rest_.transpose();
        Piece piece{polar<double>(F), {}};
        piece.deviations = x - piece.polar.R * rest_;
        return piece;
    }

    void add_stiffness(const LoadSite& site, const Polar3<double>& polar, PointForces& out) const {
        const double n = double(nodes_.size());
        const Eigen::Matrix3d G_inv = out.definiteness() == Definiteness::psd_projected
                                          ? projected_inverse(polar.G)
                                          : polar.G_inv;
        std::vector<Eigen::Matrix3d> arms;
        for (const auto& r : rest_.colwise()) arms.push_back(polar.R * cross_matrix(r));
        for (std::size_t a = 0; a < nodes_.size(); ++a) {
            const Eigen::Matrix3d arm = arms[a] * G_inv;
            for (std::size_t b = 0; b < nodes_.size(); ++b) {
                Eigen::Matrix3d K = -arm * arms[b].transpose();
                K.diagonal().array() += (a == b ? 1 : 0) - 1 / n;
                out.stiffness(point(site, a), point(site, b), stiffness_ * K);
            }
        }
    }

    /// Inverse of the least matrix that is above both G and its value at rest, in that one's
    /// metric.
    Eigen::Matrix3d projected_inverse(const Eigen::Matrix3d& G) const {
        const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix3d> eigen(G, rest_spin_);
        const Eigen::Matrix3d& V = eigen.eigenvectors();  // V' G_rest V = I
        return V * eigen.eigenvalues().cwiseMax(1).cwiseInverse().asDiagonal() * V.transpose();
    }

    std::vector<int> nodes_;
    Points rest_;                ///< r_a, 3 x n [m]
    Eigen::Matrix3d rest_spin_;  ///< G at rest [m^2]
    double stiffness_;           ///< k [N/m]
    const ActiveWindow& when_;
};

class Rigid final : public Constraint {
public:
    struct Params {
        Selection where;
        double stiffness = 0;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Nodes that move as one rigid piece").required(),
            field("stiffness", &Params::stiffness, unit::N_per_m, positive,
                  "k of each node's spring, to be large beside Young's modulus times an element's "
                  "length")
                .required(),
        };
    };
    static constexpr const char* source =
        "Muller et al., Meshless deformations based on shape matching, 2005, section 3.3";

    Rigid(const Params& params, const BuildContext& context) {
        const Body& body = body_here(context);
        const std::vector<int> nodes = body.nodes(params.where);
        const Points X = body.mesh.positions(Eigen::all, nodes);
        require_face(X, context);
        springs_ = std::make_unique<RigidSprings>(nodes, X, params.stiffness, common);
    }

    void constrain(const Body&, double, std::vector<ConstrainedNode>&) const override {}
    const Load* springs() const override { return springs_.get(); }

private:
    static void require_face(const Points& X, const BuildContext& context) {
        const Points r = X.colwise() - X.rowwise().mean();
        const Eigen::Vector3d squares = symmetric_decomposition(r * r.transpose()).values;
        if (squares[1] > 1e-12 * squares[2]) return;
        context.fail(context.at("where"),
                     fmt::format("the {} nodes of constraint/rigid lie on one line, about which "
                                 "they could turn",
                                 X.cols()),
                     "select the nodes of a face");
    }

    std::unique_ptr<RigidSprings> springs_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Rigid, "constraint/rigid",
             "Nodes that move as one rigid piece, on stiff springs")
