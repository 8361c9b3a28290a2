#include "net_flux.hpp"

#include <atomic>
#include <sinew/mechanics/grid/node_box.hpp>
#include <sinew/mechanics/grid/pressure_operator.hpp>
#include <sinew/mechanics/mesh/components.hpp>

namespace sinew {

namespace {

/// True if the node is on a side across whose axis it is free.
bool is_open(const Grid& grid, const NodeConditions& conditions, Index node,
             const std::array<Index, 3>& at) {
    for (std::size_t a = 0; a < 3; ++a)
        if ((at[a] == 0 || at[a] == grid.cells[a]) && !conditions.is_prescribed(node, int(a)))
            return true;
    return false;
}

/// The part of what velocities bring through the faces of its cells that a region may lack:
/// material whose velocities are prescribed is where it was carried to, not quite where it should
/// be.
constexpr double carried = 1e-4;

/// Of the cells of a region.
struct Sums {
    double flux = 0, size = 0, largest = 0;
    Index where = 0;
    bool reaches_outside = false;
};

/// What the fastest corner of a cell brings through a face [m^3/s].
double largest_flux(const Grid& grid, const VectorField& velocity, Index cell) {
    const Lattice nodes = grid.nodes();
    const std::array<Index, 3> at = grid.centres().indices(cell);
    const Index low = nodes.at(at[0], at[1], at[2]);
    double fastest = 0;
    for (const Index corner : corner_offsets(nodes))
        fastest = std::max(fastest, velocity.at(low + corner).norm());
    return grid.spacing * grid.spacing * fastest;
}

}  // namespace

bool has_open_side(const Grid& grid, const NodeConditions& conditions) {
    std::atomic<bool> found = false;
    each_point(grid.nodes(), [&](Index node, const std::array<Index, 3>& at) {
        if (is_open(grid, conditions, node, at)) found = true;
    });
    return found;
}

std::optional<NetFlux> unbalanced_region(const Grid& grid, const NodeConditions& conditions) {
    const Lattice nodes = grid.nodes(), cells = grid.centres();
    Vector flux;
    PressureOperator(grid).divergence(conditions.velocity, flux);
    if (flux.isZero(0)) return {};
    DisjointSets regions{int(cells.size())};
    std::vector<Index> open;  // cells at nodes whose normal component is free on a side
    for (Index k = 0; k < nodes.count[2]; ++k)
        for (Index j = 0; j < nodes.count[1]; ++j)
            for (Index i = 0; i < nodes.count[0]; ++i) {
                const Index node = nodes.at(i, j, k);
                if (conditions.is_all_prescribed(node)) continue;
                const std::array<Index, 3> at{i, j, k};
                Index first = -1;
                for (Index corner = 0; corner < 8; ++corner) {
                    std::array<Index, 3> cell;
                    bool is_inside = true;
                    for (std::size_t a = 0; a < 3; ++a) {
                        cell[a] = at[a] - 1 + (corner >> a & 1);
                        is_inside = is_inside && cell[a] >= 0 && cell[a] < grid.cells[a];
                    }
                    if (!is_inside) continue;
                    const Index here = cells.at(cell[0], cell[1], cell[2]);
                    if (first >= 0) regions.unite(int(here), int(first));
                    first = here;
                }
                if (is_open(grid, conditions, node, at)) open.push_back(first);
            }
    std::vector<Sums> sums(std::size_t(cells.size()));
    for (const Index cell : open) sums[std::size_t(regions.find(int(cell)))].reaches_outside = true;
    for (Index cell = 0; cell < cells.size(); ++cell) {
        Sums& sum = sums[std::size_t(regions.find(int(cell)))];
        sum.flux += flux[cell];
        sum.size += largest_flux(grid, conditions.velocity, cell);
        if (std::abs(flux[cell]) > sum.largest) {
            sum.largest = std::abs(flux[cell]);
            sum.where = cell;
        }
    }
    const double round_off = 1e-12 * grid.spacing * grid.spacing * conditions.velocity.largest();
    for (const Sums& sum : sums) {
        if (sum.reaches_outside || std::abs(sum.flux) <= carried * sum.size + round_off) continue;
        const Index i = sum.where % cells.count[0], row = sum.where / cells.count[0];
        return NetFlux{sum.flux, cells.position(i, row % cells.count[1], row / cells.count[1])};
    }
    return {};
}

}  // namespace sinew
