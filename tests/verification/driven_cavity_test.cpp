/// The lid-driven cavity beside Ghia, Ghia & Shin, J. Comput. Phys. 48 (1982) 387-411.
#include <catch2/catch.hpp>
#include <fstream>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>
#include <sstream>
#include <support/data.hpp>

using namespace sinew;

namespace {

struct Published {
    double place, value;
};

/// A column of a table of published velocities, by the first.
std::vector<Published> column(const std::filesystem::path& file, const std::string& name) {
    std::ifstream stream(file);
    std::vector<Published> values;
    std::size_t which = 0;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream cells(line);
        std::vector<std::string> words;
        for (std::string cell; std::getline(cells, cell, ',');) words.push_back(cell);
        if (which == 0) {
            which = std::size_t(std::find(words.begin(), words.end(), name) - words.begin());
            REQUIRE(which < words.size());
        } else if (which < words.size() && !words[which].empty()) {
            values.push_back({std::stod(words[0]), std::stod(words[which])});
        }
    }
    return values;
}

/// The flow in a unit square under a lid of unit speed, when it has become steady.
Fluid cavity(Index n, double reynolds, double cfl, double end) {
    const Grid grid{{0, 0, 0}, 1 / double(n), {n, n, 1}};
    FluidSettings settings;
    settings.viscosity = 1 / reynolds;
    settings.tolerance = 1e-3;
    Fluid fluid(grid, settings);
    Walls walls;
    walls[3].velocity = {1, 0, 0};
    walls[4].kind = walls[5].kind = WallKind::symmetric;
    fluid.set_conditions(conditions_of(walls, grid));
    const VectorField none(grid.nodes().size());
    const double dt = cfl / double(n);
    for (double t = 0; t < end; t += dt) {
        fluid.project(none, dt);
        fluid.advect(fluid.flow(), dt);
    }
    return fluid;
}

double largest_error(const Fluid& fluid, const std::vector<Published>& published, int axis) {
    double error = 0;
    for (const Published& one : published) {
        const Eigen::Vector3d x =
            axis == 0 ? Eigen::Vector3d(0.5, one.place, 0) : Eigen::Vector3d(one.place, 0.5, 0);
        const double found =
            TrilinearInterpolation(fluid.grid().nodes()).at(x).of(fluid.velocity()[axis]);
        error = std::max(error, std::abs(found - one.value));
    }
    return error;
}

}  // namespace

TEST_CASE("driven cavity: velocities on both middle lines at Re 100 and 400") {
    const auto u = test::data_file("published/ghia_u.csv");
    const auto v = test::data_file("published/ghia_v.csv");
    if (!u || !v) return;
    for (const auto& [reynolds, name, end] :
         {std::tuple{100.0, "Re100", 12.0}, {400.0, "Re400", 30.0}}) {
        const Fluid fluid = cavity(72, reynolds, 0.5, end);
        const double error_u = largest_error(fluid, column(*u, name), 0);
        const double error_v = largest_error(fluid, column(*v, name), 1);
        INFO(name << ": " << error_u << " and " << error_v << " of the lid's speed");
        CHECK(error_u < 0.02);
        CHECK(error_v < 0.02);
    }
}
