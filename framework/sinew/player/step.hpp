/// Arithmetic of an implicit step, compiled once: mechanics and the player both call it, so that
/// their steps agree bit by bit.
///
/// Along an increment dq an integrator moves v by c_v dq and a by c_a dq; solved is
///
///     r(q) = M a + internal(q, v) - external = 0
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew::player {

/// Rates of an integrator along an increment of q.
struct Rates {
    double c_v = 0;  ///< dv/dq [1/s]
    double c_a = 0;  ///< da/dq [1/s^2]
};

/// Length of a step between two times [s], each rounded: an optimiser that sees how they were found
/// would round once.
double duration(double from, double to);

/// v and a at the old q of a step of length dt [s] from velocities v0 and accelerations a0.
/// Newmark 1959: q1 = q0 + dt v0 + dt^2 ((1/2 - beta) a0 + beta a1),
/// v1 = v0 + dt ((1 - gamma) a0 + gamma a1).
Rates start_newmark(double beta, double gamma, double dt, const Vector& v0, const Vector& a0,
                    Vector& v, Vector& a);
/// The same of backward Euler: v1 = (q1 - q0)/dt, a1 = (v1 - v0)/dt.
Rates start_euler(double dt, const Vector& v0, Vector& v, Vector& a);

/// r := internal - external + inertia.
void set_residual(const Vector& internal, const Vector& external, const Vector& inertia,
                  Vector& residual);
/// v += c_v dq and a += c_a dq; a rate of zero leaves its vector alone.
void move_rates(const Rates& rates, const Vector& dq, Vector& v, Vector& a);
/// f += alpha M v.
void add_mass_damping(double alpha, const Vector& Mv, Vector& f);
/// Weight of M in c_M M + c_D D, for damping D with a share alpha of M.
double mass_weight(double mass, double damping, double alpha);
/// y := M x and A += c M, for M r x r.
void multiply(const Eigen::MatrixXd& M, const Vector& x, Vector& y);
void add_scaled(double c, const Eigen::MatrixXd& M, Eigen::MatrixXd& A);
/// f += modes force, for modes r x 3 and a force in space.
void pull_back(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& force, Vector& f);
/// The displacement of a node [m], for rows r x 3 n of a basis.
Eigen::Vector3d node_displacement(const Eigen::MatrixXd& rows, Index node,
                                  const Eigen::Ref<const Vector>& q);
/// u := rows' q: displacements of all nodes, 3 n numbers, for rows r x 3 n of a basis.
void displacements(const Eigen::MatrixXd& rows, const Eigen::Ref<const Vector>& q, Vector& u);

}  // namespace sinew::player
