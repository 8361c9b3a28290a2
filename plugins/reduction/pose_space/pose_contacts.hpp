/// Contacts of a body with itself at a pose, as constraints that keep them.
///
/// A vertex of the skin touches a triangle if it is nearer than a distance, and much nearer than
/// where the mesh is: neighbours do not touch. Contacts stay: what comes near at a pose of a rig is
/// pressed together there, and the pose alone lets it go.
///
/// Xu & Barbic 2016, section 6.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/math/null_space.hpp>

namespace sinew::pose_space {

/// Motions that a contact lets a vertex make: none; along the triangle; all with that of the point
/// of the triangle that it touches, but for slipping along it.
enum class ContactMotion { fixed, sliding, together };

/// Contacts that are looked for.
struct ContactSearch {
    double distance = 0;  ///< at which a vertex and a triangle touch [m]
    ContactMotion motion = ContactMotion::together;
};

/// Contacts at a pose.
struct PoseContacts {
    Index n_vertices = 0;   ///< so many touch a triangle
    ConstraintRows rows{};  ///< C u = 0 keeps them, by displacements of all nodes
};

/// The contacts of the skin with itself in a shape, 3 x n_nodes [m]. N points from vertex i to the
/// nearest point of the triangle, in which b_j are the weights of the corners:
///
///     fixed: u_i = 0,     sliding: N'u_i = 0,     together: N'(u_i - sum_j b_j u_j) = 0
///
/// Vertices that nothing lets move, one flag a degree of freedom, are left out.
PoseContacts pose_contacts(const Body& body, const Points& shape, const ContactSearch& search,
                           const std::vector<char>& constrained);

}  // namespace sinew::pose_space
