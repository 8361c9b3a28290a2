/// Volumes and surfaces from files that many programs write; the extension says how a file is read.
///
///     .vtu .vtk            tetrahedra (4 or 10 nodes) or hexahedra, with point and cell data
///     .vtp .ply .stl       surfaces (VTK's readers)
///     .obj .off            surfaces (text)
///
/// Cells of three dimensions make a volume mesh, whose point data are node arrays and whose cell
/// data element arrays; else polygons, cut into triangles, a surface. Vertices of an STL file,
/// which has none but corners of triangles, become one where they coincide exactly.

#include <algorithm>
#include <cctype>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh_source.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "file/polygons.hpp"
#include "file/vtk_reader.hpp"

namespace sinew {

class File final : public MeshSource {
public:
    struct Params {
        Path file;

        static constexpr auto fields = std::tuple{
            field("file", &Params::file, "A .vtu, .vtk, .vtp, .ply, .stl, .obj or .off file")
                .required(),
        };
    };

    explicit File(const Params& params)
        : MeshSource(params.file.written, params.file.mark), params_(params) {
        extension_ = params.file.absolute.extension().string();
        std::transform(extension_.begin(), extension_.end(), extension_.begin(),
                       [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        const std::vector<std::string> known{".vtu", ".vtk", ".vtp", ".ply",
                                             ".stl", ".obj", ".off"};
        if (std::find(known.begin(), known.end(), extension_) == known.end())
            throw InputError(params.file.mark,
                             fmt::format("mesh/file does not read '{}'", params.file.written),
                             advice());
        require_file(params.file);
    }

protected:
    MeshData generate() const override {
        if (extension_ != ".obj" && extension_ != ".off") {
            MeshData data =
                read_with_vtk(params_.file.absolute.string(), extension_, params_.file.written);
            if (extension_ == ".stl") merge(*data.surface);
            return data;
        }
        std::ifstream in = open_file(params_.file);
        const Polygons polygons = extension_ == ".obj" ? read_obj(in, params_.file.written)
                                                       : read_off(in, params_.file.written);
        return {{}, triangulate(polygons), {}};
    }

private:
    void merge(SurfaceMesh& surface) const {
        if (const std::string text = structural_defect(surface); !text.empty())
            throw InputError(place(), fmt::format("{}: {}", origin(), text));
        merge_coincident(surface);
    }

    std::string advice() const {
        if (extension_ == ".msh" || extension_ == ".mesh") return "use {type: gmsh, file: ...}";
        if (extension_ == ".veg") return "use {type: vega, file: ...}";
        if (extension_ == ".inp") return "use {type: abaqus, file: ...}";
        return "it reads .vtu, .vtk, .vtp, .ply, .stl, .obj and .off: convert it to one of these";
    }

    Params params_;
    std::string extension_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::File, "mesh/file", "Volumes and surfaces of VTK, PLY, STL, OBJ and OFF files")
