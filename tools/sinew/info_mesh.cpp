#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/mesh/wrapped.hpp>

#include "info_files.hpp"
#include "info_scene.hpp"

namespace sinew::tools {

namespace {

/// The mesh plugin for files of that ending; "" if none reads them.
std::string plugin_for(const std::string& ending) {
    static const std::map<std::string, std::string> plugins{
        {".obj", "file"}, {".off", "file"},  {".ply", "file"},  {".stl", "file"},
        {".msh", "gmsh"}, {".mesh", "gmsh"}, {".geo", "gmsh"},  {".step", "gmsh"},
        {".stp", "gmsh"}, {".brep", "gmsh"}, {".iges", "gmsh"}, {".igs", "gmsh"},
        {".veg", "vega"}, {".inp", "abaqus"}};
    const auto found = plugins.find(ending);
    return found == plugins.end() ? "" : found->second;
}

void print_box(const Points& points) {
    const Eigen::AlignedBox3d box = bounding_box(points);
    if (box.isEmpty()) return;
    const Eigen::Vector3d size = box.sizes();
    std::cout << fmt::format(
        "  box       [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}], size {:.6g} x {:.6g} x "
        "{:.6g} m\n",
        box.min().x(), box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z(),
        size.x(), size.y(), size.z());
}

template <class Sets>
void print_names(const char* what, const Sets& sets) {
    if (sets.empty()) return;
    std::string names;
    for (const auto& [name, content] : sets)
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", name, content.size());
    std::cout << fmt::format("  {:<9} {}\n", what, names);
}

void print(const VolumeMesh& mesh) {
    std::cout << fmt::format("  volume    {} nodes, {} elements of {}\n", mesh.n_nodes(),
                             mesh.n_elements(), name_of(mesh.type));
    print_box(mesh.positions);
    const MeshQuality q = quality(mesh);
    constexpr double degrees = 180 / std::numbers::pi;
    std::cout << fmt::format("  size      {:.6g} m^3 in {} part{}\n", q.volume, q.n_components,
                             q.n_components == 1 ? "" : "s")
              << fmt::format("  quality   {:.3g} at worst, {:.3g} on average (1 is best)\n",
                             q.min_quality, q.mean_quality);
    if (mesh.type != ElementType::hex8)
        std::cout << fmt::format("  dihedral  {:.3g} to {:.3g} degrees\n", q.min_dihedral * degrees,
                                 q.max_dihedral * degrees);
    if (!q.inverted.empty() || !q.degenerate.empty() || !q.unreferenced.empty())
        std::cout << fmt::format(
            "  faults    {} inverted, {} degenerate elements, {} nodes in no element\n",
            q.inverted.size(), q.degenerate.size(), q.unreferenced.size());
    print_names("node sets", mesh.node_sets);
    print_names("elem sets", mesh.element_sets);
    print_names("on nodes", mesh.node_arrays);
    print_names("on elems", mesh.element_arrays);
}

/// The volume inside a closed surface. Triangles that are turned against each other are turned
/// alike first, since each of them would count with the wrong sign; a surface of one side has no
/// inside.
std::string enclosed_volume(const SurfaceMesh& surface, const SurfaceReport& report) {
    if (report.n_flipped_edges == 0)
        return fmt::format("{:.6g} m^3{}", report.volume,
                           report.volume < 0 ? " (its triangles face inwards)" : "");
    SurfaceMesh alike = surface;
    orient(alike);
    const SurfaceReport turned = inspect(alike);
    if (turned.n_flipped_edges > 0)
        return "nothing: its triangles cannot be turned alike, as of a surface with one side alone";
    return fmt::format("{:.6g} m^3 once its triangles are turned alike", turned.volume);
}

void print(const SurfaceMesh& surface, const std::string& plugin, const std::string& file) {
    const SurfaceReport report = inspect(surface);
    const auto number_of = [](int n, const char* what) {
        return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
    };
    std::cout << fmt::format("  surface   {} points, {} triangles, {}, {}\n", surface.n_points(),
                             surface.n_triangles(), number_of(report.n_components, "part"),
                             report.closed() ? "closed" : "open");
    print_box(surface.positions);
    if (report.closed())
        std::cout << fmt::format("  encloses  {}\n", enclosed_volume(surface, report));
    std::cout << fmt::format("  edges     {} at borders of {}, {} non-manifold\n",
                             report.n_border_edges, number_of(report.n_holes, "hole"),
                             report.n_non_manifold_edges);
    if (report.n_non_manifold_vertices > 0)
        std::cout << fmt::format("  vertices  {} where sheets touch\n",
                                 report.n_non_manifold_vertices);
    std::cout << fmt::format(
        "  flipped   {} between triangles that are turned against each other\n",
        number_of(report.n_flipped_edges, "edge"));
    if (report.n_degenerate_triangles > 0)
        std::cout << fmt::format("  flat      {} without area\n",
                                 number_of(report.n_degenerate_triangles, "triangle"));
    const std::size_t n_pairs = intersecting_pairs(surface).size();
    std::cout << fmt::format("  crossing  {} pairs of triangles intersect\n", n_pairs);
    const bool can_be_filled = report.closed() && report.n_non_manifold_edges == 0 &&
                               report.n_non_manifold_vertices == 0 && n_pairs == 0;
    if (!can_be_filled && report.n_degenerate_triangles < surface.n_triangles())
        std::cout << fmt::format(
            "  remedy    mesh: {} makes a closed surface of them\n",
            wrapped(fmt::format("{{type: {}, file: {}}}", plugin, nlohmann::json(file).dump()),
                    surface, bounding_box(surface.positions).diagonal().norm() / 100));
}

}  // namespace

void print_mesh(const std::filesystem::path& file, const std::string& ending) {
    const std::string plugin = plugin_for(ending);
    if (plugin.empty())
        throw InputError(
            Diagnostic::error(fmt::format("{}: nothing here reads '{}' files", file.string(),
                                          file.extension().string()))
                .remedy(
                    "it tells of a run's folder, checkpoints (.h5), results (.vtu, .vtp, .vti, "
                    ".vtk, .pvd, .series, .e, .usda), meshes (.msh, .mesh, .veg, .bou, .inp, .obj, "
                    ".off, .ply, .stl, "
                    ".geo, .step, .brep, .iges), rigs and motions (.gltf, .glb, .bvh, .tgf) and "
                    "point "
                    "caches (.mdd, .pc2)"));
    const std::string path = std::filesystem::absolute(file).string();
    if (!is_utf8(path))
        throw InputError(
            Diagnostic::error(fmt::format("the path {} is not UTF-8, in which scenes name files",
                                          printable(path)))
                .remedy("rename the file, or the folder that it is in"));
    const std::string members =
        fmt::format("mesh: {{type: {}, file: {}}}", plugin, nlohmann::json(path).dump());
    use_file_in_scene(file, members, [&](SceneGraph& graph, SceneNode& node) {
        auto* source = graph.object<MeshSource>(node, "mesh");
        if (!source) throw ComputationError(fmt::format("mesh/{} gives no mesh", plugin));
        const MeshData mesh = source->load();
        std::cout << fmt::format("{}: read by mesh/{}, numbers as metres\n", file.string(), plugin);
        for (std::string warning : mesh.warnings) {
            if (warning.starts_with(path + ": ")) warning.erase(0, path.size() + 2);
            std::cout << fmt::format("  warning   {}\n", printable(warning));
        }
        if (mesh.volume) print(*mesh.volume);
        if (mesh.surface) print(*mesh.surface, plugin, file.string());
    });
}

}  // namespace sinew::tools
