#include <fmt/format.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sinew/mechanics/basis/force_file.hpp>

using namespace sinew;

namespace {

class ForceFile {
public:
    explicit ForceFile(const std::string& text)
        : path_(std::filesystem::temp_directory_path() /
                fmt::format("sinew-forces-{}.txt", getpid())) {
        std::ofstream(path_) << text;
    }
    ~ForceFile() { std::filesystem::remove(path_); }

    std::vector<RecordedForce> read() const { return read_force_file({path_, "forces.txt", {}}); }
    std::string mistake() const {
        try {
            read();
        } catch (const InputError& error) {
            return format(error.diagnostics().front());
        }
        return {};
    }

private:
    std::filesystem::path path_;
};

}  // namespace

TEST_CASE("force file: what is written is read again, to the digits that are written") {
    const Eigen::Vector3d at(1.0 / 3, -2e-9, 4e7), force(-1e5 / 7, 0, 12.5);
    const std::string text =
        force_file_text("2 forces on /body", {{at, force}, {2 * at, 3 * force}});
    CHECK(text.starts_with("# 2 forces on /body\n"));
    const auto read = ForceFile(text).read();
    REQUIRE(read.size() == 2);
    for (int k = 0; k < 3; ++k) {
        CHECK(read[0].at[k] == Approx(at[k]).epsilon(1e-12));
        CHECK(read[0].force[k] == Approx(force[k]).epsilon(1e-9));
        CHECK(read[1].at[k] == Approx(2 * at[k]).epsilon(1e-12));
        CHECK(read[1].force[k] == Approx(3 * force[k]).epsilon(1e-9));
    }
    CHECK(read[0].line.line == 2);
    CHECK(read[1].line.line == 3);
}

TEST_CASE("force file: blanks, commas, comments and empty lines") {
    const auto read =
        ForceFile("# x y z fx fy fz\n\n1 2 3  4 5 6\n1, 2, 3,\t4, 5, 7  # softly\n").read();
    REQUIRE(read.size() == 2);
    CHECK(read[0].at == Eigen::Vector3d(1, 2, 3));
    CHECK(read[0].force == Eigen::Vector3d(4, 5, 6));
    CHECK(read[1].force == Eigen::Vector3d(4, 5, 7));
    CHECK(read[1].line.line == 4);
}

TEST_CASE("force file: mistakes are reported at their line") {
    using Catch::Contains;
    CHECK_THAT(ForceFile("1 2 3 4 5 6\n1 2 3 4 5\n").mistake(),
               Contains("forces.txt:2:") && Contains("a recorded force is six finite numbers") &&
                   Contains("write x y z fx fy fz"));
    CHECK_THAT(ForceFile("1 2 3 4 5 nan\n").mistake(), Contains("six finite numbers"));
    CHECK_THAT(ForceFile("1 2 3 4 5 x\n").mistake(), Contains("six finite numbers"));
    CHECK_THAT(ForceFile("1 2 3 4 5 6 7\n").mistake(),
               Contains("forces.txt:1:") && Contains("six numbers, and there is more"));
    CHECK_THAT(ForceFile("# nothing\n").mistake(),
               Contains("forces.txt holds no forces") && Contains("or sketch again"));
}
