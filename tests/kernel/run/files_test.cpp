#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/scene_hash.hpp>

#include "run_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;
namespace fs = std::filesystem;

TEST_CASE("files: a file is written whole, and nothing else stays behind") {
    SceneFolder folder("");
    const fs::path file = folder.path() / "result.txt";
    write_file_whole(file, "first");
    write_file_whole(file, "second");
    CHECK(text_of(file) == "second");
    CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);
}

TEST_CASE("files: what a killed process was writing goes, and nothing else") {
    SceneFolder folder("");
    const pid_t child = ::fork();
    if (child == 0) ::_exit(0);
    ::waitpid(child, nullptr, 0);
    const auto left_by = [&](const std::string& name) {
        std::ofstream(folder.path() / name) << "half";
        return folder.path() / name;
    };
    const std::string ours = name_beside(folder.path() / "checkpoint-0080.h5").filename().string();
    std::string theirs = ours;
    const std::string number = std::to_string(::getpid());
    theirs.replace(theirs.find(number), number.size(), std::to_string(child));
    const fs::path dead = left_by(theirs), alive = left_by(ours);
    // Numbers at the ends of names are days and versions of whoever else keeps files there.
    const fs::path others[] = {left_by("frame." + std::to_string(child)),
                               left_by(".bashrc"),
                               left_by(".bashrc.20240501"),
                               left_by(".notes.2025"),
                               left_by(".bashrc." + std::to_string(child)),
                               left_by("." + std::to_string(child)),
                               left_by("notes." + theirs.substr(theirs.rfind('.') + 1))};
    remove_unfinished_files(folder.path());
    CHECK(!fs::exists(dead));
    CHECK(fs::exists(alive));
    for (const fs::path& other : others) CHECK(fs::exists(other));
}

TEST_CASE("files: what cannot be written is named with the system's reason") {
    CHECK_THROWS_WITH(write_file_whole("/nowhere/at/all.txt", "x"),
                      Contains("cannot write /nowhere/at/all.txt: No such file or directory"));
    CHECK_THROWS_AS(write_file_whole("/nowhere/at/all.txt", "x"), ComputationError);
}

TEST_CASE("files: a full disk leaves what stood there before") {
    if (!fs::exists("/dev/full")) return;
    CHECK_THROWS_WITH(
        [] {
            SceneFolder folder("");
            const fs::path file = folder.path() / "result.txt";
            write_file_whole(file, "before");
            fs::create_symlink("/dev/full", name_beside(file));
            try {
                write_file_whole(file, std::string(100000, 'x'));
            } catch (...) {
                CHECK(text_of(file) == "before");
                CHECK_FALSE(fs::exists(fs::symlink_status(name_beside(file))));
                throw;
            }
        }(),
        Contains("No space left on device") && Contains("free some space"));
}

TEST_CASE("scene hash: what does not change a state does not change the hash") {
    std::vector<SlotRule> slots(2);
    slots[0].name = "solver";
    slots[1].name = "outputs";
    slots[1].is_output = true;
    const auto hash = [&](const std::string& text) { return scene_hash(parse_scene(text), slots); };
    const std::string scene =
        "sinew: 1\ntime: {end: 1, step: 0.1}\nscene: [{node: a, solver: {type: x, h: 2}}]\n";
    const std::string first = hash(scene);
    CHECK(first.size() == 16);
    CHECK(hash("# a comment\ntitle: T\n" + scene) == first);
    CHECK(hash("sinew: 1\nlet: {s: 0.1}\ntime: {step: '0.1', end: 7}\nscene: [{node: a, solver: "
               "{h: 2, type: x}}]\n") != first);  // quotes may make a text of a number
    CHECK(hash("sinew: 1\nlet: {s: 0.1}\ntime: {step: ${s}, end: 7}\nscene: [{node: a, outputs: "
               "[{type: vtu}], solver: {h: 2, type: x}}]\n") == first);
    CHECK(hash("sinew: 1\ntime: {end: 1, step: 0.2}\nscene: [{node: a, solver: {type: x, h: "
               "2}}]\n") != first);
    CHECK(hash("sinew: 1\ntime: {end: 1, step: 0.1}\nscene: [{node: a, solver: {type: x, h: "
               "3}}]\n") != first);
}
