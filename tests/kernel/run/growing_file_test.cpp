#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/growing_file.hpp>
#include <sstream>
#include <vector>

using namespace sinew;
namespace fs = std::filesystem;

namespace {

/// A file in a folder that goes when the test does.
class TestFile {
public:
    TestFile() {
        std::string name = (fs::temp_directory_path() / "sinew-growing-XXXXXX").string();
        folder_ = mkdtemp(name.data());
    }
    TestFile(const TestFile&) = delete;
    TestFile& operator=(const TestFile&) = delete;
    ~TestFile() { fs::remove_all(folder_); }

    fs::path path() const { return folder_ / "list.xml"; }
    std::string text() const {
        std::ostringstream text;
        text << std::ifstream(path()).rdbuf();
        return text.str();
    }

private:
    fs::path folder_;
};

std::string record(int i) {
    return "<r>" + std::string(std::size_t(20 + i % 90), 'x') + std::to_string(i) + "</r>\n";
}

const std::string end = "</all>\n";

}  // namespace

TEST_CASE("growing file: records stand in their order between head and end, none across a page") {
    const TestFile file;
    GrowingFile growing;
    growing.open(file.path(), "<all>\n", end);
    CHECK(file.text() == "<all>\n</all>\n");
    std::vector<std::string> records;
    for (int i = 0; i < 300; ++i) growing.add(records.emplace_back(record(i)));
    const std::string text = file.text();
    REQUIRE(text.ends_with(end));
    std::size_t at = 0;
    for (const std::string& one : records) {
        at = text.find(one, at);
        REQUIRE(at != std::string::npos);
        CHECK(at / 4096 == (at + one.size() + end.size() - 1) / 4096);
        at += one.size();
    }
    CHECK(at + end.size() == text.size());

    const TestFile again;
    growing.open(again.path(), "<all>\n", end, records);
    CHECK(again.text() == text);
    growing.add(record(7));
    CHECK(again.text().ends_with(record(7) + end));
}

TEST_CASE("growing file: without an end, records follow each other byte by byte") {
    const TestFile file;
    GrowingFile growing;
    growing.open(file.path(), "t,x\n", "");
    std::string expected = "t,x\n";
    for (int i = 0; i < 300; ++i) {
        growing.add(record(i));
        expected += record(i);
    }
    CHECK(file.text() == expected);
}

TEST_CASE("growing file: a record longer than a page is written") {
    const TestFile file;
    GrowingFile growing;
    growing.open(file.path(), "<all>\n", end);
    const std::string longest(10000, 'x');
    growing.add(longest);
    CHECK(file.text() == "<all>\n" + longest + end);
}

TEST_CASE("growing file: whole after the process was killed at any moment") {
    const TestFile file;
    for (int trial = 0; trial < 10; ++trial) {
        fs::remove(file.path());
        const pid_t child = fork();
        if (child == 0) {
            GrowingFile growing;
            growing.open(file.path(), "<all>\n", end);
            for (int i = 0;; ++i) {
                growing.add(record(i));
                usleep(100);  // as between frames
            }
        }
        while (!file.text().ends_with("</r>\n" + end)) usleep(1000);
        usleep(useconds_t(1300 * trial));
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        const std::string text = file.text();
        CHECK(text.starts_with("<all>\n"));
        CHECK(text.ends_with("</r>\n" + end));
    }
}

TEST_CASE("growing file: what does not fit leaves the records before whole") {
    const TestFile file;
    const pid_t child = fork();
    if (child == 0) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{6000, 6000};
        setrlimit(RLIMIT_FSIZE, &limit);
        GrowingFile growing;
        growing.open(file.path(), "<all>\n", end);
        try {
            for (int i = 0; i < 1000; ++i) growing.add(record(i));
        } catch (const ComputationError& error) {
            _exit(std::string(error.what()).find("File too large") != std::string::npos ? 3 : 4);
        }
        _exit(5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 3);
    const std::string text = file.text();
    CHECK(text.size() > 5800);
    CHECK(text.ends_with("</r>\n" + end));
}
