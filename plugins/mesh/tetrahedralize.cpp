/// A closed triangle surface filled with tetrahedra.
///
/// Delaunay refinement of the surface and its inside, then perturbation and exudation of
/// slivers below 10 degrees: CGAL 5.5, Mesh_3. Edges sharper than `feature_angle` are kept. A
/// surface with a border, with edges of more than two triangles, or that intersects itself is
/// refused with the counts; so are edges that miss half of the inside. Each run of a scene gives
/// the same mesh bit by bit.
///
/// Licence: CGAL Mesh_3 is under the GPL, which binds this plugin's binary.

#include <CGAL/AABB_face_graph_triangle_primitive.h>
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/make_mesh_3.h>
#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <CGAL/Polygon_mesh_processing/measure.h>
#include <CGAL/Polygon_mesh_processing/orient_polygon_soup.h>
#include <CGAL/Polygon_mesh_processing/orientation.h>
#include <CGAL/Polygon_mesh_processing/polygon_soup_to_polygon_mesh.h>
#include <CGAL/Polygon_mesh_processing/self_intersections.h>
#include <CGAL/Polyhedral_mesh_domain_with_features_3.h>
#include <CGAL/Surface_mesh.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/mesh/wrapped.hpp>

#include "delaunay_complex.hpp"

namespace sinew {

namespace {

namespace pmp = CGAL::Polygon_mesh_processing;
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using Surface = CGAL::Surface_mesh<Point>;
using Tree =
    CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_face_graph_triangle_primitive<Surface>>>;
using Domain = CGAL::Polyhedral_mesh_domain_with_features_3<Kernel, Surface>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain, CGAL::Default, CGAL::Sequential_tag>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation, Domain::Corner_index,
                                                        Domain::Curve_index>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;

/// The surface as CGAL's, outward oriented; empty if triangles do not make a manifold.
Surface to_cgal(const SurfaceMesh& mesh) {
    std::vector<Point> points;
    for (Eigen::Index i = 0; i < mesh.n_points(); ++i)
        points.emplace_back(mesh.positions(0, i), mesh.positions(1, i), mesh.positions(2, i));
    std::vector<std::array<std::size_t, 3>> triangles;
    for (Eigen::Index t = 0; t < mesh.n_triangles(); ++t)
        triangles.push_back({std::size_t(mesh.triangles(0, t)), std::size_t(mesh.triangles(1, t)),
                             std::size_t(mesh.triangles(2, t))});
    Surface surface;
    if (!pmp::orient_polygon_soup(points, triangles)) return surface;
    pmp::polygon_soup_to_polygon_mesh(points, triangles, surface);
    if (CGAL::is_closed(surface)) pmp::orient_to_bound_a_volume(surface);
    return surface;
}

/// The integral of the mean curvature, as far as edges are not kept sharp: half of each edge's
/// length times its turn.
double bending(const Surface& surface, double feature_angle) {
    const auto at = [&](Surface::Vertex_index vertex) {
        const Point& p = surface.point(vertex);
        return Eigen::Vector3d(p.x(), p.y(), p.z());
    };
    double sum = 0;
    for (const Surface::Edge_index edge : surface.edges()) {
        const auto one = surface.halfedge(edge), other = surface.opposite(one);
        const Eigen::Vector3d a = at(surface.source(one)), b = at(surface.target(one)) - a;
        const Eigen::Vector3d left = b.cross(at(surface.target(surface.next(one))) - a);
        const Eigen::Vector3d right = (at(surface.target(surface.next(other))) - a).cross(b);
        const double turn = std::atan2(left.cross(right).norm(), left.dot(right));
        if (turn < feature_angle) sum += 0.5 * b.norm() * turn;
    }
    return sum;
}

}  // namespace

class Tetrahedralize final : public MeshSource {
public:
    static constexpr const char* source = "CGAL 5.5, 3D Mesh Generation";

    struct Params {
        PluginSlot<MeshSource> surface;
        MeshingSizes size;
        double feature_angle = 1.0471975511965976;
        static constexpr auto fields = std::tuple{
            field("surface", &Params::surface, "The closed surface: a mesh plugin that gives one")
                .required(),
            field("size", &Params::size, "Lengths of edges").required(),
            field("feature_angle", &Params::feature_angle, unit::rad, from_to(0, 3.15),
                  "Edges whose triangles turn by more than this are kept sharp"),
        };
    };

