#include <algorithm>
#include <catch2/catch.hpp>
#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <optional>
#include <results/display.hpp>
#include <support/program.hpp>
#include <support/skip.hpp>

using namespace sinew::test;
using Catch::Contains;

namespace {

/// A bar of 1 m along x in eight reduced coordinates, held at its left end.
const std::string bar = R"(sinew: 1
time: {end: 100 s, step: 1/200 s}
scene:
  - node: bar
    transform: {translate: [5, 0, 0]}
    mesh: {type: box, size: [1, 0.2, 0.2], cells: [10, 2, 2], element: tet4}
    material: {type: stvk, young: 100 kPa, poisson: 0.4}
    reduction:
      type: subspace
      basis: {type: linear_modes, modes: 8}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    solver: {type: implicit_newmark, damping: {mass: 1, stiffness: 0.01}}
)";

bool is_installed(const std::string& program) {
    return std::system(("command -v " + program + " >/dev/null").c_str()) == 0;
}

/// Whether windows can be tested here; says so if not.
bool can_test() {
    for (const char* program : {"Xvfb", "xdotool"})
        if (!is_installed(program)) {
            skip(program + std::string(" is not installed (tools/bootstrap does)"));
            return false;
        }
    return true;
}

std::string output_of(const std::string& command) {
    std::string text;
    FILE* pipe = popen(command.c_str(), "r");
    for (int c; (c = fgetc(pipe)) != EOF;) text += char(c);
    pclose(pipe);
    return text;
}

/// A window of `sinew`, and a pointer and a keyboard for it: real X events.
class Desk {
public:
    explicit Desk(const std::string& arguments)
        : program_(arguments + " --size 600x450 --camera front --report " +
                   folder.path("report.json") + " --screenshot " + folder.path("picture.png") +
                   " > " + folder.path("log") + " 2>&1") {
        for (int attempt = 0; id_.empty() && attempt < 1200 && program_.running(); ++attempt) {
            id_ = output_of("xdotool search --onlyvisible --name '^sinew ' 2>/dev/null");
            if (id_.empty()) wait_milliseconds(100);
        }
        if (!id_.empty()) id_.pop_back();
        INFO(folder.read("log"));
        REQUIRE_FALSE(id_.empty());
        wait_milliseconds(500);  // for its first pictures
    }

    void xdotool(const std::string& words) {
        REQUIRE(std::system(("xdotool " + words + " 2>/dev/null").c_str()) == 0);
    }
    void move(int x, int y) {
        xdotool("mousemove --window " + id_ + " " + std::to_string(x) + " " + std::to_string(y));
    }
    /// From a point to another, in ten moves, and holds on.
    void drag(int x0, int y0, int x1, int y1, int hold_milliseconds) {
        move(x0, y0);
        wait_milliseconds(100);
        xdotool("mousedown 1");
        for (int k = 1; k <= 10; ++k) {
            move(x0 + (x1 - x0) * k / 10, y0 + (y1 - y0) * k / 10);
            wait_milliseconds(50);
        }
        wait_milliseconds(hold_milliseconds);
        xdotool("mouseup 1");
        wait_milliseconds(200);
    }
    void press(const std::string& key) { xdotool("key --window " + id_ + " " + key); }
    int quit() {
        press("q");
        return program_.wait();
    }
    int interrupt() {
        program_.signal(SIGINT);
        return program_.wait();
    }
    int wait() { return program_.wait(); }
    nlohmann::json report() const { return nlohmann::json::parse(folder.read("report.json")); }

    static const WorkFolder folder;

private:
    Program program_;
    std::string id_;
};

const WorkFolder Desk::folder;

Eigen::Vector3d vector_of(const nlohmann::json& numbers) {
    return {numbers[0].get<double>(), numbers[1].get<double>(), numbers[2].get<double>()};
}

}  // namespace

