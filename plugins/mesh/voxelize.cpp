/// A triangle soup made into hexahedra: equal bricks along the axes, over what the triangles touch
/// and enclose. The soup is carried along as the body's surface, so that it is what a result shows.
///
/// The soup may be open, cross itself, and be no manifold. A brick counts as touched if it shares a
/// point with a triangle (separating axes); a triangle in a plane of the grid touches the bricks of
/// both its sides. With `fill: solid` everything is a brick that cannot be reached from outside
/// through the faces of cells that no triangle touches: a hole wider than an edge lets the outside
/// in. The grid lies about the centre of the bounding box; `resolution` cells span its longest
/// side.
///
/// Barbic & James, Real-Time Subspace Integration for St. Venant-Kirchhoff Deformable Models, 2005,
/// section 3.1.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/mesh_memory.hpp>

#include "voxelize/brick_grid.hpp"

namespace sinew {

enum class Fill { surface, solid };
template <>
struct EnumNames<Fill> {
    static constexpr std::array names{std::pair{"surface", Fill::surface},
                                      std::pair{"solid", Fill::solid}};
};

enum class Keep { all, largest };
template <>
struct EnumNames<Keep> {
    static constexpr std::array names{std::pair{"all", Keep::all},
                                      std::pair{"largest", Keep::largest}};
};

class Voxelize final : public MeshSource {
public:
    static constexpr const char* source = "Barbic & James 2005, section 3.1";

    struct Params {
        PluginSlot<MeshSource> surface;
        std::optional<int> resolution;
        std::optional<double> edge;
        Fill fill = Fill::solid;
        Keep keep = Keep::all;
        static constexpr auto fields = std::tuple{
            field("surface", &Params::surface,
                  "The triangles: a mesh plugin that gives a surface, or a volume for its boundary")
                .required(),
            field("resolution", &Params::resolution, from_to(1, 10000),
                  "Bricks along the longest side of the bounding box; this or edge"),
            field("edge", &Params::edge, unit::m, positive, "Length of a brick's edges"),
            field("fill", &Params::fill,
                  "surface: bricks that a triangle touches; solid: also what they enclose"),
            field("keep", &Params::keep,
                  "all bricks, or the largest of the pieces that hang together by faces"),
        };
    };

    Voxelize(const Params& params, BuildContext& context)
        : MeshSource("the bricks", context.where()),
          params_(params),
          surface_(params.surface.make(context)) {
        if (params.resolution.has_value() == params.edge.has_value())
            context.fail(params.edge ? "both resolution and edge are given"
                                     : "neither resolution nor edge is given",
                         "give one of them: resolution: 40 for 40 bricks along the longest side, "
                         "or edge: 2 cm for their size");
    }

protected:
    MeshData generate() const override {
        MeshData data = as_surface(surface_->load());
        const SurfaceMesh& surface = *data.surface;
        BrickGrid grid(frame(bounding_box(surface.positions)));
        for (Eigen::Index t = 0; t < surface.n_triangles(); ++t) {
            leave_if_stopped();
            grid.touch(corners(surface, t));
        }
        if (params_.fill == Fill::solid) grid.fill_enclosed();
        judge_pieces(grid, data);
        const auto n = double(grid.n_bricks());  // at least as many nodes
        attribute_errors_to(provenance, [&] {
            require_memory({n, n, 1, ElementType::hex8}, fmt::format("bricks (`{}`)", parameter()));
        });
        data.volume = grid.mesh();
        return data;
    }

private:
    /// Beside 4 bytes a cell while pieces are told apart, a brick takes some 60.
    static constexpr double most_cells = 5e7;

    static Eigen::Matrix3d corners(const SurfaceMesh& surface, Eigen::Index triangle) {
        Eigen::Matrix3d corners;
        for (int i = 0; i < 3; ++i)
            corners.col(i) = surface.positions.col(surface.triangles(i, triangle));
        return corners;
    }

    /// The parameter that says how large the bricks are.
    const char* parameter() const { return params_.edge ? "edge" : "resolution"; }

    GridFrame frame(const Eigen::AlignedBox3d& box) const {
        const double longest = box.sizes().maxCoeff();
        const GridFrame frame(box, params_.edge.value_or(longest / params_.resolution.value_or(1)));
        const double n_cells = frame.n_cells.prod();
        if (n_cells <= most_cells) {
            attribute_errors_to(provenance, [&] {
                require_memory(n_cells * BrickGrid::bytes_of_cell,
                               fmt::format("{:.4g} cells of the grid", n_cells),
                               fmt::format("use fewer elements: larger bricks (`{}`), or a machine "
                                           "with more memory",
                                           parameter()));
            });
            return frame;
        }
        const double factor = 1.01 * std::cbrt(n_cells / most_cells);
        throw InputError(
            place(),
            fmt::format("a grid of {:.6g} x {:.6g} x {:.6g} bricks is more than {:.2g}",
                        frame.n_cells[0], frame.n_cells[1], frame.n_cells[2], most_cells),
            params_.edge
                ? fmt::format("give an edge of {:.2g} m or more", 1.05 * factor * *params_.edge)
                : fmt::format("give a resolution of {} or less",
                              std::floor(*params_.resolution / factor)));
    }

    void judge_pieces(BrickGrid& grid, MeshData& data) const {
        const BrickGrid::Pieces pieces = grid.pieces();
        if (pieces.n == 1) return;
        if (params_.keep == Keep::all) {
            data.warnings.push_back(fmt::format(
                "{}: they make {} pieces that share no face, the largest of {} of {} bricks; such "
                "pieces fly apart, or turn about an edge (keep: largest leaves the others out)",
                origin(), pieces.n, pieces.largest, pieces.n_bricks));
            return;
        }
        data.warnings.push_back(fmt::format("{}: {} in {} smaller pieces have been left out",
                                            origin(), pieces.n_bricks - pieces.largest,
                                            pieces.n - 1));
        keep_triangles(*data.surface, [&](Eigen::Index t) {
            const std::size_t cell = grid.cell_of(corners(*data.surface, t).col(0));
            return pieces.piece[cell] == pieces.largest_piece;
        });
        grid.keep(pieces, pieces.largest_piece);
    }

    /// Keeps the triangles of the pieces that stay. Cells that one triangle touches are connected
    /// by faces, so that one corner tells its piece.
    template <class Stays>
    static void keep_triangles(SurfaceMesh& surface, const Stays& stays) {
        Eigen::Index n = 0;
        for (Eigen::Index t = 0; t < surface.n_triangles(); ++t)
            if (stays(t)) surface.triangles.col(n++) = Eigen::Vector3i(surface.triangles.col(t));
        surface.triangles.conservativeResize(3, n);
        drop_unreferenced(surface);
    }

    Params params_;
    std::unique_ptr<MeshSource> surface_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Voxelize, "mesh/voxelize",
             "Bricks over what a triangle soup touches and encloses")
