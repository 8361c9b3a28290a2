/// Results of contact, read off a coupling after a step: for outputs.
#pragma once

#include <array>
#include <sinew/mechanics/system/points.hpp>

namespace sinew {

/// Contact forces on the nodes of a body.
struct ContactForces {
    Points normal;            ///< along the surfaces' normals, 3 x n_nodes [N]
    Points friction;          ///< 3 x n_nodes [N]
    Eigen::RowVectorXd area;  ///< of the skin at rest, a third of the triangles around [m^2]
    Eigen::RowVectorXd gap;   ///< to the nearest pair's other side [m]; infinite if nothing is near

    /// Nothing touches: zero forces on this many nodes.
    explicit ContactForces(Eigen::Index n_nodes);
    /// |normal|/area, 0 inside [Pa].
    Eigen::RowVectorXd pressure() const;
};

/// Two parts of surfaces that touch: the force f = sum_i w_i f_i of material points.
struct TouchingPair {
    const char* kind = "";                         ///< "vertex_triangle", ...
    std::array<const MaterialPoint*, 4> points{};  ///< nullptr beyond the last
    Eigen::Vector4d weights =
        Eigen::Vector4d::Zero();  ///< of the closest points: second less first
    double area = 0;   ///< that the pair stands for [m^2]; negative for what others count twice
    double gap = 0;    ///< [m]
    double force = 0;  ///< between the sides, positive if they repel [N]
    Eigen::Vector3d direction =
        Eigen::Vector3d::Zero();  ///< unit, from the first side to the second
};

}  // namespace sinew
