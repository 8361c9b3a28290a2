#include "usda/stage.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// A stage that goes when the test does.
struct StageFile {
    explicit StageFile(const std::string& text)
        : path(std::filesystem::temp_directory_path() /
               ("sinew-" + std::to_string(::getpid()) + ".usda")) {
        std::ofstream(path) << text;
    }
    StageFile(const StageFile&) = delete;
    StageFile& operator=(const StageFile&) = delete;
    ~StageFile() { std::filesystem::remove(path); }
    std::filesystem::path path;
};

SurfaceMesh triangle() {
    SurfaceMesh rest;
    rest.positions = test::noise(9).reshaped(3, 3) / 3;
    rest.triangles = Eigen::Vector3i(0, 2, 1);
    return rest;
}

SurfaceFrames two_frames() {
    SurfaceFrames frames;
    frames.times = {0, 24.0 / 7};
    for (unsigned k = 0; k < 2; ++k)
        frames.points.push_back((test::noise(9, k) * 1e-9).reshaped(3, 3).cast<float>());
    return frames;
}

}  // namespace

TEST_CASE("usda stage: frames read back bit by bit, and give the same text") {
    const SurfaceMesh rest = triangle();
    const std::string text = usda::stage_text(rest, two_frames(), nullptr, {"a", true, 24});
    const StageFile file(text);
    const SurfaceFrames read = usda::read_frames(file.path, rest, 24);
    CHECK(read.times == two_frames().times);
    REQUIRE(read.points.size() == 2);
    for (std::size_t k = 0; k < 2; ++k) CHECK(read.points[k] == two_frames().points[k]);
    CHECK(usda::stage_text(rest, read, nullptr, {"a", true, 24}) == text);
}

TEST_CASE("usda stage: a file of something else, or a damaged one, is refused by its name") {
    const SurfaceMesh rest = triangle();
    const std::string text = usda::stage_text(rest, two_frames(), nullptr, {"a", true, 24});
    const auto refused = [&](const std::string& content, double rate = 24) {
        const StageFile file(content);
        CHECK_THROWS_WITH(usda::read_frames(file.path, rest, rate),
                          Catch::Contains(file.path.string() + " shows another surface"));
    };
    refused("");
    refused("#usda 1.0\n");
    refused(text, 25);
    refused(std::string(text).replace(text.find("[0, 2, 1]"), 9, "[0, 1, 2]"));
    refused(text.substr(0, text.find("points.timeSamples")));
    const auto with = [&](const std::string& word, const std::string& other) {
        const std::size_t at = text.find(word, text.find(" points.timeSamples"));
        REQUIRE(at != std::string::npos);
        return std::string(text).replace(at, word.size(), other);
    };
    refused(with("0: [(", "0: [(1, "));  // one number too many
    refused(with("[(", "[(x"));          // no number
    refused(text.substr(0, text.rfind(")],", text.find("subdivision")) - 3));
}
