/// NAFEMS LE10, the scene of scenes/verification: what the probe reads off.

#include <sinew/kernel/run/run.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <support/small_run.hpp>

#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

TEST_CASE("thick plate: NAFEMS LE10, the stress at the inner edge of the upper face, to 2%") {
    ::setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
    char folder[] = "/tmp/sinew-le10-XXXXXX";
    REQUIRE(::mkdtemp(folder) != nullptr);
    RunOptions options;
    options.scene = std::filesystem::path(SINEW_SOURCE_DIR) / "scenes/verification/le10.yaml";
    options.folder = folder;
    options.quiet = true;
    options.slots = mechanics_slots();
    REQUIRE(run_scene(options) == 0);
    std::ifstream file(options.folder / "le10-plate-probe.csv");
    std::string names, row;
    REQUIRE(std::getline(file, names));
    while (std::getline(file, row) && !row.starts_with("1,")) {
    }
    std::filesystem::remove_all(folder);
    std::vector<double> values;
    for (std::istringstream cells(row); std::getline(cells, names, ',');)
        values.push_back(std::stod(names));
    REQUIRE(values.size() == 1 + 3 + 6 + 3);
    Record record("7 NAFEMS LE10, thick plate, tet10 16x20x6");
    record.compare("stress yy at D, recovered at the node [MPa]", -5.38, values[5] / 1e6, 0.02);
    // The hole's edge is free: no stress crosses it.
    record.compare("stress xx at D, of a free face [MPa]", 0, values[4] / 1e6, 0.02, 5.38);
}
