/// The rigid motion that fits prescribed nodes best.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// A frame that moves: a point fixed in it, X from its origin at rest, is at x = c + R X.
struct FrameMotion {
    Eigen::Vector3d position = Eigen::Vector3d::Zero();      ///< c, in the world [m]
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();         ///< proper rotation
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();      ///< c', in the world [m/s]
    Eigen::Vector3d omega = Eigen::Vector3d::Zero();         ///< seen from the frame [rad/s]
    Eigen::Vector3d acceleration = Eigen::Vector3d::Zero();  ///< c'', in the world [m/s^2]
    Eigen::Vector3d omega_rate = Eigen::Vector3d::Zero();    ///< seen from the frame [rad/s^2]
};

/// Positions, velocities and accelerations of the same points, 3 x n each [m, m/s, m/s^2].
struct PointsMotion {
    Points x, v, a;
};

/// The frame in which the points are nearest to where they are at rest, by least squares:
///
///     c = mean x,     R = polar(A),     A = sum (x - c) X'
///
/// With S = R'A, B = R'A', C = R'A'' and G = tr(S) 1 - S its rates are those of the polar
/// decomposition (skew w is the matrix of w x):
///
///     G omega  = axial(B),          S' = B - Omega S,          Omega = skew(omega)
///     G omega' = axial(C - Omega Omega S - 2 Omega S')
///
/// where axial takes the vector of A - A'. `rest`: X, 3 x n, with mean zero; the points are not on
/// a line.
///
/// Kabsch, A solution for the best rotation to relate two sets of vectors, Acta Cryst. A32, 1976.
FrameMotion fitted_frame(const Points& rest, const PointsMotion& points);

/// The motion of the points as the frame sees it, less their positions at rest: x - X becomes
/// R'(x - c) - X, with its rates.
PointsMotion seen_from(const FrameMotion& frame, const Points& rest, const PointsMotion& points);

/// Rotation vector [rad] of R, the one next to `near` among those that differ by whole turns.
Eigen::Vector3d rotation_vector(const Eigen::Matrix3d& R, const Eigen::Vector3d& near);

}  // namespace sinew
