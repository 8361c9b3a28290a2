/// A pressure that follows the faces it acts on: it acts against their present outward normal.
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
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/math/cross_matrix.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Pressure final : public Load {
public:
    static constexpr std::array traits{load_trait::unsymmetric, load_trait::follows_motion};

    struct Params : LoadedSurfaceParams {
        Selection where;
        Varying<double> pressure;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Faces, by their nodes").required(),
            loaded_surface,
            field("pressure", &Params::pressure, unit::Pa, "Positive pushes inwards").required(),
        };
    };

    Pressure(const Params& params, const BuildContext& context)
        : params_(params), loaded_(load_faces(params.surface, params.where, context)) {}

    bool is_follower() const override { return true; }
    bool symmetric() const override { return false; }
    double potential(const LoadSite&, double) const override {
        return std::numeric_limits<double>::quiet_NaN();
    }

    void evaluate(const LoadSite& site, double t, PointForces& out) const override {
        const double p = params_.pressure.at(t);
        std::vector<MaterialPoint> points = loaded_.points;
        Points x(3, Index(points.size()));
        for (std::size_t a = 0; a < points.size(); ++a) {
            points[a].body = site.body_index;
            x.col(Index(a)) = site.motion->position(points[a]);
        }
        for (const std::vector<int>& face : loaded_.faces) evaluate_face(points, x, face, p, out);
    }

private:
    /// `face`: numbers of points; x: where these are, 3 x n [m].
    static void evaluate_face(const std::vector<MaterialPoint>& points, const Points& x,
                              const std::vector<int>& face, double p, PointForces& out) {
        const FaceRule& rule = face_rule(face.size());
        const Index n = Index(face.size());
        const Points corners = x(Eigen::all, face);
        Eigen::Matrix3Xd f = Eigen::Matrix3Xd::Zero(3, n);
        Eigen::MatrixXd K = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            const Eigen::Matrix<double, 3, 2> tangents = corners * rule.gradients[q];
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
            const MaterialPoint& point = points[std::size_t(face[std::size_t(a)])];
            out.force(point, f.col(a));
            if (!out.wants_tangent()) continue;
            for (Index b = 0; b < n; ++b)
                out.stiffness(point, points[std::size_t(face[std::size_t(b)])],
                              K.block<3, 3>(3 * a, 3 * b));
        }
    }

    Params params_;
    LoadFaces loaded_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Pressure, "load/pressure", "A pressure that follows the faces it acts on")
