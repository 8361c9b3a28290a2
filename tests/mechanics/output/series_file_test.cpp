#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/output/series_file.hpp>

using namespace sinew;
using output::SeriesFile;
using output::TimedFile;

namespace {

/// The path of a list that goes when the test does.
struct ListPath {
    ListPath()
        : path(std::filesystem::temp_directory_path() /
               ("sinew-" + std::to_string(::getpid()) + ".vtu.series")) {}
    ListPath(const ListPath&) = delete;
    ListPath& operator=(const ListPath&) = delete;
    ~ListPath() { std::filesystem::remove(path); }
    nlohmann::json read() const { return nlohmann::json::parse(std::ifstream(path)); }
    std::filesystem::path path;
};

}  // namespace

TEST_CASE("series file: JSON of files and times after each of many files") {
    const ListPath list;
    SeriesFile series(list.path, {});
    CHECK(list.read()["file-series-version"] == "1.0");
    CHECK(list.read()["files"].empty());
    for (int k = 0; k < 300; ++k) {  // over several pages
        series.add({k / 3.0, "a \"b\" \\ c_" + std::to_string(k) + ".vtu"});
        const nlohmann::json files = list.read()["files"];
        REQUIRE(files.size() == std::size_t(k) + 1);
        CHECK(files.back()["name"] == "a \"b\" \\ c_" + std::to_string(k) + ".vtu");
        CHECK(files.back()["time"].get<double>() == k / 3.0);
    }
}

TEST_CASE("series file: one that begins with files grows to the same bytes") {
    const auto bytes = [](const std::vector<TimedFile>& before,
                          const std::vector<TimedFile>& then) {
        const ListPath list;
        SeriesFile series(list.path, before);
        for (const TimedFile& file : then) series.add(file);
        std::ifstream stream(list.path);
        return std::string{std::istreambuf_iterator<char>(stream), {}};
    };
    const TimedFile a{0, "a.vtu"}, b{0.1, "b.vtu"}, c{0.2, "c.vtu"};
    const std::string whole = bytes({}, {a, b, c});
    CHECK(bytes({a, b}, {c}) == whole);
    CHECK(bytes({a, b, c}, {}) == whole);
}
