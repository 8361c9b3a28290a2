// Runs on a terminal of some width: what they draw fits it, and whatever they say stays whole.
#include <pty.h>
#include <sys/ioctl.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <support/program.hpp>
#include <vector>

using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string falling_cube =
    "sinew: 1\n"
    "time: {end: 1 s, step: 1/1000 s}\n"
    "scene:\n"
    "  - node: cube\n"
    "    mesh: {type: box, size: [0.2, 0.2, 0.2], cells: [6, 6, 6], element: hex8}\n"
    "    material: {type: neo_hookean, young: 50 kPa, poisson: 0.4}\n"
    "    loads: [{type: gravity}]\n"
    "    solver: {type: implicit_newmark}\n";

/// A `sinew run` on a terminal of its own.
class OnTerminal {
public:
    OnTerminal(const std::string& scene, const std::string& out, int columns, const char* locale) {
        struct winsize size {
            24, static_cast<unsigned short>(columns), 0, 0
        };
        id_ = forkpty(&terminal_, nullptr, nullptr, &size);
        if (id_ == 0) {
            setenv("LC_ALL", locale, 1);
            execl(SINEW_PROGRAM, "sinew", "run", scene.c_str(), "-o", out.c_str(), "--threads", "1",
                  nullptr);
            _exit(127);
        }
    }
    OnTerminal(const OnTerminal&) = delete;
    OnTerminal& operator=(const OnTerminal&) = delete;
    ~OnTerminal() { close(terminal_); }

    /// All that it draws until `n` frames have come, or until it ends.
    std::string read_frames(int n) {
        std::string text;
        std::array<char, 4096> buffer;
        while (frames_of(text).size() < std::size_t(n)) {
            const ssize_t size = ::read(terminal_, buffer.data(), buffer.size());
            if (size <= 0) break;
            text.append(buffer.data(), std::size_t(size));
        }
        return text;
    }
    void resize(int columns) const {
        struct winsize size {
            24, static_cast<unsigned short>(columns), 0, 0
        };
        ioctl(terminal_, TIOCSWINSZ, &size);
    }
    int end() {
        kill(id_, SIGKILL);
        int status = 0;
        waitpid(id_, &status, 0);
        return status;
    }

    /// Frames of the progress line: between a return to the line's start and its erased rest.
    static std::vector<std::string> frames_of(const std::string& text) {
        std::vector<std::string> frames;
        const std::string erase = "\033[K";
        for (std::size_t end = text.find(erase); end != std::string::npos;
             end = text.find(erase, end + 1)) {
            const std::size_t begin = text.rfind('\r', end);
            const std::string frame = text.substr(begin + 1, end - begin - 1);
            if (!frame.empty()) frames.push_back(frame);
        }
        return frames;
    }

private:
    pid_t id_ = -1;
    int terminal_ = -1;
};

}  // namespace

TEST_CASE("terminal: no frame of the progress line is wider than the terminal") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", falling_cube);
    const int columns = GENERATE(40, 60, 80, 200);
    const bool utf8 = GENERATE(false, true);
    OnTerminal run(scene, folder.path("out"), columns, utf8 ? "C.UTF-8" : "C");
    const std::string text = run.read_frames(5);
    run.end();
    const std::vector<std::string> frames = OnTerminal::frames_of(text);
    REQUIRE(frames.size() >= 5);
    for (const std::string& frame : frames) {
        INFO(frame);
        CHECK(int(sinew::n_characters(frame)) < columns);
        CHECK_THAT(frame, Contains("%") && Contains("left"));
    }
    if (columns >= 80) CHECK_THAT(frames.front(), Contains("[") && Contains("step"));
    if (!utf8) CHECK(text.find('\xE2') == std::string::npos);
}

TEST_CASE("terminal: the progress line follows when the terminal's width changes") {
    const WorkFolder folder;
    const std::string scene = folder.write("cube.yaml", falling_cube);
    OnTerminal run(scene, folder.path("out"), 120, "C");
    const std::vector<std::string> wide = OnTerminal::frames_of(run.read_frames(3));
    run.resize(45);
    run.read_frames(2);  // one may have been on its way
    const std::vector<std::string> narrow = OnTerminal::frames_of(run.read_frames(3));
    run.end();
    REQUIRE(wide.size() >= 3);
    REQUIRE(narrow.size() >= 3);
    CHECK(wide.back().size() > 60);
    for (const std::string& frame : narrow) CHECK(frame.size() < 45);
}
