/// Contacts of a body at a pose, with itself and with planes, and constraints that keep them.
///
/// A vertex of the skin touches a triangle if it is nearer than a distance, much nearer than where
/// the mesh is, and the two sides face each other: neighbours do not touch. It touches a plane if
/// it is less than that distance in front of it, or behind it. Constraints keep contacts: what
/// comes near at a pose of a rig is pressed together there, and the pose alone lets it go.
///
/// Xu & Barbic 2016, section 6.
#pragma once

#include <array>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/math/null_space.hpp>
#include <vector>

namespace sinew::pose_space {

/// Motions that a contact lets a vertex make: none; along what it touches; all with that of the
/// point of the triangle that it touches, but for slipping along it; or all that do not go deeper,
/// which no constraint says: UnilateralContacts.
enum class ContactMotion { fixed, sliding, together, unilateral };

/// A plane that a body stays in front of. It goes with the rig's root.
struct ContactPlane {
    Eigen::Vector3d point = Eigen::Vector3d::Zero();    ///< [m]
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< out of it, of unit length
};

/// Contacts that are looked for.
struct ContactSearch {
    double distance = 0;  ///< at which a vertex and what it touches are in contact [m]
    ContactMotion motion = ContactMotion::together;
    std::vector<ContactPlane> planes = {};
};

/// A vertex and what it touches.
struct PoseContact {
    int node = 0;
    std::array<int, 3> triangle{};  ///< nodes
    int plane = -1;                 ///< the number of a plane; -1: a triangle
    /// N, out of what is touched, of unit length: the triangle's normal if the point touched is
    /// inside it, else along the line from there to the vertex.
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    Eigen::Vector3d weights = Eigen::Vector3d::Zero();  ///< b of the corners, at the point touched
};

/// Axes of a triangle: along its first edge, across it, and its normal.
Eigen::Matrix3d triangle_axes(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                              const Eigen::Vector3d& c);

/// The contacts in a shape, 3 x n_nodes [m]: of each vertex with the triangle that is nearest, and
/// with planes. `constrained`: one flag a degree of freedom; constrained vertices are left
/// out, unless the motion of `search` lets the triangle move that they touch. Throws
/// ComputationError if a plane has all of the skin behind it.
std::vector<PoseContact> pose_contacts(const Body& body, const Points& shape,
                                       const ContactSearch& search,
                                       const std::vector<char>& constrained);

/// C u = 0 keeps them, by displacements of all nodes:
///
///     fixed: u_i = 0,     sliding: N'u_i = 0,     together: N'(u_i - sum_j b_j u_j) = 0
///
/// `motion` is not unilateral.
ConstraintRows contact_rows(const std::vector<PoseContact>& contacts, ContactMotion motion,
                            Index n_nodes);

}  // namespace sinew::pose_space
