/// Shared by the tests of dead loads.
#pragma once

#include <catch2/catch.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

/// Turns the node by a right angle about z.
inline const std::string turned = "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n";

inline void check_close(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    INFO(a.transpose() << " against " << b.transpose());
    CHECK((a - b).norm() < 1e-10 * (1 + b.norm()));
}

/// About the origin [N m].
inline Eigen::Vector3d moment(const Points& x, const Points& f) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (Index i = 0; i < x.cols(); ++i) sum += x.col(i).cross(f.col(i));
    return sum;
}

}  // namespace sinew::test