TEST_CASE("sinew view: a body follows the mouse, and what was pulled can be run again") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    const std::string scene = folder.write("bar.yaml", bar);
    Desk desk("view " + scene + " --record " + folder.path("pulls.yaml"));
    desk.drag(300, 225, 320, 125, 1000);
    REQUIRE(desk.quit() == 0);

    const nlohmann::json report = desk.report();
    INFO(report.dump(1));
    CHECK(report["realtime"]["steps"] > 20);
    CHECK(report["realtime"]["missed_deadlines"].is_number_integer());
    CHECK(report["window"]["frames"] > 5);
    REQUIRE(report["pulls"].size() == 1);
    const nlohmann::json& pull = report["pulls"][0];
    const Eigen::Vector3d from = vector_of(pull["grabbed_at"]);
    const Eigen::Vector3d way = vector_of(pull["target"]) - from;
    const Eigen::Vector3d moved = vector_of(pull["released_at"]) - from;
    CHECK(way.z() > 0.1);  // up on the screen is up in the world, seen from the front
    CHECK(std::abs(way.x()) < way.z());
    CHECK(moved.dot(way) > 0.3 * way.squaredNorm());
    CHECK(moved.norm() < 1.2 * way.norm());
    CHECK(std::filesystem::file_size(folder.path("picture.png")) > 5000);

    std::string again = bar;
    again += "    loads: !include pulls.yaml\n";
    again.replace(again.find("100 s"), 5, pull["until"].dump() + " s");
    again += "    outputs: [{type: probe, nodes: [" + pull["nodes"][0].dump() + "]}]\n";
    const Outcome run =
        call("run " + folder.write("again.yaml", again) + " -o " + folder.path("out"));
    INFO(run.text);
    CHECK(run.code == 0);
}

TEST_CASE("sinew view: a visual surface is pulled where it is clicked, and so again") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    std::string bricks = bar;
    const std::string mesh = "{type: box, size: [1, 0.2, 0.2], cells: [10, 2, 2], element: tet4}";
    bricks.replace(bricks.find(mesh), mesh.size(),
                   "{type: voxelize, resolution: 7, surface: " + mesh + "}");
    Desk desk("view " + folder.write("bricks.yaml", bricks) + " --record " +
              folder.path("visual_pulls.yaml"));
    desk.drag(300, 225, 320, 125, 500);
    REQUIRE(desk.quit() == 0);
    const nlohmann::json report = desk.report();
    INFO(report.dump(1));
    REQUIRE(report["pulls"].size() == 1);
    const nlohmann::json& pull = report["pulls"][0];
    CHECK(pull["surface"] == "visual");
    CHECK(pull["nodes"].size() > 1);
    CHECK_THAT(folder.read("visual_pulls.yaml"), Contains("surface: visual"));

    std::string again = bricks + "    loads: !include visual_pulls.yaml\n";
    again.replace(again.find("100 s"), 5, pull["until"].dump() + " s");
    const Outcome run =
        call("run " + folder.write("bricks_again.yaml", again) + " -o " + folder.path("out"));
    INFO(run.text);
    CHECK(run.code == 0);
}

TEST_CASE("sinew view: what is recorded has the stiffness of the scene's own hand") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    Desk desk("view " +
              folder.write("hand.yaml", bar + "    loads: [{type: hand, stiffness: 17.5 N/m}]\n") +
              " --record " + folder.path("hand_pulls.yaml"));
    desk.drag(300, 225, 320, 125, 300);
    REQUIRE(desk.quit() == 0);
    REQUIRE(desk.report()["pulls"].size() == 1);
    CHECK(desk.report()["pulls"][0]["stiffness"] == 17.5);
    CHECK_THAT(folder.read("hand_pulls.yaml"), Contains("stiffness: 17.5 N/m"));
}

