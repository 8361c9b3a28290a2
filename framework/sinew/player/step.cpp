#include <sinew/player/step.hpp>

namespace sinew::player {

double duration(double from, double to) {
    return to - from;
}

Rates start_newmark(double beta, double gamma, double dt, const Vector& v0, const Vector& a0,
                    Vector& v, Vector& a) {
    a = -v0 / (beta * dt) - (1 / (2 * beta) - 1) * a0;
    v = v0 + dt * ((1 - gamma) * a0 + gamma * a);
    return {gamma / (beta * dt), 1 / (beta * dt * dt)};
}

Rates start_euler(double dt, const Vector& v0, Vector& v, Vector& a) {
    v.setZero(v0.size());
    a = -v0 / dt;
    return {1 / dt, 1 / (dt * dt)};
}

void set_residual(const Vector& internal, const Vector& external, const Vector& inertia,
                  Vector& residual) {
    residual = internal - external + inertia;
}

void move_rates(const Rates& rates, const Vector& dq, Vector& v, Vector& a) {
    if (rates.c_v != 0) v += rates.c_v * dq;
    if (rates.c_a != 0) a += rates.c_a * dq;
}

void add_mass_damping(double alpha, const Vector& Mv, Vector& f) {
    f += alpha * Mv;
}

double mass_weight(double mass, double damping, double alpha) {
    return mass + alpha * damping;
}

void multiply(const Eigen::MatrixXd& M, const Vector& x, Vector& y) {
    y.noalias() = M * x;
}

void add_scaled(double c, const Eigen::MatrixXd& M, Eigen::MatrixXd& A) {
    A += c * M;
}

void pull_back(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& force, Vector& f) {
    f.noalias() += modes * force;
}

Eigen::Vector3d node_displacement(const Eigen::MatrixXd& rows, Index node,
                                  const Eigen::Ref<const Vector>& q) {
    Eigen::Vector3d u;
    u.noalias() = rows.middleCols<3>(3 * node).transpose() * q;
    return u;
}

void displacements(const Eigen::MatrixXd& rows, const Eigen::Ref<const Vector>& q, Vector& u) {
    u.noalias() = rows.transpose() * q;
}

}  // namespace sinew::player
