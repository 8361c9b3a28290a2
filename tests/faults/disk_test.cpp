// Disks that are full, folders that nobody may write into, and what earlier runs left in them.
#include <catch2/catch.hpp>
#include <support/shut_folder.hpp>
#include <support/skip.hpp>

#include "faulty_scene.hpp"

using namespace sinew::test;
using Catch::Contains;

namespace {

int shell(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A disk of that size in memory; not there where the user may not mount one.
class SmallDisk {
public:
    SmallDisk(std::string path, const std::string& size) : path_(std::move(path)) {
        std::filesystem::create_directories(path_);
        is_there_ =
            shell("mount -t tmpfs -o size=" + size + " tmpfs '" + path_ + "' 2>/dev/null") == 0;
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    ~SmallDisk() {
        if (is_there_) shell("umount -l '" + path_ + "'");
    }
    bool is_there() const { return is_there_; }

private:
    std::string path_;
    bool is_there_ = false;
};

std::string long_run(const std::string& outputs) {
    return static_beam({{"end: 0.1 s, step: 0.05 s", "end: 10 s, step: 0.05 s"},
                        {"[4, 1, 1]", "[20, 3, 3]"},
                        {"{type: static}", "{type: implicit_newmark}"},
                        {"[{type: vtu}]", outputs}});
}

}  // namespace

TEST_CASE("full disk: the run ends with a clear error, and what it wrote before opens") {
    const WorkFolder folder;
    const auto [outputs, file] = GENERATE(
        std::pair{"[{type: vtu}]", "beam-beam_"},
        std::pair{"[{type: vtu, every: 1 s}, {type: exodus}]", "beam-beam"},
        std::pair{"[{type: vtu, every: 1 s}, {type: checkpoint, keep: 1000}]", "checkpoint-"});
    const SmallDisk disk(folder.path("disk"), "1M");
    if (!disk.is_there()) {
        skip("only root may mount the small disk of this test");
        return;
    }
    const std::string scene = folder.write("beam.yaml", long_run(outputs));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("disk/out") + " --quiet");
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.text, Contains("error: cannot write " + folder.path("disk/out/") + file) &&
                                 Contains("No space left on device") &&
                                 Contains("remedy: free some space or choose another folder with "
                                          "-o; what was written before is whole"));
    CHECK(shell("/usr/bin/python3 '" SINEW_SOURCE_DIR "/tests/readback/readback.py' --need-some '" +
                folder.path("disk/out") + "' > '" + folder.path("opened") + "' 2>&1") == 0);
    // No half-written file stays, under whatever name.
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("disk/out")))
        CHECK_FALSE(entry.path().filename().string().starts_with("."));
}

TEST_CASE("full disk: on one without any space the run does not start") {
    const WorkFolder folder;
    const SmallDisk disk(folder.path("disk"), "4k");
    if (!disk.is_there()) {
        skip("only root may mount the small disk of this test");
        return;
    }
    std::ofstream(folder.path("disk/filler")) << std::string(4096, 'x');
    const std::string scene = folder.write("beam.yaml", static_beam());
    const Outcome outcome = call("run " + scene + " -o " + folder.path("disk") + " --quiet");
    CHECK(outcome.code == 1);
    CHECK_THAT(outcome.text, Contains("run.json: No space left on device") &&
                                 Contains("remedy: free some space"));
}

TEST_CASE("folder: one that cannot be written into is refused before anything is computed") {
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", static_beam());
    folder.write("file", "x");
    const Outcome outcome = call("run " + scene + " -o " + folder.path("file"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("error: cannot write into " + folder.path("file")) &&
                                 Contains("remedy: choose another folder with -o"));
    CHECK_THAT(call("run " + scene + " -o /proc/nowhere").text,
               Contains("error: cannot write into /proc/nowhere"));
    CHECK_THAT(call("run " + scene + " -o " + folder.path("file/below")).text,
               Contains("Not a directory"));
}

TEST_CASE("folder: one without permission says so") {
    if (geteuid() == 0) {
        skip("root may write everywhere");
        return;
    }
    const WorkFolder folder;
    const std::string scene = folder.write("beam.yaml", static_beam());
    std::filesystem::create_directory(folder.path("shut"));
    const ShutFolder shut_now(folder.path("shut"), std::filesystem::perms::owner_read);
    const Outcome outcome = call("run " + scene + " -o " + folder.path("shut"));
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("Permission denied"));
}

TEST_CASE("folder: results and checkpoints of an earlier run do not mix into a new one") {
    const WorkFolder folder;
    const std::string outputs = "[{type: vtu}, {type: checkpoint, keep: 100}]";
    const auto scene_of = [&](const std::string& young) {
        return folder.write("beam.yaml",
                            static_beam({{"1 MPa", young}, {"[{type: vtu}]", outputs}}));
    };
    REQUIRE(
        call("run " + scene_of("1 MPa") + " -o " + folder.path("out") + " --set time.step='0.01 s'")
            .code == 0);
    const std::string stale = folder.path("out/checkpoint-0010.h5");
    REQUIRE(std::filesystem::exists(stale));
    const std::string scene = scene_of("2 MPa");
    REQUIRE(call("run " + scene + " -o " + folder.path("out")).code == 0);
    // The .pvd lists the frames of the new run only.
    CHECK_THAT(folder.read("out/beam.pvd"),
               Contains("beam-beam_0002.vtu") && !Contains("beam-beam_0003.vtu"));
    // Going on from a checkpoint of the earlier run is refused, with both hashes and a remedy.
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out") + " --from " + stale);
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text, Contains("checkpoint-0010.h5 belongs to another scene") &&
                                 Contains("or start anew without --from"));
    // So is one that was cut off.
    const std::string whole = folder.read("out/checkpoint-0002.h5");
    folder.write("cut.h5", whole.substr(0, whole.size() / 2));
    const Outcome cut =
        call("run " + scene + " -o " + folder.path("out") + " --from " + folder.path("cut.h5"));
    CHECK(cut.code == 2);
    CHECK_THAT(cut.text, Contains("cut.h5") && Contains("remedy: "));
}
