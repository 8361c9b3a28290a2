/// What the plugins that mesh with CGAL's Mesh_3 share: sizes, and the complex as a mesh of ours.
///
/// CGAL Mesh_3 is under the GPL: plugins that include this are bound by it.
#pragma once

#include <algorithm>
#include <optional>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <unordered_map>

namespace sinew {

/// Lengths of edges that the mesher aims at, and the shapes it must reach.
struct MeshingSizes {
    double surface = 0.1;
    std::optional<double> inside;
    double grading = 0.5;
    std::optional<double> distance;

    static constexpr auto fields = std::tuple{
        field("surface", &MeshingSizes::surface, unit::m, positive,
              "Length of edges at the surface")
            .required(),
        field("inside", &MeshingSizes::inside, unit::m, positive,
              "Length of edges deep inside; as at the surface if absent"),
        field("grading", &MeshingSizes::grading, positive,
              "Growth of the length per depth below the surface"),
        field("distance", &MeshingSizes::distance, unit::m, positive,
              "Largest distance between the surface and its triangles; a twentieth of the edge "
              "length if absent"),
    };

    double inside_size() const { return inside.value_or(surface); }
    double surface_distance() const { return distance.value_or(surface / 20); }
};

/// CGAL bounds radii, scenes give edges: a regular triangle of edge 1 has the circumradius
/// 1/sqrt(3), a regular tetrahedron sqrt(6)/4.
inline constexpr double triangle_radius = 0.57735026918962576;
inline constexpr double tetrahedron_radius = 0.61237243569579452;

/// The bound on circumradii of cells at a place, for CGAL: Depth tells how far below the surface it
/// is.
template <class Domain, class Depth>
struct CellSize {
    using FT = double;
    using Point_3 = typename Domain::Point_3;
    using Index = typename Domain::Index;
    Depth depth;
    MeshingSizes sizes;

    FT operator()(const Point_3& p, int, const Index&) const {
        const double edge = sizes.surface + sizes.grading * std::max(0.0, depth(p));
        return tetrahedron_radius * std::min(edge, std::max(sizes.inside_size(), sizes.surface));
    }
};

/// The tetrahedra of a complex, in the order in which the triangulation holds them.
template <class C3t3>
VolumeMesh volume_mesh(const C3t3& complex) {
    VolumeMesh mesh;
    mesh.type = ElementType::tet4;
    std::unordered_map<const void*, int> number;
    std::vector<Eigen::Vector3d> positions;
    mesh.elements.resize(4, static_cast<Eigen::Index>(complex.number_of_cells_in_complex()));
    Eigen::Index e = 0;
    for (auto cell = complex.cells_in_complex_begin(); cell != complex.cells_in_complex_end();
         ++cell, ++e) {
        for (int a = 0; a < 4; ++a) {
            const auto vertex = cell->vertex(a);
            const auto [place, is_new] =
                number.try_emplace(&*vertex, static_cast<int>(positions.size()));
            if (is_new) {
                const auto& p = vertex->point();
                positions.emplace_back(CGAL::to_double(p.x()), CGAL::to_double(p.y()),
                                       CGAL::to_double(p.z()));
            }
            mesh.elements(a, e) = place->second;
        }
    }
    mesh.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
        mesh.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
    return mesh;
}

}  // namespace sinew
