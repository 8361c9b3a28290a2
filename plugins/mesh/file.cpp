/// Volumes and surfaces from files that many programs write; the extension says how a file is read.
///
///     .vtu .vtk            tetrahedra (4 or 10 nodes) or hexahedra, with point and cell data
///     .vtp .stl            surfaces
///     .ply .obj .off       surfaces (readers of Sinew's own)
///     .gltf .glb           surfaces (glTF 2.0): every mesh of the scene, skins as they were bound;
///                          y points up there
///
/// Cells of three dimensions make a volume mesh, whose point data are node arrays and whose cell
/// data element arrays; else polygons, cut into triangles, a surface. Vertices of an STL file,
/// which has none but corners of triangles, and of a glTF file, which has several along the seams
/// of textures, become one where they coincide exactly. VTK's readers (.vtu .vtk .vtp .stl) run in
/// a process of their own, since a damaged file brings them down.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <sinew/gltf/scene_surface.hpp>
#include <sinew/gltf/skin_pose.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "file/polygons.hpp"
#include "file/vtk_reader.hpp"

namespace sinew {

struct MorphWeight {
    std::string target;
    double weight = 1;

    static constexpr auto fields = std::tuple{
        field("target", &MorphWeight::target, "Its name").required(),
        field("weight", &MorphWeight::weight, "How much of it is added"),
    };
};

class File final : public MeshSource, public MorphingSurface {
public:
    struct Params {
        Path file;
        std::string part;
        std::vector<MorphWeight> morphs;

        static constexpr auto fields = std::tuple{
            field("file", &Params::file,
                  "A .vtu, .vtk, .vtp, .ply, .stl, .obj, .off, .gltf or .glb file")
                .required(),
            field("part", &Params::part,
                  "Of a glTF file, the one mesh or node of that name; all if absent"),
            field("morphs", &Params::morphs,
                  "Of a glTF file, morph targets that are added to the surface, in place of what "
                  "the file itself says of them"),
        };
    };

    explicit File(const Params& params) : MeshSource(params.file), params_(params) {
        extension_ = params.file.absolute.extension().string();
        std::transform(extension_.begin(), extension_.end(), extension_.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const std::vector<std::string> known{".vtu", ".vtk", ".vtp",  ".ply", ".stl",
                                             ".obj", ".off", ".gltf", ".glb"};
        if (std::find(known.begin(), known.end(), extension_) == known.end())
            throw InputError(params.file.mark,
                             fmt::format("mesh/file does not read '{}'", params.file.written),
                             advice());
        const bool of_gltf = gltf::is_gltf(params.file);
        if (!of_gltf && (!params.part.empty() || !params.morphs.empty()))
            throw InputError(params.file.mark,
                             fmt::format("'{}' has no {}", params.file.written,
                                         params.part.empty() ? "morphs" : "part"),
                             "leave it out: .gltf and .glb files have them");
        require_file(params.file);
    }

    const MorphingSurface* morphing_surface() const override { return this; }
    MorphClip morph_clip(const SurfaceMesh& loaded, const std::string& name,
                         const SourceMark& where) const override {
        if (!gltf::is_gltf(params_.file))
            throw InputError(where, fmt::format("{} has no clips", origin()),
                             "leave clip out: .gltf and .glb files have them");
        const gltf::File file = gltf::read(params_.file);
        const int animation = gltf::choose_animation(file, name, where);
        MorphClip clip = gltf::morph_clip(file, params_.part, morph_weights(), animation, where);
        take_points_of(loaded, gltf::surface_in_scene(file, params_.part, morph_weights()), clip);
        return clip;
    }

protected:
    MeshData generate() const override {
        if (gltf::is_gltf(params_.file)) return read_gltf();
        if (extension_ != ".obj" && extension_ != ".off" && extension_ != ".ply") {
            MeshData data =
                read_with_vtk(params_.file.absolute.string(), extension_, params_.file.written);
            if (extension_ == ".stl") merge(*data.surface);
            return data;
        }
        std::ifstream in = open_file(params_.file);
        const Polygons polygons = extension_ == ".obj"   ? read_obj(in, params_.file.written)
                                  : extension_ == ".off" ? read_off(in, params_.file.written)
                                                         : read_ply(in, params_.file.written);
        return {{}, triangulate(polygons), {}};
    }

private:
    MeshData read_gltf() const {
        const gltf::File file = gltf::read(params_.file);
        MeshData data{
            {}, gltf::surface_in_scene(file, params_.part, morph_weights()), file.warnings};
        merge(*data.surface);
        return data;
    }

    gltf::MorphWeights morph_weights() const {
        gltf::MorphWeights morphs;
        for (const MorphWeight& one : params_.morphs) morphs[one.target] = one.weight;
        return morphs;
    }

    /// Keeps the morph tracks of those points of the file that the surface was made of, in its
    /// size.
    void take_points_of(const SurfaceMesh& loaded, const SurfaceMesh& all, MorphClip& clip) const {
        SurfaceMesh merged = all;
        merge(merged);
        if (merged.n_points() != loaded.n_points())
            throw InputError(
                place(), fmt::format("{} has points that no triangle uses, and morphs", origin()),
                "remove loose points before exporting");
        const auto before = [](const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
        };
        std::map<Eigen::Vector3d, Eigen::Index, decltype(before)> first_at(before);
        for (Eigen::Index i = 0; i < all.n_points(); ++i) first_at.emplace(all.positions.col(i), i);
        std::vector<Eigen::Index> source;
        for (Eigen::Index i = 0; i < merged.n_points(); ++i)
            source.push_back(first_at.at(merged.positions.col(i)));
        const double size = bounding_box(merged.positions).diagonal().norm();
        const double scale = bounding_box(loaded.positions).diagonal().norm() / size;
        for (MorphTrack& track : clip.tracks)
            for (Points& target : track.targets)
                target = Points(scale * target(Eigen::all, source));
    }

    void merge(SurfaceMesh& surface) const {
        if (const std::string text = structural_defect(surface); !text.empty())
            throw InputError(place(), fmt::format("{}: {}", origin(), text),
                             "is the file whole, and a surface? Copy or export it again");
        merge_coincident(surface);
    }

    std::string advice() const {
        for (const char* of_gmsh :
             {".msh", ".mesh", ".geo", ".step", ".stp", ".brep", ".iges", ".igs"})
            if (extension_ == of_gmsh) return "use {type: gmsh, file: ...}";
        if (extension_ == ".veg") return "use {type: vega, file: ...}";
        if (extension_ == ".inp") return "use {type: abaqus, file: ...}";
        return "it reads .vtu, .vtk, .vtp, .ply, .stl, .obj, .off, .gltf and .glb: convert it to "
               "one of these";
    }

    Params params_;
    std::string extension_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::File, "mesh/file",
             "Volumes and surfaces of VTK, PLY, STL, OBJ, OFF and glTF files")
