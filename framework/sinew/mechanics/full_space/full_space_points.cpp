#include <cmath>
#include <sinew/mechanics/full_space/full_space_system.hpp>

namespace sinew {

Eigen::Vector3d FullSpaceSystem::position(const MaterialPoint& point, const Vector& q) const {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        x += point.weights[a] *
             (body_.mesh.positions.col(point.nodes[a]) + q.segment<3>(3 * Index(point.nodes[a])));
    return x;
}

Eigen::Vector3d FullSpaceSystem::velocity(const MaterialPoint& point, const Vector&,
                                          const Vector& v) const {
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        velocity += point.weights[a] * v.segment<3>(3 * Index(point.nodes[a]));
    return velocity;
}

Points FullSpaceSystem::rest_positions() const {
    return rest_ ? rest_->positions() : body_.mesh.positions;
}

Points FullSpaceSystem::rest_surface() const {
    return rest_ ? rest_->shape().surface(t_) : Points(3, 0);
}

Points FullSpaceSystem::positions(const Vector& q) const {
    return body_.mesh.positions + q.reshaped(3, body_.mesh.n_nodes());
}

Points FullSpaceSystem::velocities(const Vector&, const Vector& v) const {
    return v.reshaped(3, body_.mesh.n_nodes());
}

void FullSpaceSystem::add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                      const Vector&, Vector& f) const {
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        f.segment<3>(3 * Index(point.nodes[a])) += point.weights[a] * force;
}

std::vector<BodySystem::Jacobian> FullSpaceSystem::point_jacobian(const MaterialPoint& point,
                                                                  const Vector&) const {
    std::vector<Jacobian> pieces;
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        pieces.push_back(
            {3 * Index(point.nodes[a]), point.weights[a] * Eigen::Matrix3d::Identity()});
    return pieces;
}

PointFields FullSpaceSystem::point_fields(const Vector& q) const {
    return assembler_.point_fields(deformation(q));
}

}  // namespace sinew
