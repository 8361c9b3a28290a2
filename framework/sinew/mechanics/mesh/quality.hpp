/// Quality and defects of meshes.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Volume of each element [m^3]; negative when inverted (for curved or warped elements the integral
/// of det dx/dxi).
Eigen::VectorXd element_volumes(const VolumeMesh& mesh);

/// Measures of a volume mesh, as `sinew info` prints them.
struct MeshQuality {
    double volume = 0;        ///< [m^3]
    double min_quality = 0;   ///< 6 sqrt(2) |V| / l_max^3 for tets, scaled Jacobian for hexes
    double mean_quality = 0;  ///< over all elements
    double min_dihedral = 0, max_dihedral = 0;  ///< [rad], tets
    std::vector<int> inverted;    ///< elements whose Jacobian is negative at some quadrature point
    std::vector<int> degenerate;  ///< elements of (nearly) zero volume
    std::vector<int> unreferenced;  ///< nodes in no element
    int n_components = 0;           ///< connected parts
};

/// Measures a mesh that passes `structural_defect`.
MeshQuality quality(const VolumeMesh& mesh);

/// Report on the properties that a surface needs before it can be filled with tetrahedra.
struct SurfaceReport {
    int n_border_edges = 0;           ///< of one triangle alone
    int n_holes = 0;                  ///< connected lines of border edges
    int n_non_manifold_edges = 0;     ///< of more than two triangles
    int n_non_manifold_vertices = 0;  ///< where more than one fan of triangles meets
    int n_flipped_edges = 0;          ///< whose two triangles are not oriented alike
    int n_degenerate_triangles = 0;   ///< of (nearly) no area
    int n_components = 0;             ///< connected parts
    int euler = 0;                    ///< Euler characteristic: vertices - edges + triangles
    double volume = 0;                ///< signed [m^3]; positive when oriented outwards
    /// True if no edge belongs to one triangle alone.
    bool closed() const { return n_border_edges == 0; }
};

/// Inspects a surface that passes `structural_defect`.
SurfaceReport inspect(const SurfaceMesh& surface);

/// The part of `defect` that does not concern shapes: no elements, positions that are not finite,
/// indices of elements or sets out of range, arrays of the wrong length. A mesh that passes may be
/// handed to every function on meshes.
std::string structural_defect(const VolumeMesh& mesh);
/// The same of a surface: its positions and indices.
std::string structural_defect(const SurfaceMesh& surface);

/// Empty if the mesh may be computed on, else what is wrong with it, as the text of an error: no
/// elements, positions that are not finite, indices out of range, inverted or degenerate elements
/// with their count and the first of their numbers.
std::string defect(const VolumeMesh& mesh);

}  // namespace sinew
