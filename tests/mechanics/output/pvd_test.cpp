#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <optional>
#include <sinew/mechanics/output/pvd.hpp>
#include <sstream>

using namespace sinew;
using output::PvdCollection;
namespace fs = std::filesystem;

namespace {

/// A folder of results that goes when the test does.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "sinew-pvd-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(path_); }

    /// A run that begins, or goes on with what was written until then [s].
    RunInfo run(std::optional<double> kept_until = {}) const {
        RunInfo info;
        info.folder = path_;
        info.scene_name = "beam";
        info.continued = kept_until.has_value();
        info.kept_until = kept_until.value_or(0);
        return info;
    }
    void frame(const std::string& name) const { std::ofstream(path_ / name) << "x"; }
    bool has(const std::string& name) const { return fs::exists(path_ / name); }
    std::string text(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name).rdbuf();
        return text.str();
    }
    std::string pvd() const { return text("beam.pvd"); }
    int n_entries() const {
        const std::string text = pvd();
        int n = 0;
        for (std::size_t at = 0; (at = text.find("<DataSet ", at)) != std::string::npos; ++at) ++n;
        return n;
    }

private:
    fs::path path_;
};

/// A collection of one part that is open in the folder.
struct OpenPvd {
    explicit OpenPvd(const RunInfo& run, const std::string& name = "a < \"b\" & c",
                     bool with_series = false)
        : part(pvd.add_part(name)) {
        pvd.begin(run, std::array{part}, with_series);
        pvd.open();
    }
    PvdCollection pvd;
    int part;
};

/// What a run of three steps of 0.1 s leaves.
void write_three(const Folder& folder, bool with_series = false) {
    OpenPvd one(folder.run(), "a < \"b\" & c", with_series);
    for (int i = 1; i <= 3; ++i) {
        const std::string file = "beam_" + std::to_string(i) + ".vtu";
        folder.frame(file);
        one.pvd.add(0.1 * i, {{one.part, file}});
    }
}

}  // namespace

TEST_CASE("pvd: whole after each frame, with names escaped") {
    const Folder folder;
    write_three(folder);
    CHECK(folder.n_entries() == 3);
    CHECK_THAT(folder.pvd(), Catch::Contains("name=\"a &lt; &quot;b&quot; &amp; c\"") &&
                                 Catch::Contains("timestep=\"0.2\" group=\"\" part=\"0\"") &&
                                 Catch::EndsWith("  </Collection>\n</VTKFile>\n"));
}

TEST_CASE("pvd: a continued run keeps what was shown up to its time, and the same bytes") {
    const Folder folder;
    write_three(folder);
    const std::string whole = folder.pvd();
    OpenPvd one(folder.run(0.25));
    CHECK(folder.n_entries() == 2);
    CHECK(folder.has("beam_2.vtu"));
    CHECK_FALSE(folder.has("beam_3.vtu"));
    folder.frame("beam_3.vtu");
    one.pvd.add(0.1 * 3, {{one.part, "beam_3.vtu"}});
    CHECK(folder.pvd() == whole);
}

TEST_CASE("pvd: parts keep their names when the order of outputs changes") {
    const Folder folder;
    write_three(folder);
    PvdCollection pvd;
    const int first = pvd.add_part("new"), second = pvd.add_part("a < \"b\" & c");
    pvd.begin(folder.run(0.35), std::array{first});
    pvd.begin(folder.run(0.15), std::array{second});  // an output that sees fewer steps
    pvd.open();
    CHECK(folder.n_entries() == 1);
    CHECK_THAT(folder.pvd(), Catch::Contains("timestep=\"0.1\" group=\"\" part=\"1\""));
}

TEST_CASE("pvd: a new run removes the frames that the old one lists inside the folder") {
    const Folder folder;
    write_three(folder);
    folder.frame("other.vtu");
    const OpenPvd one(folder.run(), "beam");
    CHECK(folder.n_entries() == 0);
    for (const char* gone : {"beam_1.vtu", "beam_2.vtu", "beam_3.vtu"})
        CHECK_FALSE(folder.has(gone));
    CHECK(folder.has("other.vtu"));
}

TEST_CASE("pvd: a .series beside it lists the files of its part, and goes on with the .pvd") {
    const Folder folder;
    const std::string list = "beam-a < \"b\" & c.vtu.series";
    write_three(folder, true);
    const std::string whole = folder.text(list);
    CHECK_THAT(whole, Catch::Contains("{\"name\": \"beam_1.vtu\", \"time\": 0.1},\n") &&
                          Catch::Contains("\"beam_3.vtu\"") && Catch::EndsWith("  ]\n}\n"));
    OpenPvd one(folder.run(0.25), "a < \"b\" & c", true);
    CHECK_THAT(folder.text(list),
               Catch::Contains("\"beam_2.vtu\"") && !Catch::Contains("\"beam_3.vtu\""));
    folder.frame("beam_3.vtu");
    one.pvd.add(0.1 * 3, {{one.part, "beam_3.vtu"}});
    CHECK(folder.text(list) == whole);
}

TEST_CASE("pvd: no .series stays that lists files which are gone") {
    const Folder folder;
    const std::string list = "beam-a < \"b\" & c.vtu.series";
    SECTION("of a run that is not continued") {
        write_three(folder, true);
        const OpenPvd one(folder.run(), "beam", true);
        CHECK_FALSE(folder.has(list));
    }
    SECTION("of a run that goes on without any") {
        write_three(folder, true);
        const OpenPvd one(folder.run(0.25));
        CHECK_FALSE(folder.has(list));
        CHECK(folder.n_entries() == 2);
    }
    SECTION("of a run that goes on from before its first frame") {
        write_three(folder, true);
        const OpenPvd one(folder.run(0.05), "a < \"b\" & c", true);
        CHECK_FALSE(folder.has(list));
    }
}
