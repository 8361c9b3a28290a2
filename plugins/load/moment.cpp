/// A moment on a face, which the face takes as a traction that grows linearly from its centroid c,
/// as a beam's does over its section. It leaves the face free to warp, and makes no net force:
///
///     t   = alpha cross (x - c),     J alpha = M
///     f_a = alpha cross y_a,         y_a = sum_b M_ab (x_b - c),     M_ab = integral of N_a N_b dA
///     J   = sum_ab M_ab ((r_a . r_b) I - r_b r_a'),     r_a = x_a - c
///
/// with areas at rest, and positions as they are: the sum of x_a cross f_a is M however the face
/// has turned. M keeps its axes while the face turns (a dead moment), so that it has no potential,
/// and its stiffness no symmetry:
///
///     df_a/dx_b = [alpha]x (M_ab - m_a m_b / A) + [y_a]x J^-1 B_b,     m_a = sum_b M_ab
///     B_b       = 2 alpha y_b' - (y_b . alpha) I - y_b alpha'
///
/// Every point of the face acts on every other: it is meant for faces of some hundred.

#include <Eigen/Dense>
#include <limits>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/face_rule.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/math/cross_matrix.hpp>
#include <sinew/mechanics/selection/frame.hpp>
#include <sinew/mechanics/selection/selection.hpp>

namespace sinew {

class Moment final : public Load {
public:
    static constexpr std::array traits{load_trait::unsymmetric, load_trait::follows_motion};

    struct Params : LoadedSurfaceParams {
        Selection where;
        Varying<Eigen::Vector3d> moment;
        Frame frame = Frame::world;

        static constexpr auto fields = std::tuple{
            field("where", &Params::where, "Faces, by their nodes").required(),
            loaded_surface,
            field("moment", &Params::moment, unit::Nm,
                  "Axis times size, by the right hand; it keeps its axis while the faces turn")
                .required(),
            field("frame", &Params::frame, "What the moment is seen from"),
        };
    };

    Moment(const Params& params, const BuildContext& context) : params_(params) {
        const LoadFaces chosen = load_faces(params.surface, params.where, context);
        points_ = chosen.points;
        areas_ = Eigen::MatrixXd::Zero(Index(points_.size()), Index(points_.size()));
        for (const std::vector<int>& face : chosen.faces) add_face(chosen.rest, face);
        shares_ = areas_.rowwise().sum();
    }

    bool is_follower() const override { return true; }
    bool symmetric() const override { return false; }
    double potential(const LoadSite&, double) const override {
        return std::numeric_limits<double>::quiet_NaN();
    }

    void evaluate(const LoadSite& site, double t, PointForces& out) const override {
        const Index n = shares_.size();
        std::vector<MaterialPoint> points = points_;
        Eigen::Matrix3Xd r(3, n);
        for (Index a = 0; a < n; ++a) {
            points[std::size_t(a)].body = site.body_index;
            r.col(a) = site.motion->position(points[std::size_t(a)]);
        }
        r.colwise() -= Eigen::Vector3d(r * shares_ / shares_.sum());
        const Eigen::Matrix3Xd y = r * areas_;
        const Eigen::Matrix3d ry = r * y.transpose();
        const Eigen::Matrix3d J = ry.trace() * Eigen::Matrix3d::Identity() - ry;
        const Eigen::Matrix3d J_inverse = J.inverse();
        const Eigen::Vector3d alpha =
            J_inverse * (turn_to_world(params_.frame, site.body.to_world) * params_.moment.at(t));
        for (Index a = 0; a < n; ++a)
            out.force(points[std::size_t(a)], alpha.cross(Eigen::Vector3d(y.col(a))));
        if (out.wants_tangent()) add_stiffness(points, y, J_inverse, alpha, out);
    }

private:
    /// Adds the integral of N_a N_b over a face at rest.
    void add_face(const Points& rest, const std::vector<int>& face) {
        const FaceRule& rule = face_rule(face.size());
        for (std::size_t q = 0; q < rule.values.size(); ++q) {
            const double dA = area_at(rule, q, rest, face);
            for (std::size_t a = 0; a < face.size(); ++a)
                for (std::size_t b = 0; b < face.size(); ++b)
                    areas_(face[a], face[b]) +=
                        rule.values[q](Index(a)) * rule.values[q](Index(b)) * dA;
        }
    }

    void add_stiffness(const std::vector<MaterialPoint>& points, const Eigen::Matrix3Xd& y,
                       const Eigen::Matrix3d& J_inverse, const Eigen::Vector3d& alpha,
                       PointForces& out) const {
        const double area = shares_.sum();
        const Eigen::Matrix3d turn = cross_matrix(alpha);
        for (Index b = 0; b < shares_.size(); ++b) {
            const Eigen::Vector3d y_b = y.col(b);
            const Eigen::Matrix3d B = 2 * alpha * y_b.transpose() -
                                      y_b.dot(alpha) * Eigen::Matrix3d::Identity() -
                                      y_b * alpha.transpose();
            const Eigen::Matrix3d change = J_inverse * B;
            for (Index a = 0; a < shares_.size(); ++a)
                out.stiffness(points[std::size_t(a)], points[std::size_t(b)],
                              -(areas_(a, b) - shares_[a] * shares_[b] / area) * turn -
                                  cross_matrix(y.col(a)) * change);
        }
    }

    Params params_;
    std::vector<MaterialPoint> points_;
    Eigen::MatrixXd areas_;  ///< M_ab [m^2]
    Vector shares_;          ///< m_a [m^2]
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Moment, "load/moment", "A moment on faces, spread linearly over them")
