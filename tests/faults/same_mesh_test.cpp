// A checkpoint holds no mesh: a run that goes on from one makes its mesh again, so every process
// must come to the same one, however memory lies and however busy the machine is.
#include <catch2/catch.hpp>
#include <support/program.hpp>

using namespace sinew::test;

namespace {

/// A scene of one step; with `mesh` as its body's.
std::string scene_of(const std::string& mesh) {
    return "sinew: 1\ntime: {end: 1 ms, step: 1 ms}\nscene:\n  - node: body\n    mesh: " + mesh +
           "\n    material: {type: linear}\n    solver: {type: implicit_euler}\n"
           "    outputs: [{type: vtu}]\n";
}

const std::string rounded_part = scene_of(
    "{type: implicit, size: {surface: 5 cm, inside: 10 cm}, shape: {difference: {of: [{union: "
    "{blend: 5 cm, of: [{box: {min: [0, 0, 0], max: [0.4, 0.4, 0.2]}}, {sphere: {center: [0.2, "
    "0.2, 0.3], radius: 0.14}}]}}, {capsule: {from: [0.2, -1, 0.25], to: [0.2, 2, 0.25], radius: "
    "0.05}}]}}}");

const std::string star =
    scene_of("{type: tetrahedralize, surface: {type: file, file: " SINEW_SOURCE_DIR
             "/scenes/mesh/star.off}, size: {surface: 15 cm, inside: 30 cm}}");

std::string run_line(const std::string& scene, const std::string& out, int n_threads) {
    return "run " + scene + " -o " + out + " --quiet --threads " + std::to_string(n_threads);
}

}  // namespace

TEST_CASE("mesh: every process makes the same mesh bit by bit, wherever its memory lies") {
    const WorkFolder folder;
    const auto [name, text] = GENERATE(std::pair{"part", rounded_part}, std::pair{"star", star});
    const std::string scene = folder.write(std::string(name) + ".yaml", text);
    const std::string frame = std::string(name) + "-body_0000.vtu";
    REQUIRE(call(run_line(scene, folder.path("first"), 1)).code == 0);
    const std::string first = folder.read("first/" + frame);
    REQUIRE(first.size() > 1000);
    const std::pair<const char*, std::string> environments[] = {
        {"other addresses", ""},
        {"a large environment", "FILLER=" + std::string(100'000, 'x')},
        {"other blocks of memory", "MALLOC_MMAP_THRESHOLD_=4096 MALLOC_TOP_PAD_=77777"},
        {"memory that is not zero", "MALLOC_PERTURB_=165"}};
    for (const auto& [what, environment] : environments) {
        INFO(name << ", " << what);
        REQUIRE(call(run_line(scene, folder.path("again"), 2), environment).code == 0);
        CHECK((folder.read("again/" + frame) == first));
    }
}

TEST_CASE("mesh: a process that is held up in any stage makes the same mesh") {
    const WorkFolder folder;
    const std::string scene = folder.write("part.yaml", rounded_part);
    const auto start = std::chrono::steady_clock::now();
    REQUIRE(call(run_line(scene, folder.path("first"), 1)).code == 0);
    const auto duration = std::chrono::steady_clock::now() - start;
    const int milliseconds =
        int(std::chrono::duration_cast<std::chrono::milliseconds>(duration).count());
    const std::string first = folder.read("first/part-body_0000.vtu");
    constexpr int n_moments = 10;
    for (int i = 0; i < n_moments; ++i) {
        Program held(run_line(scene, folder.path("held"), 1));
        // The later half, where slivers are improved, moment by moment.
        wait_milliseconds(milliseconds * (n_moments + i) / (2 * n_moments));
        held.signal(SIGSTOP);
        wait_milliseconds(milliseconds + 100);  // longer than all that was before
        held.signal(SIGCONT);
        REQUIRE(held.wait() == 0);
        INFO("held after " << 50 + 5 * i << " % of " << milliseconds << " ms");
        CHECK((folder.read("held/part-body_0000.vtu") == first));
    }
}