TEST_CASE("sinew view: a handle of a rig follows the mouse, and the body is moved so again") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    // The handle is where the view looks at: in the middle of the bar.
    const std::string rig =
        "    rig:\n      type: ik\n      of: {type: skeleton, at_end: hold, joints: [{name: upper, "
        "at: [0, 0.1, 0.1], tail: [0.5, 0.1, 0.1]}, {name: lower, parent: upper, at: [0.5, 0.1, "
        "0.1], tail: [1, 0.1, 0.1]}]}\n      handles: [{joint: upper, chain: 1, target: ";
    const std::string rest = R"(}]
    mesh: {type: box, size: [1, 0.2, 0.2], cells: [10, 2, 2], element: tet4}
    weights: {type: bbw}
    material: {type: stvk, young: 50 kPa, poisson: 0.4}
    formulation: {type: posed}
    constraints: [{type: bones, radius: 1 mm}]
    solver: {type: implicit_euler}
)";
    const std::string head = "sinew: 1\ntime: {end: 100 s, step: 1/90 s}\nscene:\n  - node: bar\n";
    Desk desk("view " + folder.write("led.yaml", head + rig + "[0.5, 0.1, 0.1]" + rest) +
              " --record " + folder.path("led_pulls.yaml"));
    desk.drag(300, 225, 320, 125, 600);
    REQUIRE(desk.quit() == 0);
    const nlohmann::json report = desk.report();
    INFO(report.dump(1));
    REQUIRE(report["handles"].size() == 1);
    const nlohmann::json& handle = report["handles"][0];
    CHECK(report["pulls"].empty());
    CHECK(handle["is_led"] == true);
    const Eigen::Vector3d joint(0, 0.1, 0.1), at = vector_of(handle["position"]) - joint,
                                              target = vector_of(handle["target"]) - joint;
    CHECK(target.z() > 0.1);
    CHECK(at.norm() == Approx(0.5));
    CHECK(at.normalized().dot(target.normalized()) == Approx(1).epsilon(1e-6));

    std::string again = head + rig + "!include led_pulls-bar-upper.yaml" + rest +
                        "    outputs: [{type: probe, where: all, quantities: [displacement]}]\n";
    again.replace(again.find("100 s"), 5, report["time"]["reached"].dump() + " s");
    const Outcome run =
        call("run " + folder.write("led_again.yaml", again) + " -o " + folder.path("led_out"));
    INFO(run.text);
    REQUIRE(run.code == 0);
    std::istringstream lines(folder.read("led_out/led_again-bar-probe.csv"));
    std::string line, last;
    while (std::getline(lines, line)) last = line;
    std::replace(last.begin(), last.end(), ',', ' ');
    std::istringstream cells(last);
    double t;
    Eigen::Vector3d mean;
    cells >> t >> mean.x() >> mean.y() >> mean.z();
    CHECK(t == Approx(report["time"]["reached"].get<double>()));
    CHECK(mean.z() > 0.05);
    CHECK((mean - vector_of(report["bodies"][0]["mean_displacement"])).norm() < 1e-6);
}

TEST_CASE("sinew view: space pauses, r starts again") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    Desk desk("view " + folder.write("bar.yaml", bar));
    desk.press("space");
    wait_milliseconds(300);
    desk.press("r");
    wait_milliseconds(300);
    REQUIRE(desk.quit() == 0);
    const nlohmann::json report = desk.report();
    CHECK(report["time"]["reached"] == 0.0);
    CHECK(report["realtime"]["steps"] > 5);
}

TEST_CASE("sinew view: it ends by itself at the scene's end, if asked to") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder folder;
    const Outcome outcome =
        call("view " + folder.write("bar.yaml", bar) +
             " --duration 0.1 --no-window-wait --size 320x240 --report " + folder.path("r.json"));
    INFO(outcome.text);
    REQUIRE(outcome.code == 0);
    const nlohmann::json report = nlohmann::json::parse(folder.read("r.json"));
    CHECK(report["time"]["reached"].get<double>() == Approx(0.1));
    CHECK(report["realtime"]["steps"] == 20);
}

