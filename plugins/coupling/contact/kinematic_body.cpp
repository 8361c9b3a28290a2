#include "kinematic_body.hpp"

#include <numeric>

namespace sinew {

KinematicBody::KinematicBody(std::string path, Points rest, Motion motion)
    : motion_(std::move(motion)), tangent_(rest.size()) {
    body_.path = std::move(path);
    body_.mesh.positions = std::move(rest);
    body_.mesh.elements.resize(4, 0);
    prescribed_.dofs.resize(std::size_t(size()));
    std::iota(prescribed_.dofs.begin(), prescribed_.dofs.end(), Index(0));
    prescribed_.a = Vector::Zero(size());
    prescribed_.revision = 1;
    move_to(0);
    committed_ = initial();
    reactions_ = Vector::Zero(size());
}

Points KinematicBody::frame(const Eigen::Vector3d& origin, double size) {
    Points corners(3, 4);
    corners << Eigen::Vector3d::Zero(), size * Eigen::Matrix3d::Identity();
    return corners.colwise() + origin;
}

MaterialPoint KinematicBody::point_of_frame(const Points& corners, const Eigen::Vector3d& X,
                                            int number) {
    const Eigen::Vector3d share = (X - corners.col(0)) / (corners(0, 1) - corners(0, 0));
    return {number, 4, {0, 1, 2, 3}, {1 - share.sum(), share[0], share[1], share[2]}};
}

/// As if it had always been where it is at the time moved to: its way there is nobody's.
State KinematicBody::initial() const {
    return {prescribed_.q, prescribed_.v, Vector::Zero(size())};
}

void KinematicBody::move_to(double t) {
    Points x, v;
    motion_(t, x, v);
    prescribed_.q = (x - body_.mesh.positions).reshaped();
    prescribed_.v = v.reshaped();
}

void KinematicBody::commit(const State& state, double /*t*/, const Vector& reactions) {
    committed_ = state;
    reactions_ = reactions;
}

void KinematicBody::forces(const Vector& /*q*/, const Vector& /*v*/, Forces& out) {
    out.internal.setZero(size());
    out.external.setZero(size());
    out.event = {};
}

const Tangent& KinematicBody::tangent(const Vector& q, const Vector& v,
                                      const TangentWeights& /*weights*/,
                                      Definiteness /*definiteness*/, Forces* out) {
    if (out) forces(q, v, *out);
    return tangent_;
}

void KinematicBody::Identity::add_entries(EntrySink& sink, Index offset) const {
    for (Index i = offset; i < offset + size_; i += 3) sink.add3(i, i, Eigen::Matrix3d::Identity());
}

Eigen::Vector3d KinematicBody::position(const MaterialPoint& point, const Vector& q) const {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < std::size_t(point.n); ++k)
        x += point.weights[k] *
             (body_.mesh.positions.col(point.nodes[k]) + q.segment<3>(3 * point.nodes[k]));
    return x;
}

Eigen::Vector3d KinematicBody::velocity(const MaterialPoint& point, const Vector& /*q*/,
                                        const Vector& v) const {
    Eigen::Vector3d rate = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < std::size_t(point.n); ++k)
        rate += point.weights[k] * v.segment<3>(3 * point.nodes[k]);
    return rate;
}

Points KinematicBody::positions(const Vector& q) const {
    return body_.mesh.positions + q.reshaped(3, q.size() / 3);
}

Points KinematicBody::velocities(const Vector& /*q*/, const Vector& v) const {
    return v.reshaped(3, v.size() / 3);
}

void KinematicBody::add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                    const Vector& /*q*/, Vector& f) const {
    for (std::size_t k = 0; k < std::size_t(point.n); ++k)
        f.segment<3>(3 * point.nodes[k]) += point.weights[k] * force;
}

std::vector<BodySystem::Jacobian> KinematicBody::point_jacobian(const MaterialPoint& point,
                                                                const Vector& /*q*/) const {
    std::vector<Jacobian> pieces;
    for (std::size_t k = 0; k < std::size_t(point.n); ++k)
        pieces.push_back(
            {3 * Index(point.nodes[k]), point.weights[k] * Eigen::Matrix3d::Identity()});
    return pieces;
}

std::unique_ptr<Preconditioner> KinematicBody::Identity::preconditioner(
    const std::vector<char>&, const std::vector<CouplingBlock>&) const {
    class Same final : public Preconditioner {
        void apply(const Vector& x, Vector& y) const override { y = x; }
    };
    return std::make_unique<Same>();
}

}  // namespace sinew
