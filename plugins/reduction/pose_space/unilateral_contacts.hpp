/// Contacts of poses that push, and do not hold.
///
/// The gap g between a vertex i and what it touched at a pose is measured along N, which turns with
/// the triangle as that is in the rest shape of the time, from the point of it with the weights
/// b_j; so that g is linear in q:
///
///     g = N'(x_i - sum_j b_j x_j),     W = k/2 min(g, 0)^2,     x = R^-1 Phi + U q
///
/// seen from the root, with which planes go. A penalty: bodies penetrate as the pressure wants. Of
/// several triangles that a vertex touched at poses it counts with the nearest one in the rest
/// shape, if it is in front of that or behind it, and not beside.
///
/// Wriggers, Computational Contact Mechanics, 2006, section 6.3 (penalty).
#pragma once

#include <sinew/mechanics/forces/forces.hpp>

#include "pose_contacts.hpp"

namespace sinew::pose_space {

class UnilateralContacts {
public:
    /// Contacts of a pose, and the shape that they are in, 3 x n_nodes [m].
    struct AtPose {
        const std::vector<PoseContact>& contacts;
        const Points& shape;
    };
    /// `stiffness`: k of each node [N/m].
    UnilateralContacts(const std::vector<AtPose>& poses, std::vector<ContactPlane> planes,
                       const Vector& stiffness);

    /// Moves to a time: gaps of its rest shape, and how its vectors change them.
    void follow(const PosedSubspace& at);
    /// W(q) [J].
    double energy(const Vector& q) const;
    /// f += dW/dq.
    void add_forces(const Vector& q, Vector& f) const;
    /// The same, and K += c d2W/dq2, both triangles, which has no negative eigenvalue.
    void add_forces_and_stiffness(const Vector& q, double c, Vector& f, Eigen::MatrixXd& K) const;
    /// The deepest penetration [m], not below 0.
    double penetration(const Vector& q) const;

    /// True if any of them has a stiffness.
    bool push() const;
    /// Number of vertices that may touch something.
    Index n_vertices() const { return Index(vertices_.size()); }

private:
    struct Triangle {
        std::array<int, 3> corners;  ///< numbers into nodes_
        Eigen::Vector3d normal;      ///< N along triangle_axes
        Eigen::Vector3d weights;     ///< b
    };
    struct Vertex {
        int number;  ///< into nodes_
        double k;
        std::vector<Triangle> triangles = {};
        std::vector<int> planes = {};
    };

    void add_gap(const Vertex& vertex, const Eigen::Vector3d& N, double gap);
    void add_gap_to_nearest(const Vertex& vertex);

    std::vector<int> nodes_;
    std::vector<Vertex> vertices_;
    std::vector<ContactPlane> planes_;
    Points x_;           ///< of the nodes in the rest shape, seen from the root [m]
    Eigen::MatrixXd U_;  ///< their rows
    /// Gaps at this time, as many as count_: g(0) [m], dg/dq one a column, and k.
    Index count_ = 0;
    Vector gaps_, stiffness_;
    Eigen::MatrixXd rates_;
};

}  // namespace sinew::pose_space
