#include "vtu/pvd.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sstream>

using namespace sinew;
using vtu::PvdCollection;
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

    RunInfo run(bool continued) const {
        RunInfo info;
        info.folder = path_;
        info.scene_name = "beam";
        info.continued = continued;
        return info;
    }
    void frame(const std::string& name) const { std::ofstream(path_ / name) << "x"; }
    bool has(const std::string& name) const { return fs::exists(path_ / name); }
    std::string pvd() const {
        std::ostringstream text;
        text << std::ifstream(path_ / "beam.pvd").rdbuf();
        return text.str();
    }
    int n_entries() const {
        const std::string text = pvd();
        int n = 0;
        for (std::size_t at = 0; (at = text.find("<DataSet ", at)) != std::string::npos; ++at) ++n;
        return n;
    }

private:
    fs::path path_;
};

/// What a run of three steps of 0.1 s leaves.
void write_three(const Folder& folder) {
    PvdCollection pvd;
    const int part = pvd.add_part("a < \"b\" & c");
    pvd.begin(folder.run(false), Clock{0.1, 3, 0});
    for (int i = 1; i <= 3; ++i) {
        const std::string file = "beam_" + std::to_string(i) + ".vtu";
        folder.frame(file);
        pvd.add(0.1 * i, {{part, file}});
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

TEST_CASE("pvd: a continued run keeps what was shown up to its time") {
    const Folder folder;
    write_three(folder);
    PvdCollection pvd;
    pvd.add_part("beam");
    pvd.begin(folder.run(true), Clock{0.1, 3, 2});
    CHECK(folder.n_entries() == 2);
    CHECK(folder.has("beam_3.vtu"));
}

TEST_CASE("pvd: a new run removes the frames that the old one lists inside the folder") {
    const Folder folder;
    write_three(folder);
    folder.frame("other.vtu");
    PvdCollection pvd;
    pvd.add_part("beam");
    pvd.begin(folder.run(false), Clock{0.1, 3, 0});
    CHECK(folder.n_entries() == 0);
    for (const char* gone : {"beam_1.vtu", "beam_2.vtu", "beam_3.vtu"})
        CHECK_FALSE(folder.has(gone));
    CHECK(folder.has("other.vtu"));
}