    Tetrahedralize(const Params& params, BuildContext& context)
        : params_(params), surface_(params.surface.make(context)) {}

protected:
    MeshData generate() const override {
        MeshData data = surface_->load();
        if (!data.surface)
            provenance.fail("the mesh given as surface: is a volume already",
                            "use that mesh itself");
        const Surface surface = checked(*data.surface);
        const Inside depths = inside(surface);
        refuse_too_many(depths, params_.size, provenance.where);
        CGAL::get_default_random() = CGAL::Random(0);
        Domain domain(surface);
        domain.detect_features(params_.feature_angle * 180 / CGAL_PI);
        namespace p = CGAL::parameters;
        const Tree tree(faces(surface).first, faces(surface).second, surface);
        const auto depth = [&tree](const Point& p) {
            return std::sqrt(CGAL::to_double(tree.squared_distance(p)));
        };
        const CellSize<Domain, decltype(depth)> size{depth, params_.size};
        const Criteria criteria(p::edge_size = params_.size.surface, p::facet_angle = 25,
                                p::facet_size = triangle_radius * params_.size.surface,
                                p::facet_distance = params_.size.surface_distance(),
                                p::cell_radius_edge_ratio = 2, p::cell_size = size);
        // By default CGAL stops improving after as many seconds as refinement took, and the mesh
        // then depends on what else the machine does; 0 is no limit.
        const Complex complex = CGAL::make_mesh_3<Complex>(
            domain, criteria, p::perturb(p::time_limit = 0, p::sliver_bound = 10),
            p::exude(p::time_limit = 0, p::sliver_bound = 10));
        if (complex.number_of_cells_in_complex() == 0)
            provenance.fail("the surface has no inside that edges of that length can find",
                            finer_or_thicker(surface));
        data.volume = volume_mesh(ordered_cells(complex));
        const std::string lost = lost_parts(*data.volume, depths, params_.size, "surface");
        if (!lost.empty()) provenance.fail(lost, finer_or_thicker(surface));
        return data;
    }

private:
    /// What a scene writes so that any triangles can be filled.
    std::string or_wrap_it(const SurfaceMesh& mesh) const {
        const std::string written = fmt::format("{{type: {}, ...}}", params_.surface.type());
        return fmt::format("or wrap it: surface: {} closes what a ball of that radius cannot enter",
                           wrapped(written, mesh, params_.size.surface));
    }

    /// Edges as long as the body is thick, as if it were a slab, and half as long as they are at
    /// most; or a wrap that is as thick about a sheet as the edges are long.
    std::string finer_or_thicker(const Surface& surface) const {
        const double edge = params_.size.surface;
        const double thickness = 2 * pmp::volume(surface) / pmp::area(surface);
        const std::string finer = fmt::format("give a smaller size: {{surface: {:.2g}}}",
                                              std::min(thickness, 0.5 * edge));
        if (params_.surface.type() != "wrap") return finer;
        return finer +
               fmt::format(", or make the wrap thicker: {{type: wrap, ..., offset: {:.2g}}}",
                           0.5 * edge);
    }

    /// Depths inside the surface [m], as if it were a slab of the same area and volume.
    Inside inside(const Surface& surface) const {
        constexpr int n = 1000;
        Inside inside;
        inside.bending = bending(surface, params_.feature_angle);
        inside.volume = pmp::volume(surface);
        const double deepest = inside.volume / pmp::area(surface);
        for (int i = 0; i < n; ++i) inside.depths.push_back(deepest * (i + 0.5) / n);
        return inside;
    }

    Surface checked(const SurfaceMesh& mesh) const {
        const SurfaceReport report = inspect(mesh);
        if (!report.closed())
            provenance.fail(
                fmt::format("the surface is not closed: {} border edges", report.n_border_edges),
                "close its holes, or merge the vertices along its seams, in the program it "
                "comes from; " +
                    or_wrap_it(mesh));
        if (report.n_non_manifold_edges > 0 || report.n_non_manifold_vertices > 0)
            provenance.fail(
                fmt::format("the surface is not a manifold: {} edges of more than two triangles, "
                            "{} vertices where sheets touch",
                            report.n_non_manifold_edges, report.n_non_manifold_vertices),
                "separate the sheets in the program it comes from; " + or_wrap_it(mesh));
        Surface surface = to_cgal(mesh);
        if (surface.is_empty())
            provenance.fail("the triangles of the surface cannot be oriented alike",
                            "make it a manifold in the program it comes from; " + or_wrap_it(mesh));
        std::vector<std::pair<Surface::Face_index, Surface::Face_index>> pairs;
        pmp::self_intersections(surface, std::back_inserter(pairs));
        if (!pairs.empty())
            provenance.fail(
                fmt::format("the surface intersects itself: {} pairs of triangles", pairs.size()),
                "remove the intersections in the program it comes from (a boolean union or a "
                "remesh does); " +
                    or_wrap_it(mesh));
        return surface;
    }

    Params params_;
    std::unique_ptr<MeshSource> surface_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Tetrahedralize, "mesh/tetrahedralize",
             "A closed triangle surface filled with tetrahedra")
