#include "volume_healing.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/grid/pressure_projection.hpp>
#include <utility>

namespace sinew {

namespace {

/// Part of a volume by which errors count at most.
constexpr double largest_error = 0.1;

/// Fluxes, and where what solids gain is taken from.
class Healing {
public:
    Healing(const Grid& grid, const Vector& fluid_parts, const NodeConditions& conditions)
        : grid_(grid),
          fluid_parts_(fluid_parts),
          conditions_(conditions),
          corners_(corner_offsets(grid.nodes())),
          flux_(Vector::Zero(fluid_parts.size())) {}

    void add(const EulerianSolid& solid, double time) {
        const std::vector<Index> about = fluid_about(solid);
        if (about.empty()) return;
        about_ = about;
        const SolidCells& part = solid.cells();
        const double of_cell = std::pow(grid_.spacing, 3) / time;
        double gain = 0;
        for (std::size_t c = 0; c < part.cells().size(); ++c) {
            const double error = std::log(part.volume_ratio(c) / solid.ratio_at_start());
            const double wanted = -of_cell * part.cells()[c].fraction *
                                  std::clamp(error, -largest_error, largest_error);
            flux_[solid.box().in_grid(grid_.centres(), part.cells()[c].at)] += wanted;
            gain += wanted;
        }
        take(gain);
    }

    Vector finished() {
        flux_ = filtered(flux_, grid_);
        double lost = 0;
        for (Index cell = 0; cell < flux_.size(); ++cell)
            if (flux_[cell] != 0 && is_held(cell)) lost += std::exchange(flux_[cell], 0.0);
        if (lost != 0) take(-lost);
        return std::move(flux_);
    }

private:
    /// True where the velocities of all of a cell's nodes are prescribed.
    bool is_held(Index cell) const {
        const std::array<Index, 3> at = grid_.centres().indices(cell);
        const Index low = grid_.nodes().at(at[0], at[1], at[2]);
        return std::all_of(corners_.begin(), corners_.end(), [&](Index corner) {
            return conditions_.is_all_prescribed(low + corner);
        });
    }
    std::vector<Index> fluid_about(const EulerianSolid& solid) const {
        const NodeBox& box = solid.box();
        std::vector<Index> cells;
        for (Index k = 0; k + 1 < box.count[2]; ++k)
            for (Index j = 0; j + 1 < box.count[1]; ++j)
                for (Index i = 0; i + 1 < box.count[0]; ++i) {
                    const Index cell = box.in_grid(grid_.centres(), {i, j, k});
                    if (fluid_parts_[cell] > 0 && !is_held(cell)) cells.push_back(cell);
                }
        return cells;
    }

    /// A flux, from the fluid about the last solid.
    void take(double gain) {
        double fluid = 0;
        for (const Index cell : about_) fluid += fluid_parts_[cell];
        for (const Index cell : about_) flux_[cell] -= gain * fluid_parts_[cell] / fluid;
    }

    const Grid& grid_;
    const Vector& fluid_parts_;
    const NodeConditions& conditions_;
    std::array<Index, 8> corners_;
    Vector flux_;
    std::vector<Index> about_;
};

}  // namespace

Vector flux_that_heals(const Grid& grid, const std::vector<std::unique_ptr<EulerianSolid>>& solids,
                       const Vector& fluid_parts, const NodeConditions& conditions, double time) {
    Healing healing(grid, fluid_parts, conditions);
    for (const auto& solid : solids) healing.add(*solid, time);
    return healing.finished();
}

}  // namespace sinew
