/// A solid given by functions (mechanics/shape), filled with tetrahedra.
///
/// Delaunay refinement of the zero set and its inside, then perturbation and exudation of
/// slivers below 10 degrees: CGAL 5.5, Mesh_3. The length of edges grows from `surface` at the
/// surface by `grading` times the depth up to `inside`. Edges of sharp boxes that lie on the
/// surface are kept as features, unless another box continues their face evenly. Each run of a
/// scene gives the same mesh bit by bit.
///
/// `regions` cut the solid into parts, whose elements become sets of their names: the surfaces
/// between them are meshed like that of the whole, and an element lies on one side. Only at the
/// lines where these surfaces meet do elements reach across, by less than an edge.
///
/// Meshes of more than some 50,000 tetrahedra are kept, and a run with the same shape and sizes
/// reads them; smaller ones are made sooner than they are worth a file.
///
/// Licence: CGAL Mesh_3 is under the GPL, which binds this plugin's binary.

#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Labeled_mesh_domain_3.h>
#include <CGAL/make_mesh_3.h>
#include <CGAL/Mesh_complex_3_in_triangulation_3.h>
#include <CGAL/Mesh_criteria_3.h>
#include <CGAL/Mesh_domain_with_polyline_features_3.h>
#include <CGAL/Mesh_triangulation_3.h>
#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/version.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/shape/shape.hpp>
#include <sinew/storage/artifact.hpp>

#include "delaunay_complex.hpp"
#include "implicit/mesh_archive.hpp"
#include "implicit/seeded_domain.hpp"
#include "implicit/sharp_edges.hpp"
#include "implicit/thickness.hpp"

namespace sinew {

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Point = Kernel::Point_3;
using PlainDomain = CGAL::Labeled_mesh_domain_3<Kernel>;
using Domain = SeededDomain<CGAL::Mesh_domain_with_polyline_features_3<PlainDomain>>;
using Triangulation = CGAL::Mesh_triangulation_3<Domain, CGAL::Default, CGAL::Sequential_tag>::type;
using Complex = CGAL::Mesh_complex_3_in_triangulation_3<Triangulation, Domain::Corner_index,
                                                        Domain::Curve_index>;
using Criteria = CGAL::Mesh_criteria_3<Triangulation>;
using Polyline = std::vector<Point>;

/// To one digit: "300,000".
std::string rounded(double n) {
    const double unit = std::pow(10, std::floor(std::log10(n)));
    std::string digits = fmt::format("{:.0f}", std::round(n / unit) * unit);
    for (std::size_t end = digits.size(); end > 3; end -= 3) digits.insert(end - 3, ",");
    return digits;
}

Eigen::Vector3d to_eigen(const Point& p) {
    return {p.x(), p.y(), p.z()};
}
Point to_cgal(const Eigen::Vector3d& x) {
    return {x.x(), x.y(), x.z()};
}

}  // namespace

/// A part of the solid.
struct MeshRegion {
    std::string name;
    Shape shape;
    static constexpr auto fields = std::tuple{
        field("name", &MeshRegion::name, "Of the set of its elements").required(),
        field("shape", &MeshRegion::shape, "What of the solid lies in this belongs to it")
            .required(),
    };
};

class ImplicitMesh final : public MeshSource {
public:
    static constexpr const char* source = "CGAL 5.5, 3D Mesh Generation";
    static constexpr AlgorithmVersion algorithm{"mesh/implicit", 4};

    struct Params {
        Shape shape;
        MeshingSizes size;
        std::vector<MeshRegion> regions;
        Path artifact;
        static constexpr auto fields = std::tuple{
            field("shape", &Params::shape, "The solid").required(),
            field("size", &Params::size, "Lengths of edges").required(),
            field("regions", &Params::regions,
                  "Parts of it, as sets of elements; where they overlap the first wins"),
            field("artifact", &Params::artifact,
                  "File to keep the mesh in, and to take it from if it is there; in the cache if "
                  "absent")
                .made(),
        };
    };

