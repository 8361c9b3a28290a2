#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <support/program.hpp>

#include "bench/kit/report.hpp"
#include "bench/kit/timing.hpp"

using namespace sinew::test;
using namespace sinew::bench;
using Catch::Contains;
using nlohmann::json;

TEST_CASE("sinew bench: without a name lists the benchmarks, a line each") {
    const Outcome outcome = call("bench");
    CHECK(outcome.code == 0);
    CHECK_THAT(outcome.text, Contains("full ") && Contains("assembly"));
    CHECK_THAT(call("bench --help").text, Contains("--only") && Contains("--quick"));
}

TEST_CASE("sinew bench: mistakes are reported, with exit code 2") {
    const auto mistake = [](const std::string& arguments) {
        const Outcome outcome = call("bench " + arguments);
        CHECK(outcome.code == 2);
        return outcome.text;
    };
    CHECK_THAT(mistake("fulll"), Contains("there is no benchmark 'fulll'; did you mean 'full'?"));
    CHECK_THAT(mistake("full --only asembly"),
               Contains("no table of 'full' matches 'asembly'; did you mean 'assembly'?"));
    CHECK_THAT(mistake("full --only ["), Contains("is no regular expression"));
    CHECK_THAT(mistake("full --threads 0"), Contains("at least 1"));
    CHECK_THAT(mistake("full --quik"), Contains("quik"));
    CHECK_THAT(mistake("full assembly"), Contains("sinew bench takes: [NAME] [options]"));
    CHECK_THAT(mistake("full --quick --only assembly -o /proc/nowhere"),
               Contains("error: cannot write into /proc/nowhere") && !Contains("assembly ..."));
}

TEST_CASE("sinew bench: a quick run leaves a page, entries of six fields, and plots") {
    const WorkFolder folder;
    const Outcome outcome =
        call("bench full --quick --only 'assembly|scaling|startup' -o " + folder.path("out"));
    INFO(outcome.text);
    // That force and tangent agree with the textbook's, and that PETSc is not loaded, are part of
    // the exit code.
    REQUIRE(outcome.code == 0);
    const std::string page = folder.read("out/full.md");
    CHECK_THAT(page, Contains("# sinew bench full") && Contains("| processor |") &&
                         Contains("With `--quick`") && Contains("## Force and tangent") &&
                         Contains("| mooney_rivlin/psd_projected |") && Contains("## Start-up") &&
                         Contains("![Force and tangent: time per element](full-scaling.png)") &&
                         !Contains("## One implicit step") && !Contains("FAILED"));
    const json entries = json::parse(folder.read("out/full.json"));
    REQUIRE(entries.size() > 20);
    std::set<std::string> names;
    for (const json& entry : entries) {
        REQUIRE(entry.size() == 6);
        names.insert(entry.at("name").get<std::string>());
        CHECK(entry.at("value").is_number());
        CHECK(entry.at("unit").is_string());
        if (!entry.at("baseline").is_null() && entry.at("unit") == "ms")
            CHECK(entry.at("ratio").get<double>() ==
                  Approx(entry.at("baseline").get<double>() / entry.at("value").get<double>()));
        CHECK(entry.contains("paper"));
    }
    CHECK(names.size() == entries.size());
    CHECK(names.count("assembly, neo_hookean/exact, 1 thread") == 1);
    CHECK(names.count("start-up, output probe") == 1);
    CHECK(folder.read("out/full-scaling.png").substr(1, 3) == "PNG");
}

TEST_CASE("sinew bench: what is computed twice and differs fails the benchmark, NaN too") {
    Report report;
    report.check("force", 1e-12, 1e-10);
    CHECK(report.failures().empty());
    report.check("tangent", -1e-9, 1e-10);
    report.check("solution", std::numeric_limits<double>::quiet_NaN(), 1e-10);
    REQUIRE(report.failures().size() == 2);
    CHECK(report.failures()[0] == "tangent: -1.00e-09, tolerance 1e-10");
    const WorkFolder folder;
    report.write("some", folder.path(), "# some\n");
    CHECK_THAT(folder.read("some.md"), Contains("**FAILED**") && Contains("- solution: nan"));
    CHECK(folder.read("some.json") == "[]\n");
}

TEST_CASE("sinew bench: a timing is the median of its processes' medians") {
    const std::vector<json> runs{{{"a", {1.0, 2.0, 9.0}}}, {{"a", {4.0}}}, {{"a", {3.0, 3.0}}}};
    const Timing timing = Timing::of(runs, "/a");
    CHECK(timing.median == 3);
    CHECK(timing.least == 1);
    CHECK(timing.n == 6);
    CHECK(timing.spread == Approx((3.75 - 2.25) / 3));
    CHECK(median({4, 1, 3, 2}) == 2.5);
}
