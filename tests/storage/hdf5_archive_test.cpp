#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/storage/hdf5_archive.hpp>

namespace {

using namespace sinew;
namespace fs = std::filesystem;

/// A folder of this test's own, removed at its end.
struct Folder {
    fs::path path = fs::temp_directory_path() / ("sinew-archive-" + std::to_string(::getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    fs::path operator/(const char* name) const { return path / name; }
};

Archive sample() {
    Archive archive;
    std::vector<double> numbers{0.1,
                                -0.0,
                                1e-310,
                                std::numeric_limits<double>::max(),
                                std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::quiet_NaN()};
    archive.put("solver/beam/q", numbers);
    archive.put("solver/beam/inner/empty", std::vector<double>{});
    archive.put("solver/beam/flags", std::vector<std::int64_t>{-1, 0, 1LL << 62});
    archive.put("run/index", std::int64_t{12});
    archive.put("run/scene_hash", std::string("0123456789abcdef"));
    archive.put("run/note", std::string());
    return archive;
}

std::string bytes(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put_bytes(const fs::path& file, const std::string& content) {
    std::ofstream(file, std::ios::binary) << content;
}

std::string refusal(const fs::path& file) {
    try {
        read_archive(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("An archive comes back from its file bit by bit") {
    const Folder folder;
    const Archive before = sample();
    write_archive(folder / "a.h5", before);
    const Archive after = read_archive(folder / "a.h5");

    REQUIRE(after.entries().size() == before.entries().size());
    const auto& q = before.numbers("solver/beam/q");
    const auto& q_after = after.numbers("solver/beam/q");
    REQUIRE(q_after.size() == q.size());
    CHECK(std::memcmp(q.data(), q_after.data(), q.size() * sizeof(double)) == 0);
    CHECK(after.numbers("solver/beam/inner/empty").empty());
    CHECK(after.integers("solver/beam/flags") == before.integers("solver/beam/flags"));
    CHECK(after.integer("run/index") == 12);
    CHECK(after.text("run/scene_hash") == "0123456789abcdef");
    CHECK(after.text("run/note").empty());
    CHECK_FALSE(archive_writer(folder / "a.h5").empty());
}

TEST_CASE("The same archive gives the same bytes, and nothing is left beside the file") {
    const Folder folder;
    write_archive(folder / "a.h5", sample());
    write_archive(folder / "b.h5", sample());
    CHECK(bytes(folder / "a.h5") == bytes(folder / "b.h5"));
    CHECK(std::distance(fs::directory_iterator(folder.path), {}) == 2);
}

TEST_CASE("A file that is no whole archive is refused with the reason") {
    const Folder folder;
    write_archive(folder / "whole.h5", sample());
    const std::string whole = bytes(folder / "whole.h5");

    CHECK_THAT(refusal(folder / "nowhere.h5"), Catch::Contains("nowhere.h5 is not there"));
    CHECK_THAT(refusal(folder.path), Catch::Contains("is a folder"));
    put_bytes(folder / "empty.h5", "");
    CHECK_THAT(refusal(folder / "empty.h5"), Catch::Contains("empty.h5 is empty"));
    put_bytes(folder / "text.h5", "solver: nothing of the kind\n");
    CHECK_THAT(refusal(folder / "text.h5"), Catch::Contains("is no archive of Sinew"));
    for (const double part : {0.4, 0.6, 0.99}) {
        put_bytes(folder / "cut.h5",
                  whole.substr(0, static_cast<std::size_t>(part * double(whole.size()))));
        CHECK_THAT(refusal(folder / "cut.h5"), Catch::Contains("is cut off"));
    }
    put_bytes(folder / "cut.h5", whole.substr(0, 20));
    CHECK_THAT(refusal(folder / "cut.h5"), Catch::Contains("is damaged"));
    put_bytes(folder / "plain.h5", whole.substr(512));
    CHECK_THAT(refusal(folder / "plain.h5"), Catch::Contains("Sinew did not write it"));
    std::string later = whole;
    later[whole.find('1')] = '7';
    put_bytes(folder / "later.h5", later);
    CHECK_THAT(refusal(folder / "later.h5"), Catch::Contains("format version 7"));
    const double marker = 0.1;
    const std::string pattern(reinterpret_cast<const char*>(&marker), sizeof marker);
    std::string flipped = whole;
    flipped[flipped.find(pattern)] ^= 1;
    put_bytes(folder / "flipped.h5", flipped);
    CHECK_THAT(refusal(folder / "flipped.h5"), Catch::Contains("is damaged"));
}

TEST_CASE("What to do with a damaged archive is said for what it held") {
    const Folder folder;
    const auto remedy = [&](const std::string& key) {
        Archive archive;
        archive.put(key, std::string("1"));
        write_archive(folder / "kept.h5", archive);
        const std::string whole = bytes(folder / "kept.h5");
        put_bytes(folder / "kept.h5", whole.substr(0, whole.size() - 1));
        try {
            read_archive(folder / "kept.h5");
        } catch (const InputError& error) {
            return error.diagnostics().front().remedy;
        }
        return std::string();
    };
    CHECK_THAT(remedy("run/scene_hash"), Catch::Contains("another checkpoint-*.h5 of its run"));
    CHECK_THAT(remedy("artifact/kind"), Catch::Contains("take it away to have it made anew"));
    CHECK_THAT(remedy("player/format"), Catch::Contains("sinew export SCENE -o FILE"));
    CHECK_THAT(remedy("of/others"), Catch::Contains("take another file") &&
                                        Catch::Contains("a model that `sinew export` wrote"));
}

TEST_CASE("Any one damaged byte of an archive gives a refusal or the same content") {
    const Folder folder;
    write_archive(folder / "whole.h5", sample());
    const std::string whole = bytes(folder / "whole.h5");
    int n_refused = 0;
    for (std::size_t i = 0; i < whole.size(); i += 37) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(~damaged[i]);
        put_bytes(folder / "damaged.h5", damaged);
        try {
            const Archive archive = read_archive(folder / "damaged.h5");
            CHECK(archive.integer("run/index") == 12);
        } catch (const InputError&) {
            ++n_refused;
        }
    }
    CHECK(n_refused > 0);
}

TEST_CASE("An archive that cannot be written says so with the system's reason") {
    try {
        write_archive("/nonexistent-folder/a.h5", sample());
        FAIL("it was written");
    } catch (const ComputationError& error) {
        CHECK_THAT(error.what(), Catch::Contains("cannot write /nonexistent-folder/a.h5: No such"));
    }
}
