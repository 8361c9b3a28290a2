#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/body/initial_motion.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {
namespace {

/// Centre of mass [m], exact for straight-sided elements: each one's mass acts at the mean of its
/// nodes.
Eigen::Vector3d centre_of_mass(const Body& body) {
    const Eigen::VectorXd mass = element_volumes(body.mesh).cwiseProduct(body.density);
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    const Eigen::Index n = body.mesh.elements.rows();
    for (Eigen::Index e = 0; e < mass.size(); ++e) {
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (Eigen::Index a = 0; a < n; ++a)
            centre += body.mesh.positions.col(body.mesh.elements(a, e));
        moment += mass(e) * centre / double(n);
    }
    return moment / mass.sum();
}

}  // namespace

void InitialMotion::apply(Body& body) const {
    const Eigen::Matrix3d turn = turn_to_world(frame, body.to_world);
    const Eigen::Vector3d omega = turn * angular_velocity;
    const bool has_centre = !omega.isZero(0) || stretch != Eigen::Vector3d::Ones();
    const Eigen::Vector3d centre = about        ? Eigen::Vector3d(body.to_world * *about)
                                   : has_centre ? centre_of_mass(body)
                                                : Eigen::Vector3d(Eigen::Vector3d::Zero());
    const Eigen::Matrix3d growth =
        turn * (stretch - Eigen::Vector3d::Ones()).asDiagonal() * turn.transpose();
    body.initial_displacement = (turn * displacement).replicate(1, body.mesh.n_nodes());
    body.initial_velocity = (turn * velocity).replicate(1, body.mesh.n_nodes());
    for (Eigen::Index i = 0; i < body.mesh.n_nodes(); ++i) {
        const Eigen::Vector3d arm = body.mesh.positions.col(i) - centre;
        body.initial_displacement.col(i) += growth * arm;
        body.initial_velocity.col(i) += omega.cross(arm + growth * arm);
    }
}

}  // namespace sinew
