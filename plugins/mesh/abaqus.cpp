/// Nodes, elements and sets of an input file of Abaqus or CalculiX (.inp).
///
/// Read are *NODE, *ELEMENT (C3D4, C3D8, C3D10 and their variants, of which only the shape counts),
/// *NSET, *ELSET (also GENERATE, also by NSET= and ELSET= where nodes and elements are defined) and
/// *INCLUDE; one part with one instance that is not moved. Everything else is skipped, with a
/// warning that names it. Numbers in the file may have gaps; Sinew counts nodes and elements from 0
/// in the file's order.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>

#include "abaqus/abaqus_reader.hpp"

namespace sinew {

class Abaqus final : public MeshSource {
public:
    struct Params {
        Path file;

        static constexpr auto fields = std::tuple{
            field("file", &Params::file, "The .inp file").required(),
        };
    };

    explicit Abaqus(const Params& params) : MeshSource(params.file), params_(params) {
        require_file(params.file);
    }

protected:
    MeshData generate() const override {
        std::ifstream in = open_file(params_.file);
        AbaqusFile file = read_abaqus(in, params_.file.written, open_beside(params_.file));
        return {std::move(file.mesh), {}, std::move(file.warnings)};
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Abaqus, "mesh/abaqus", "Meshes of Abaqus and CalculiX input files (.inp)")