    ImplicitMesh(const Params& params, BuildContext& context) : params_(params) {
        params_.shape = params.shape.grown(context);
        for (std::size_t k = 0; k < params.regions.size(); ++k) {
            params_.regions[k].shape = params.regions[k].shape.grown(context);
            for (std::size_t j = 0; j < k; ++j)
                if (params.regions[j].name == params.regions[k].name)
                    context.fail(context.at("regions"),
                                 fmt::format("two regions are named '{}'", params.regions[k].name),
                                 "give each a name of its own, or one the union of their shapes");
        }
        const Eigen::AlignedBox3d box = params_.shape.bounded_box(context);
        if (params_.size.surface > box.sizes().maxCoeff())
            context.fail(params_.shape.mark(),
                         fmt::format("edges of {} m are longer than the shape, {:.3g} m",
                                     params_.size.surface, box.sizes().maxCoeff()),
                         "give a smaller size: {surface: ...}");
        // A tenth more in the advice, since it is rounded.
        const double finest = 10 * precision * ball_radius();
        if (params_.size.distance.value_or(finest) < finest)
            context.fail(params_.shape.mark(),
                         fmt::format("size: a distance of {:.2g} m is finer than the surface of "
                                     "the shape can be found; the mesher would refine without end",
                                     *params_.size.distance),
                         fmt::format("give a distance of {:.2g} m or more", 1.1 * finest));
        warn_of_thin_parts(context);
    }

protected:
    MeshData generate() const override {
        const Inside inside = found_inside();
        refuse_too_many(inside, params_.size, params_.shape.mark());
        const double n = made_of_counted * inside.n_tetrahedra(params_.size);
        attribute_errors_to(provenance, [&] {
            require_memory({n, n / tetrahedra_of_node, 1, ElementType::tet4}, "elements (`size`)");
        });
        MeshData data;
        if (params_.artifact.empty() && inside.n_tetrahedra(params_.size) < worth_keeping) {
            data.volume = make(inside);
            return data;
        }
        const auto make_it = [&] {
            log_info(
                fmt::format("mesh/implicit: fills the shape with some {} tetrahedra", rounded(n)));
            return packed(make(inside));
        };
        const Artifact artifact =
            fetch_artifact(algorithm, key(), params_.artifact, make_it, unpacked);
        data.volume = unpacked(artifact.content);
        return data;
    }

private:
    /// The estimate counts regular tetrahedra; the mesher makes more of its own.
    static constexpr double made_of_counted = 2.5;
    /// Tetrahedra for each node of a mesh of many.
    static constexpr double tetrahedra_of_node = 6;
    /// Estimated number of tetrahedra from which on the mesh is kept in an artifact; so many are
    /// made in five seconds or so.
    static constexpr double worth_keeping = 20000;

    ArtifactKey key() const {
        ArtifactKey key;
        key.add("sinew", version);
        key.add("mesher", fmt::format("CGAL {}", CGAL_VERSION_STR));
        key.add("shape", brief(params_.shape.text()), fingerprint(params_.shape.text()));
        for (const MeshRegion& region : params_.regions)
            key.add("region " + region.name, brief(region.shape.text()),
                    fingerprint(region.shape.text()));
        const MeshingSizes& size = params_.size;
        key.add("size", fmt::format("surface {}, inside {}, grading {}, distance {}", size.surface,
                                    size.inside.value_or(size.surface), size.grading,
                                    size.surface_distance()));
        return key;
    }
    static std::string brief(const std::string& text) {
        constexpr std::size_t most = 60;
        return text.size() > most ? text.substr(0, most) + "..." : text;
    }

