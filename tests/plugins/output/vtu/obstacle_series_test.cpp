// An obstacle is a part of the collection, and its files show it where it is.
#include "vtu/obstacle_series.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace sinew;

TEST_CASE("obstacle series: obstacles are named by their nodes and counted") {
    const auto plane = [](const std::string& name) {
        return ObstacleSurface::plane(
            name, Varying<Eigen::Vector3d>(Eigen::Vector3d(0, 0, 1)), Eigen::Vector3d::UnitZ(),
            Eigen::AlignedBox3d(Eigen::Vector3d::Zero(), Eigen::Vector3d::Ones()));
    };
    const ObstacleSurface floor = plane("/world/floor (obstacles[0])"), table = plane("/world");
    output::PvdCollection pvd;
    REQUIRE(pvd.claim(floor));
    const vtu::ObstacleSeries one(floor, pvd);
    REQUIRE(pvd.claim(table));
    const vtu::ObstacleSeries other(table, pvd);
    CHECK(one.name() == "world-floor-1-obstacle");
    CHECK(other.name() == "world-2-obstacle");
    CHECK(other.part() == one.part() + 1);
    CHECK_FALSE(pvd.claim(floor));

    std::string name = (std::filesystem::temp_directory_path() / "sinew-XXXXXX").string();
    const std::filesystem::path folder = mkdtemp(name.data());
    one.write(folder / "floor.vtp", 0.5);
    std::ostringstream text;
    text << std::ifstream(folder / "floor.vtp").rdbuf();
    std::filesystem::remove_all(folder);
    CHECK_THAT(text.str(),
               Catch::Contains("NumberOfPoints=\"4\"") && Catch::Contains("NumberOfPolys=\"2\""));
}
