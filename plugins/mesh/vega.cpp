/// Meshes of Vega FEM: .veg files of tetrahedra (TET) or cubes (CUBIC), with their sets, regions
/// and materials, and .bou files of fixed vertices.
///
/// Sets become element sets; ENU materials the element arrays young, poisson and density, to be
/// used as `young: {array: young}`. Barbic, Sin & Schroeder, Vega FEM library, 2012; its file
/// format is described in the library's user manual.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>

#include "vega/vega_reader.hpp"

namespace sinew {

class Vega final : public MeshSource {
public:
    struct Params {
        Path file;
        Path fixed;

        static constexpr auto fields = std::tuple{
            field("file", &Params::file, "The .veg file").required(),
            field("fixed", &Params::fixed,
                  "A .bou file, whose vertices become the node set 'fixed'"),
        };
    };

    explicit Vega(const Params& params) : MeshSource(params.file), params_(params) {
        require_file(params.file);
        if (!params.fixed.empty()) require_file(params.fixed);
    }

protected:
    MeshData generate() const override {
        std::ifstream in = open_file(params_.file);
        VegaFile file = read_vega(in, params_.file.written, open_beside(params_.file));
        if (!params_.fixed.empty()) {
            std::ifstream fixed = open_file(params_.fixed);
            file.mesh.node_sets["fixed"] =
                read_bou(fixed, params_.fixed.written, file.mesh.n_nodes());
        }
        return {std::move(file.mesh), {}, std::move(file.warnings)};
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Vega, "mesh/vega", "Meshes of Vega FEM (.veg)")
