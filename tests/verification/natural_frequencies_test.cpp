/// Natural frequencies of NAFEMS, found by solver/modal in the scenes of scenes/verification.

#include <nlohmann/json.hpp>
#include <sinew/kernel/run/run.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <support/small_run.hpp>

#include "record.hpp"

using namespace sinew;
using namespace sinew::verification;

namespace {

/// Runs the first step of the scene; its frequencies are compared with those published.
void compare(const std::string& scene, const std::string& name, int n_rigid,
             const std::vector<double>& published, double tolerance) {
    ::setenv("SINEW_PLUGIN_PATH", SINEW_PLUGIN_DIR, 1);
    char folder[] = "/tmp/sinew-frequencies-XXXXXX";
    REQUIRE(::mkdtemp(folder) != nullptr);
    RunOptions options;
    options.scene =
        std::filesystem::path(SINEW_SOURCE_DIR) / "scenes" / "verification" / (scene + ".yaml");
    options.folder = folder;
    options.quiet = true;
    options.overrides = {{"time.end", "0.25 s"}};
    options.slots = mechanics_slots();
    REQUIRE(run_scene(options) == 0);
    std::ifstream file(options.folder / "run.json");
    const auto solvers = nlohmann::json::parse(file)["solvers"];
    std::filesystem::remove_all(folder);
    const auto& found = solvers.begin().value();
    CHECK(found["rigid_motions"] == n_rigid);
    Record record(name);
    for (std::size_t k = 0; k < published.size(); ++k)
        record.compare(fmt::format("mode {} [Hz]", n_rigid + int(k) + 1), published[k],
                       found["modes"][k]["frequency"], tolerance);
}

}  // namespace

// A solid stretches in its thickness, which the plane theory of the reference leaves out.
TEST_CASE("natural frequencies: NAFEMS FV32, a tapered membrane, to 1%") {
    compare("fv32", "6 NAFEMS FV32, tapered membrane, tet10", 0,
            {44.623, 130.03, 162.70, 246.05, 379.90, 391.44}, 0.01);
}

// One quadratic element through the thickness, 64 across: the modes with the shortest waves lock a
// little still (mode 14 by 1.2 % at 48 across, by less than 0.1 % at 80).
TEST_CASE("natural frequencies: NAFEMS FV12, a free square plate, to 1%") {
    compare("fv12", "6 NAFEMS FV12, free plate, tet10 64x64x1", 6,
            {1.622, 2.360, 2.922, 4.190, 4.190, 7.356, 7.356, 7.668}, 0.01);
}

// The reference is a thin plate's; the solid's edges are held against motion out of the plane
// alone, which is a softer support (modes 8 and 9 are 2 % lower at 80 across, too).
TEST_CASE("natural frequencies: the same plate, simply supported, to 2.5%") {
    compare("supported_plate", "6 NAFEMS simply supported plate, tet10 64x64x1", 3,
            {2.377, 5.961, 5.961, 9.483, 12.133, 12.133, 15.468, 15.468}, 0.025);
}
