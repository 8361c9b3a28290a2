/// Common part of the plugins that mesh with CGAL's Mesh_3: sizes, and the complex as a mesh of
/// ours.
///
/// CGAL Mesh_3 is under the GPL: plugins that include this are bound by it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/mesh/morton_order.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <string>
#include <unordered_map>
#include <vector>

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

    double edge_at(double depth) const {
        return std::min(surface + grading * std::max(0.0, depth),
                        std::max(inside.value_or(surface), surface));
    }
    double surface_distance() const { return distance.value_or(surface / 20); }
};

/// A body before it is meshed: how deep below the surface points lie that are spread evenly over
/// it, and how much the surface bends.
struct Inside {
    double volume = 0;  ///< [m^3]
    std::vector<double> depths;
    double bending = 0;  ///< integral of the surface's curvature over it [m]: 4 pi R of a ball

    /// About how many tetrahedra of these lengths fill it, if they are regular.
    double n_of_lengths(const MeshingSizes& sizes) const {
        double per_volume = 0;
        for (const double depth : depths)
            per_volume += 6 * std::sqrt(2.0) / std::pow(sizes.edge_at(depth), 3);
        return depths.empty() ? 0 : volume * per_volume / double(depths.size());
    }
    /// About how many a bent surface needs to be that near: a triangle of the circumradius r is
    /// within r^2/2 times the curvature of it, and has the area 3 sqrt(3)/4 r^2; each brings three
    /// and a half tetrahedra (measured on balls, from 4000 tetrahedra to 34 000).
    double n_of_distance(const MeshingSizes& sizes) const {
        return 3.5 * bending / (1.5 * std::sqrt(3.0) * sizes.surface_distance());
    }
    double n_tetrahedra(const MeshingSizes& sizes) const {
        return n_of_lengths(sizes) + n_of_distance(sizes);
    }
};

/// More than that takes the mesher hours, and a solver more memory than most machines have.
inline constexpr double most_tetrahedra = 2e7;

/// The sizes as a scene writes them.
inline std::string words(const MeshingSizes& sizes) {
    std::string text = fmt::format("{{surface: {:.2g}", sizes.surface);
    if (sizes.inside) text += fmt::format(", inside: {:.2g}", *sizes.inside);
    if (sizes.distance) text += fmt::format(", distance: {:.2g}", *sizes.distance);
    return text + "}";
}

/// Throws InputError if the sizes ask for more, with sizes that give a million.
inline void refuse_too_many(const Inside& inside, const MeshingSizes& sizes,
                            const SourceMark& where) {
    const double n = inside.n_tetrahedra(sizes);
    if (n <= most_tetrahedra) return;
    MeshingSizes coarse = sizes;
    while (inside.n_tetrahedra(coarse) > 1e6) {
        if (coarse.distance && inside.n_of_distance(coarse) > inside.n_of_lengths(coarse)) {
            *coarse.distance *= 1.1;
            continue;
        }
        coarse.surface *= 1.1;
        if (coarse.inside) *coarse.inside *= 1.1;
    }
    throw InputError(where,
                     fmt::format("size: {} would make about {:.2g} tetrahedra, more than {:.0g}",
                                 words(sizes), n, most_tetrahedra),
                     fmt::format("size: {} makes about a million", words(coarse)));
}

/// The mistake of sizes with which the mesh leaves out half of the body: parts that are thinner
/// than the edges are lost in silence. Empty if it does not, or if the body has too few depths to
/// tell. `what` was meshed: "surface".
inline std::string lost_parts(const VolumeMesh& mesh, const Inside& inside,
                              const MeshingSizes& sizes, const char* what) {
    constexpr std::size_t fewest = 100;
    const double share = element_volumes(mesh).sum() / inside.volume;
    if (inside.depths.size() < fewest || share > 0.5) return {};
    return fmt::format(
        "the mesh fills only {:.2g}% of the {}: edges of {:.2g} m miss its thin parts", 100 * share,
        what, sizes.surface);
}

/// CGAL bounds radii, scenes give edges: a regular triangle of edge 1 has the circumradius
/// 1/sqrt(3), a regular tetrahedron sqrt(6)/4.
inline constexpr double triangle_radius = 0.57735026918962576;
inline constexpr double tetrahedron_radius = 0.61237243569579452;

/// The bound on circumradii of cells at a point, for CGAL: Depth tells how far below the surface it
/// is.
template <class Domain, class Depth>
struct CellSize {
    using FT = double;
    using Point_3 = typename Domain::Point_3;
    using Index = typename Domain::Index;
    Depth depth;
    MeshingSizes sizes;

    FT operator()(const Point_3& p, int, const Index&) const {
        leave_if_stopped();
        return tetrahedron_radius * sizes.edge_at(depth(p));
    }
};

/// The position of a vertex of a triangulation.
template <class Vertex>
Eigen::Vector3d position(const Vertex& vertex) {
    const auto& p = vertex->point();
    return {CGAL::to_double(p.x()), CGAL::to_double(p.y()), CGAL::to_double(p.z())};
}

/// The cells of a complex, neighbours near each other: a triangulation holds them as they were
/// made.
template <class C3t3>
std::vector<typename C3t3::Cell_handle> ordered_cells(const C3t3& complex) {
    std::vector<typename C3t3::Cell_handle> cells;
    for (auto cell = complex.cells_in_complex_begin(); cell != complex.cells_in_complex_end();
         ++cell)
        cells.push_back(cell);
    Eigen::Matrix3Xd centres(3, static_cast<Eigen::Index>(cells.size()));
    for (std::size_t e = 0; e < cells.size(); ++e)
        centres.col(static_cast<Eigen::Index>(e)) =
            (position(cells[e]->vertex(0)) + position(cells[e]->vertex(1)) +
             position(cells[e]->vertex(2)) + position(cells[e]->vertex(3))) /
            4;
    std::vector<typename C3t3::Cell_handle> ordered;
    for (const int e : morton_order(centres)) ordered.push_back(cells[static_cast<std::size_t>(e)]);
    return ordered;
}

/// The mesh of these cells, its nodes in the order in which they need them.
template <class Cell>
VolumeMesh volume_mesh(const std::vector<Cell>& cells) {
    VolumeMesh mesh;
    mesh.type = ElementType::tet4;
    mesh.elements.resize(4, static_cast<Eigen::Index>(cells.size()));
    std::unordered_map<const void*, int> number;
    std::vector<Eigen::Vector3d> positions;
    Eigen::Index e = 0;
    for (const Cell& cell : cells) {
        for (int a = 0; a < 4; ++a) {
            const auto vertex = cell->vertex(a);
            const auto [place, is_new] =
                number.try_emplace(&*vertex, static_cast<int>(positions.size()));
            if (is_new) positions.push_back(position(vertex));
            mesh.elements(a, e) = place->second;
        }
        ++e;
    }
    mesh.positions.resize(3, static_cast<Eigen::Index>(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i)
        mesh.positions.col(static_cast<Eigen::Index>(i)) = positions[i];
    return mesh;
}

}  // namespace sinew
