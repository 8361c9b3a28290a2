/// Triangles of any sort wrapped into a closed surface, which encloses all of them.
///
/// The triangles may be open, cross themselves, touch, lie twice, be no manifold and turn either
/// way, as a scan or a character made of parts does; the wrap has no border, does not cross itself
/// and turns outward: mesh/tetrahedralize fills it. It stands off from the triangles by `offset`,
/// and what a ball of the radius `alpha` cannot enter (gaps between parts, folds, holes) is closed.
/// Each run of a scene gives the same surface bit by bit.
///
/// Portaneri, Rouxel-Labbe, Hemmer, Cohen-Steiner & Alliez, Alpha Wrapping with an Offset, ACM TOG
/// 41(4), 2022, as CGAL 5.5 has it.
///
/// Licence: CGAL's Alpha_wrap_3 is under the GPL, which binds this plugin's binary.

#include <CGAL/alpha_wrap_3.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Surface_mesh.h>
#include <fmt/format.h>

#include <array>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>

namespace sinew {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Surface = CGAL::Surface_mesh<Kernel::Point_3>;

/// More triangles than that take the wrapping hours.
constexpr double most_triangles = 1e7;

SurfaceMesh from_cgal(const Surface& wrap) {
    SurfaceMesh mesh;
    mesh.positions.resize(3, Eigen::Index(wrap.number_of_vertices()));
    for (const Surface::Vertex_index v : wrap.vertices()) {
        const Kernel::Point_3& p = wrap.point(v);
        mesh.positions.col(Eigen::Index(v.idx())) << p.x(), p.y(), p.z();
    }
    mesh.triangles.resize(3, Eigen::Index(wrap.number_of_faces()));
    Eigen::Index t = 0;
    for (const Surface::Face_index f : wrap.faces()) {
        int corner = 0;
        for (const Surface::Vertex_index v : wrap.vertices_around_face(wrap.halfedge(f)))
            mesh.triangles(corner++, t) = int(v.idx());
        ++t;
    }
    return mesh;
}

double area(const SurfaceMesh& mesh) {
    double sum = 0;
    for (const auto t : mesh.triangles.colwise()) {
        const Eigen::Vector3d a = mesh.positions.col(t[0]);
        sum += 0.5 * (mesh.positions.col(t[1]) - a).cross(mesh.positions.col(t[2]) - a).norm();
    }
    return sum;
}

}  // namespace

class Wrap final : public MeshSource {
public:
    static constexpr const char* source = "Portaneri et al. 2022; CGAL 5.5, 3D Alpha Wrapping";

    struct Params {
        PluginSlot<MeshSource> surface;
        std::optional<double> alpha, offset;
        static constexpr auto fields = std::tuple{
            field("surface", &Params::surface,
                  "The triangles: a mesh plugin that gives a surface, or a volume for its boundary")
                .required(),
            field("alpha", &Params::alpha, unit::m, positive,
                  "Radius of the ball that cannot enter what is closed, and about the size of the "
                  "wrap's triangles; a hundredth of the bounding box's diagonal if absent"),
            field("offset", &Params::offset, unit::m, positive,
                  "Distance between the wrap and the triangles; a thirtieth of alpha if absent"),
        };
    };

    Wrap(const Params& params, BuildContext& context)
        : params_(params), where_(context.where()), surface_(params.surface.make(context)) {}

protected:
    MeshData generate() const override {
        MeshData data = as_surface(surface_->load());
        const SurfaceMesh& mesh = *data.surface;
        const double alpha =
            params_.alpha.value_or(bounding_box(mesh.positions).diagonal().norm() / 100);
        const double offset = params_.offset.value_or(alpha / 30);
        refuse_too_many(mesh, alpha);
        std::vector<Kernel::Point_3> points;
        for (const auto p : mesh.positions.colwise()) points.emplace_back(p.x(), p.y(), p.z());
        std::vector<std::array<std::size_t, 3>> triangles;
        for (const auto t : mesh.triangles.colwise())
            triangles.push_back({std::size_t(t[0]), std::size_t(t[1]), std::size_t(t[2])});
        Surface wrap;
        CGAL::alpha_wrap_3(points, triangles, alpha, offset, wrap);
        if (wrap.number_of_faces() == 0)
            throw InputError(where_, "there is nothing to wrap: the surface has no area",
                             "`sinew info` counts its flat triangles: export it again from the "
                             "program it comes from");
        data.surface = from_cgal(wrap);
        return data;
    }

private:
    /// The wrap's triangles are about as large as alpha: sqrt(3)/4 alpha^2.
    void refuse_too_many(const SurfaceMesh& mesh, double alpha) const {
        const double n = 4 / std::sqrt(3.0) * area(mesh) / (alpha * alpha);
        if (n <= most_triangles) return;
        throw InputError(where_,
                         fmt::format("alpha of {:.2g} m would make about {:.2g} triangles, more "
                                     "than {:.0g}",
                                     alpha, n, most_triangles),
                         fmt::format("alpha: {:.2g} makes about a hundred thousand",
                                     alpha * std::sqrt(n / 1e5)));
    }

    Params params_;
    SourceMark where_;
    std::unique_ptr<MeshSource> surface_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Wrap, "mesh/wrap", "Any triangles wrapped into a closed surface")
