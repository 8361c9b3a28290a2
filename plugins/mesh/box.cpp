/// A block of equal cells along the axes, for tests, benchmarks and first steps.
///
/// Hexahedra, or tetrahedra cut from them: `five` puts one tetrahedron of a third of the cell's
/// volume in the middle and four of a sixth at corners, mirrored from cell to cell so that
/// diagonals meet; `six` cuts every cell alike, around its diagonal (Kuhn, 1960), and so has a
/// grain.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/element_names.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>

namespace sinew {

enum class TetPattern { five, six };
template <>
struct EnumNames<TetPattern> {
    static constexpr std::array names{std::pair{"five", TetPattern::five},
                                      std::pair{"six", TetPattern::six}};
};

class Box final : public MeshSource {
public:
    struct Params {
        Eigen::Vector3d size = Eigen::Vector3d::Ones();
        Eigen::Vector3i cells = Eigen::Vector3i::Constant(4);
        ElementType element = ElementType::tet4;
        std::optional<TetPattern> pattern;
        Eigen::Vector3d origin = Eigen::Vector3d::Zero();

        static constexpr auto fields = std::tuple{
            field("size", &Params::size, unit::m, positive, "Lengths of the edges").required(),
            field("cells", &Params::cells, from_to(1, 10000), "Cells along each edge").required(),
            field("element", &Params::element, "Kind of element"),
            field("pattern", &Params::pattern,
                  "Tetrahedra that a cell is cut into: five if absent, none for hex8"),
            field("origin", &Params::origin, unit::m, "Lower corner"),
        };
    };

    Box(const Params& params, BuildContext& context)
        : MeshSource("the box", context.where()), params_(params) {
        const Eigen::Vector3d cells = params.cells.cast<double>();
        if (cells.prod() > 1e8)
            context.fail(context.at("cells"),
                         fmt::format("{:.0f} cells are more than a mesh can have", cells.prod()),
                         "at most 1e8; choose fewer `cells`");
        const bool is_cut = params.element != ElementType::hex8;
        const bool by_five = params.pattern.value_or(TetPattern::five) == TetPattern::five;
        require_memory({cells.prod(), (cells.array() + 1).prod(),
                        is_cut ? by_five ? 5.0 : 6.0 : 1.0, params.element},
                       "`cells`");
        if (params.pattern && params.element == ElementType::hex8)
            context.fail(context.at("pattern"), "a pattern of tetrahedra means nothing to hex8",
                         "take `pattern` away, or choose element: tet4 or tet10");
    }

protected:
    MeshData generate() const override {
        VolumeMesh mesh = hexahedra();
        if (params_.element != ElementType::hex8) mesh = cut(mesh);
        if (params_.element == ElementType::tet10) mesh = to_tet10(mesh);
        return {std::move(mesh), {}, {}};
    }

private:
    VolumeMesh hexahedra() const {
        const int nx = params_.cells[0], ny = params_.cells[1], nz = params_.cells[2];
        const auto node = [&](int i, int j, int k) { return i + (nx + 1) * (j + (ny + 1) * k); };
        VolumeMesh mesh;
        mesh.type = ElementType::hex8;
        mesh.positions.resize(3, node(0, 0, nz + 1));
        mesh.elements.resize(8, Eigen::Index(nx) * ny * nz);
        for (int k = 0; k <= nz; ++k)
            for (int j = 0; j <= ny; ++j)
                for (int i = 0; i <= nx; ++i) {
                    const Eigen::Array3d position(i, j, k);
                    mesh.positions.col(node(i, j, k)) =
                        params_.origin.array() +
                        params_.size.array() * position / params_.cells.cast<double>().array();
                }
        Eigen::Index e = 0;
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i)
                    mesh.elements.col(e++) << node(i, j, k), node(i + 1, j, k),
                        node(i + 1, j + 1, k), node(i, j + 1, k), node(i, j, k + 1),
                        node(i + 1, j, k + 1), node(i + 1, j + 1, k + 1), node(i, j + 1, k + 1);
        return mesh;
    }

    VolumeMesh cut(const VolumeMesh& hexes) const {
        using Tets = std::vector<std::array<int, 4>>;
        static const Tets even{
            {0, 1, 2, 5}, {0, 2, 3, 7}, {0, 5, 7, 4}, {2, 7, 5, 6}, {0, 2, 7, 5}};
        static const Tets odd{{1, 2, 3, 6}, {1, 3, 0, 4}, {1, 6, 4, 5}, {3, 4, 6, 7}, {1, 3, 4, 6}};
        static const Tets kuhn{{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6},
                               {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}};
        const bool five = params_.pattern.value_or(TetPattern::five) == TetPattern::five;
        const Eigen::Index nx = params_.cells[0], ny = params_.cells[1];
        VolumeMesh mesh;
        mesh.positions = hexes.positions;
        mesh.elements.resize(4, (five ? 5 : 6) * hexes.n_elements());
        Eigen::Index t = 0;
        for (Eigen::Index e = 0; e < hexes.n_elements(); ++e) {
            const bool is_odd = (e % nx + e / nx % ny + e / (nx * ny)) % 2;
            for (const auto& tet : five ? (is_odd ? odd : even) : kuhn)
                mesh.elements.col(t++) << hexes.elements(tet[0], e), hexes.elements(tet[1], e),
                    hexes.elements(tet[2], e), hexes.elements(tet[3], e);
        }
        return mesh;
    }

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Box, "mesh/box", "Block of equal cells")
