// A struck spoon in twelve reduced coordinates beside the spoon in full space, coarser than in the
// scene: figure 12 of Barbic & James 2005, of which `sinew bench reduction` measures the whole.
#include <catch2/catch.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

#include "record.hpp"

using namespace sinew;
using verification::Record;

namespace {

void replace(std::string& text, const std::string& what, const std::string& with) {
    const std::size_t found = text.find(what);
    REQUIRE(found != std::string::npos);
    text.replace(found, what.size(), with);
}

/// scenes/reduction/spoon.yaml with bricks 2.5 times as large, struck three times as hard.
std::string spoon(const std::string& outputs) {
    std::ifstream file(SINEW_SOURCE_DIR "/scenes/reduction/spoon.yaml");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    replace(text, "resolution: 100", "resolution: 40");
    replace(text, "[0, 0, -1000]", "[0, 0, -3000]");
    replace(text, "{end: 2 s, step: 1/1000 s}", "{end: 0.7 s, step: 1/250 s}");
    const std::size_t last = text.find("    outputs:");
    return text.substr(0, last) + "    outputs: [" + outputs +
           "{type: probe, at: [0.02, 0, -0.03]}]\n";
}

struct Swing {
    double amplitude = 0, time = 0;
};

Swing first_maximum(const testing::SmallRun& run, const std::string& folder) {
    Swing swing;
    for (const auto& row : run.table(folder + "/spoon-spoon-probe.csv"))
        if (std::abs(row[3]) > swing.amplitude) swing = {std::abs(row[3]), row[0]};
    return swing;
}

}  // namespace

TEST_CASE("a struck spoon: its first maximum in twelve reduced coordinates is that of full space") {
    const test::EmptyCache cache;
    std::string full_text = spoon("{type: vtu, every: 1/50 s}, ");
    const std::size_t from = full_text.find("    reduction:"),
                      to = full_text.find("    constraints:");
    full_text.replace(from, to - from,
                      "    formulation: {type: displacement, quadrature: exact_for_stvk}\n");
    const testing::SmallRun full("spoon", full_text);
    REQUIRE(full.run() == 0);
    const Swing expected = first_maximum(full, "out");
    CHECK(expected.amplitude > 0.5);

    const testing::SmallRun derivatives("spoon", spoon(""));
    REQUIRE(derivatives.run() == 0);
    const Swing by_derivatives = first_maximum(derivatives, "out");

    std::string pca_text = spoon("");
    replace(pca_text, "{type: modal_derivatives, modes: 6, size: 12}",
            "{type: mass_pca, size: 12, snapshots: " + (full / "out/spoon.pvd").string() + "}");
    const testing::SmallRun motion("spoon", pca_text);
    REQUIRE(motion.run() == 0);
    const Swing by_motion = first_maximum(motion, "out");

    Record record("8 Struck spoon, 12 reduced coordinates beside full space");
    const auto error = [](double value, double exact) { return std::abs(value / exact - 1); };
    record.small("modal derivatives, amplitude",
                 error(by_derivatives.amplitude, expected.amplitude), 0.02);
    record.small("modal derivatives, time of the maximum",
                 error(by_derivatives.time, expected.time), 0.06);
    record.small("mass-PCA of the motion, amplitude",
                 error(by_motion.amplitude, expected.amplitude), 0.01);
}