TEST_CASE("sinew sketch: pulls become forces that basis/sketch reads") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    const std::string scene = folder.write("bar.yaml", bar);
    Desk desk("sketch " + scene + " --modes 12 -o " + folder.path("forces.txt"));
    desk.drag(480, 225, 480, 125, 100);
    desk.drag(480, 225, 480, 325, 100);
    REQUIRE(desk.quit() == 0);
    const nlohmann::json report = desk.report();
    INFO(report.dump(1));
    CHECK(report["forces"] >= 4);  // moves between two pictures are one
    CHECK(report["pulls"] == 2);
    CHECK(report["largest_displacement"] > 0.05);

    std::istringstream lines(folder.read("forces.txt"));
    std::string line;
    std::getline(lines, line);
    CHECK(line.starts_with("#"));
    int n = 0;
    double x, y, z, fx, fy, fz, highest = 0, lowest = 0;
    while (lines >> x >> y >> z >> fx >> fy >> fz) {
        CHECK((x > 0.5 && x <= 1));  // the right half of the bar, in its own frame
        highest = std::max(highest, fz);
        lowest = std::min(lowest, fz);
        ++n;
    }
    CHECK(n == report["forces"]);
    CHECK(highest > 0);
    CHECK(lowest < 0);

    std::string sketched = bar;
    const std::string modes = "{type: linear_modes, modes: 8}";
    sketched.replace(sketched.find(modes), modes.size(),
                     "{type: sketch, file: forces.txt, size: 2}");
    const Outcome made = call("precompute " + folder.write("sketched.yaml", sketched));
    INFO(made.text);
    CHECK(made.code == 0);
    CHECK_THAT(made.text, Contains("basis/sketch"));
}

TEST_CASE("sinew sketch: pulling where the body is constrained moves nothing, nor the view") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    Desk desk("sketch " + folder.write("bar.yaml", bar) + " --modes 12 -o " +
              folder.path("held.txt"));
    desk.drag(80, 230, 180, 130, 100);
    // Had the view turned, up on the screen would no longer be up in the world alone.
    desk.drag(480, 225, 480, 125, 100);
    REQUIRE(desk.quit() == 0);
    CHECK(desk.report()["pulls"] == 1);
    std::istringstream lines(folder.read("held.txt"));
    std::string line;
    std::getline(lines, line);
    double x, y, z, fx, fy, fz;
    int n = 0;
    for (; lines >> x >> y >> z >> fx >> fy >> fz; ++n) {
        CHECK(x > 0.5);
        CHECK(std::hypot(fx, fy) < 0.2 * fz);
    }
    CHECK(n > 0);
}

TEST_CASE(
    "sinew view and sketch: where nothing was pulled, the record of an earlier window stays") {
    if (!can_test()) return;
    const sinew::results::Display display;
    const WorkFolder& folder = Desk::folder;
    const std::string scene = folder.write("bar.yaml", bar);
    const std::string pulls = "# Recorded by `sinew view`: of yesterday\n",
                      forces = "# 1 forces on /bar, recorded by `sinew sketch`\n1 0 0 0 0 1\n";
    folder.write("kept.yaml", pulls);
    folder.write("kept.txt", forces);
    Desk view("view " + scene + " --record " + folder.path("kept.yaml"));
    CHECK(view.interrupt() == 130);
    CHECK_THAT(folder.read("log"),
               Contains("nothing was pulled: " + folder.path("kept.yaml") + " is not written"));
    Desk sketch("sketch " + scene + " -o " + folder.path("kept.txt"));
    CHECK(sketch.interrupt() == 130);
    CHECK_THAT(folder.read("log"),
               Contains("nothing was pulled: " + folder.path("kept.txt") + " is not written"));
    CHECK(folder.read("kept.yaml") == pulls);
    CHECK(folder.read("kept.txt") == forces);
}

TEST_CASE("sinew sketch: a display that goes away is reported") {
    if (!can_test()) return;
    std::optional<sinew::results::Display> display(std::in_place);
    const WorkFolder& folder = Desk::folder;
    Desk desk("sketch " + folder.write("bar.yaml", bar) + " -o " + folder.path("lost.txt"));
    display.reset();
    CHECK(desk.wait() == 1);
    CHECK_THAT(folder.read("log"), Contains("error: the display went away"));
}