    VolumeMesh make(const Inside& inside) const {
        CGAL::get_default_random() = CGAL::Random(0);
        Domain domain = make_domain();
        add_features(domain);
        if (!params_.regions.empty()) seek_surfaces(domain);
        namespace p = CGAL::parameters;
        const auto depth = [this](const Point& p) { return -params_.shape.value(to_eigen(p)); };
        const CellSize<Domain, decltype(depth)> size{depth, params_.size};
        const double surface = params_.size.surface;
        const Criteria criteria(p::edge_size = surface, p::facet_angle = 25,
                                p::facet_size = triangle_radius * surface,
                                p::facet_distance = params_.size.surface_distance(),
                                p::cell_radius_edge_ratio = 2, p::cell_size = size);
        // By default CGAL stops improving after as many seconds as refinement took, and the mesh
        // then depends on what else the machine does; 0 is no limit.
        const Complex complex = CGAL::make_mesh_3<Complex>(
            domain, criteria, p::perturb(p::time_limit = 0, p::sliver_bound = 10),
            p::exude(p::time_limit = 0, p::sliver_bound = 10));
        if (complex.number_of_cells_in_complex() == 0)
            throw InputError(params_.shape.mark(),
                             "the shape has no inside that edges of that length can find",
                             "give a smaller size: {surface: ...}, or check differences");
        const std::vector<Complex::Cell_handle> cells = ordered_cells(complex);
        VolumeMesh mesh = volume_mesh(cells);
        if (const std::string lost = lost_parts(mesh, inside, params_.size, "shape"); !lost.empty())
            throw InputError(params_.shape.mark(), lost, "give a smaller size: {surface: ...}");
        add_regions(complex, cells, mesh);
        return mesh;
    }

    /// 0 outside, 1 inside, k + 2 in region k.
    int label(const Eigen::Vector3d& x) const {
        if (!(params_.shape.value(x) < 0)) return 0;
        for (std::size_t k = 0; k < params_.regions.size(); ++k)
            if (params_.regions[k].shape.value(x) < 0) return int(k) + 2;
        return 1;
    }

    void add_regions(const Complex& complex, const std::vector<Complex::Cell_handle>& cells,
                     VolumeMesh& mesh) const {
        for (std::size_t e = 0; e < cells.size(); ++e) {
            const int k = complex.subdomain_index(cells[e]) - 2;
            if (k >= 0) mesh.element_sets[params_.regions[std::size_t(k)].name].push_back(int(e));
        }
        for (const MeshRegion& region : params_.regions)
            if (mesh.element_sets.count(region.name) == 0)
                throw InputError(region.shape.mark(),
                                 fmt::format("no element lies in the region '{}'", region.name),
                                 "check where it lies, or give a smaller size: {surface: ...}");
    }

    /// Precision of points on the surface, relative to the radius of a ball that holds the shape.
    static constexpr double precision = 1e-6;
    double ball_radius() const { return 0.5 * params_.shape.box().diagonal().norm() * 1.05; }

    static constexpr int n_positions = 20000;

    /// The i-th of a sequence that fills a box evenly, whatever planes the shape has (Roberts 2018:
    /// multiples of powers of the root of x^4 = x + 1, modulo one).
    static Eigen::Vector3d position(int i, const Eigen::AlignedBox3d& box) {
        constexpr double root = 1.2207440846057596;
        const Eigen::Vector3d stride(1 / root, 1 / (root * root), 1 / (root * root * root));
        const Eigen::Array3d position = i * stride.array();
        return box.min().array() + (position - position.floor()) * box.sizes().array();
    }

    Inside inside(int n) const {
        Inside inside;
        for (int i = 1; i <= n; ++i) {
            const double value = params_.shape.value(position(i, params_.shape.box()));
            if (value < 0) inside.depths.push_back(-value);
        }
        inside.volume = params_.shape.box().volume() * double(inside.depths.size()) / n;
        return inside;
    }

