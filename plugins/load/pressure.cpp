/// A pressure that follows the skin: it acts against the present outward normal.
///
///     f_a  = -p integral of N_a (x_xi cross x_eta) dxi deta                            [N]
///     K_ab = p integral of N_a (N_b,eta [x_xi]x - N_b,xi [x_eta]x) dxi deta            [N/m]
///
/// with [v]x w = v cross w and K_ab = -df_a/dx_b. K is not symmetric, save for a closed surface or
/// one whose rim is fixed.
///
/// Bonet & Wood, Nonlinear Continuum Mechanics for Finite Element Analysis, 2008, section 8.5.2.

#include <limits>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/face_rule.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Pressure final : public Load {
public:
    struct Params {
        Selection where;
        Varying<double> pressure;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Faces of the skin, by their nodes").required(),
            field("pressure", &Params::pressure, unit::Pa, "Positive pushes inwards").required(),
        };
    };

    Pressure(const Params& params, const BuildContext& context) : params_(params) {
        const Body& body = body_here(context);
        for (const int face : body.faces(params.where))
            faces_.push_back(body.skin.faces[std::size_t(face)]);
    }

    bool is_follower() const override { return true; }
    bool symmetric() const override { return false; }
    double potential(const LoadSite&, double) const override {
        return std::numeric_limits<double>::quiet_NaN();
    }

    void evaluate(const LoadSite& site, double t, PointForces& out) const override {
        const double p = params_.pressure.at(t);
        for (const std::vector<int>& face : faces_) evaluate_face(site, face, p, out);
    }

private:
    static Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
        Eigen::Matrix3d m;
        m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
        return m;
    }

    static void evaluate_face(const LoadSite& site, const std::vector<int>& nodes, double p,
                              PointForces& out) {
        const FaceRule& rule = face_rule(nodes.size());
        const Index n = Index(nodes.size());
        std::vector<MaterialPoint> points;
        Eigen::Matrix3Xd x(3, n), f = Eigen::Matrix3Xd::Zero(3, n);
        for (Index a = 0; a < n; ++a) {
            points.push_back(MaterialPoint::at_node(site.body_index, nodes[std::size_t(a)]));
            x.col(a) = site.motion->position(points.back());
        }
        Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            const Eigen::Matrix<double, 3, 2> tangents = x * rule.gradients[q];
            const double wp = rule.weights(Index(q)) * p;
            f -= wp * tangents.col(0).cross(tangents.col(1)) * rule.values[q].transpose();
            if (!out.wants_tangent()) continue;
            const Eigen::Matrix3d along_xi = cross_matrix(tangents.col(0));
            const Eigen::Matrix3d along_eta = cross_matrix(tangents.col(1));
            for (Index b = 0; b < n; ++b) {
                const Eigen::Matrix3d change =
                    wp * (rule.gradients[q](b, 1) * along_xi - rule.gradients[q](b, 0) * along_eta);
                for (Index a = 0; a < n; ++a)
                    K.block<3, 3>(3 * a, 3 * b) += rule.values[q](a) * change;
            }
        }
        for (Index a = 0; a < n; ++a) {
            out.force(points[std::size_t(a)], f.col(a));
            if (!out.wants_tangent()) continue;
            for (Index b = 0; b < n; ++b)
                out.stiffness(points[std::size_t(a)], points[std::size_t(b)],
                              K.block<3, 3>(3 * a, 3 * b));
        }
    }

    Params params_;
    std::vector<std::vector<int>> faces_;  ///< nodes of each
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Pressure, "load/pressure", "A pressure that follows the skin")
