#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

/// A scene of scenes/contact that goes on after its end at 1 s, and is pushed by a weight that acts
/// until 2 s, all of its `material` alike. Ends at 3 s.
std::string going_on(const std::string& name, const std::string& weight, const std::string& probe) {
    std::ifstream stream(std::string(SINEW_SOURCE_DIR) + "/scenes/contact/" + name + ".yaml");
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto replace = [&](const std::string& pattern, const std::string& by) {
        REQUIRE(std::regex_search(text, std::regex(pattern)));
        text = std::regex_replace(text, std::regex(pattern), by);
    };
    replace("end: 1 s", "end: 3 s");
    text = std::regex_replace(text, std::regex("type: skeleton"),
                              "type: skeleton\n      at_end: hold");
    replace("solver: \\{type: static\\}", "solver: {type: static, newton: {tolerance: 1e-7}}");
    replace("( +)(constraints:)", "$1loads: [{type: gravity, acceleration: " + weight +
                                      ", from: 1.001 s, until: 2.001 s}]\n$1$2");
    replace("\\{type: vtu\\}", "{type: probe, at: " + probe + "}");
    return text;
}

double farthest(const std::vector<double>& a, const std::vector<double>& b) {
    double most = 0;
    for (std::size_t k = 1; k < a.size(); ++k) most = std::max(most, std::abs(a[k] - b[k]));
    return most;
}

}  // namespace

TEST_CASE("coupling/contact: what is pushed from where it ended returns there") {
    struct Subject {
        const char *name, *weight, *probe, *table;
        std::size_t steps;  ///< in a second
        double size;        ///< [m]
    };
    for (const Subject& subject :
         {Subject{"elbow", "[0, 0.5, 0]", "[[0.48, 0, 0.08], [0.52, 0, -0.08], [0.5, 0.08, 0]]",
                  "out/elbow-bar-probe.csv", 14, 1},
          Subject{"punch", "[2, 0, 0]", "[[0.1, 0.1, 0.1], [0.05, 0.05, 0.1]]",
                  "out/punch-world-rod-probe.csv", 4, 0.4}}) {
        CAPTURE(subject.name);
        const testing::SmallRun run(subject.name,
                                    going_on(subject.name, subject.weight, subject.probe));
        REQUIRE(run.run() == 0);
        const auto rows = run.table(subject.table);
        const auto &end = rows.at(subject.steps), &pushed = rows.at(2 * subject.steps),
                   &returned = rows.at(3 * subject.steps);
        CHECK(farthest(pushed, end) > 1e-4 * subject.size);
        CHECK(farthest(returned, end) < 1e-7 * subject.size);
    }
}