    /// Warns of parts that are hardly wider than an edge is long: flat tetrahedra can hardly be
    /// improved there, and CGAL's perturbation tries for minutes, without a limit (see make).
    void warn_of_thin_parts(const BuildContext& context) const {
        const Eigen::AlignedBox3d box = params_.shape.box();
        constexpr double wide_enough = 1.02;  // edges
        const double edge = params_.size.surface;
        std::vector<double> thin;
        int n_inside = 0;
        for (int i = 1; i <= n_positions; ++i) {
            const Eigen::Vector3d x = position(i, box);
            const double depth = -params_.shape.value(x);
            n_inside += depth > 0;
            if (!(depth > 0) || 2 * depth > wide_enough * edge) continue;
            const double thickness = thickness_at(params_.shape, x, 2 * wide_enough * edge);
            if (thickness < wide_enough * edge) thin.push_back(thickness);
        }
        if (double(thin.size()) < std::max(10.0, 0.01 * n_inside)) return;
        const auto middle = thin.begin() + std::ptrdiff_t(thin.size() / 2);
        std::nth_element(thin.begin(), middle, thin.end());
        context.warn(
            params_.shape.mark(),
            fmt::format("edges of {:.2g} m are long beside the shape's thin parts, which are about "
                        "{:.2g} m across: elements fill these badly, and meshing may take "
                        "minutes",
                        edge, *middle),
            fmt::format("give a smaller size: {{surface: {:.2g} m}}, or make those parts thicker",
                        *middle / 2));
    }

    /// CGAL would look for the surface of an empty shape for ever.
    Inside found_inside() const {
        for (const int n : {n_positions, 100 * n_positions})
            if (Inside found = inside(n); !found.depths.empty()) return found;
        throw InputError(params_.shape.mark(),
                         "the shape is empty, or too thin to be found: none of 2e6 points in its "
                         "bounds lies inside",
                         "check differences and intersections, or make it thicker");
    }

    Domain make_domain() const {
        const Eigen::AlignedBox3d box = params_.shape.box();
        const Eigen::Vector3d center = box.center();
        const double radius = ball_radius();
        const auto label_at = [this](const Point& p) { return label(to_eigen(p)); };
        namespace p = CGAL::parameters;
        return Domain(
            PlainDomain(p::function = label_at,
                        p::bounding_object = Kernel::Sphere_3(to_cgal(center), radius * radius),
                        p::relative_error_bound = precision));
    }

    /// Points on the surfaces of all regions. CGAL overlooks a region of fewer points than a
    /// tetrahedron has corners, whatever the sizes; such a small one is looked for in its own box.
    void seek_surfaces(Domain& domain) const {
        constexpr int fewest = 4;
        const Eigen::AlignedBox3d whole = params_.shape.box();
        std::vector<int> n_inside(params_.regions.size(), 0);
        for (int i = 1; i < n_positions; ++i) {
            const Eigen::Vector3d a = position(i, whole), b = position(i + 1, whole);
            const int here = label(a);
            if (here > 1) ++n_inside[std::size_t(here) - 2];
            domain.seek(to_cgal(a), here, to_cgal(b), label(b));
        }
        for (std::size_t k = 0; k < n_inside.size(); ++k) {
            const Eigen::AlignedBox3d own = whole.intersection(params_.regions[k].shape.box());
            if (n_inside[k] >= fewest || own.isEmpty()) continue;
            for (int i = 1; i < n_positions; ++i) {
                const Eigen::Vector3d a = position(i, own), b = position(i, whole);
                if (label(a) == int(k) + 2)
                    domain.seek(to_cgal(a), int(k) + 2, to_cgal(b), label(b));
            }
        }
    }

    void add_features(Domain& domain) const {
        std::vector<Polyline> polylines;
        for (const auto& [a, b] : sharp_edges(params_.shape, 0.25 * params_.size.surface))
            polylines.push_back({to_cgal(a), to_cgal(b)});
        if (!polylines.empty()) domain.add_features(polylines.begin(), polylines.end());
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ImplicitMesh, "mesh/implicit",
             "Smooth unions, differences and blends of shapes, filled with tetrahedra")
