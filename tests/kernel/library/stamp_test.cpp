#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <sstream>

#include "temporary_folder.hpp"

using sinew::test::TemporaryFolder;

namespace {

/// Files on which sinew-stamp is run.
class Stamped {
public:
    Stamped() {
        std::filesystem::create_directories(folder_.path() / "include/sinew/kernel");
        std::filesystem::create_directories(folder_.path() / "include/other");
        write("include/sinew/kernel/a.hpp", "int a();");
        write("include/sinew/kernel/b.hpp", "int b();");
    }

    void write(const std::string& name, const std::string& text) const {
        folder_.write(name, text);
    }

    /// Exit code of sinew-stamp for plugin.cpp with that text.
    int run(const std::string& text) const {
        write("plugin.cpp", text);
        const std::string command = "cd '" + folder_.path().string() +
                                    "' && '" SINEW_STAMP
                                    "' list list.cpp list.d -Iinclude plugin.cpp 2>said";
        return WEXITSTATUS(std::system(command.c_str()));
    }

    std::string text_of(const std::string& name) const {
        std::stringstream text;
        text << std::ifstream(folder_.path() / name).rdbuf();
        return text.str();
    }

private:
    TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("sinew-stamp: lists headers that are included directly and through others") {
    const Stamped stamped;
    stamped.write("include/other/other.hpp", "#include <sinew/kernel/b.hpp>\n");
    CHECK(stamped.run(
              "#include <sinew/kernel/a.hpp>\n#if 0\n# include <other/other.hpp>\n#endif\n") == 0);
    CHECK_THAT(stamped.text_of("list.cpp"), Catch::Contains("sinew/kernel/a.hpp") &&
                                                Catch::Contains("sinew/kernel/b.hpp") &&
                                                Catch::Contains("end 2"));
}

TEST_CASE("sinew-stamp: a header that is named by a macro is an error, not a gap in the list") {
    const Stamped stamped;
    CHECK(stamped.run("#define A <sinew/kernel/a.hpp>\n#include A\n") == 1);
    CHECK_THAT(stamped.text_of("said"),
               Catch::StartsWith("sinew-stamp: ") &&
                   Catch::Contains("plugin.cpp: '#include A' names its header by a macro") &&
                   Catch::Contains("write the name in <> or quotes"));
    stamped.write("own.hpp", "#  include A /* why */\n");
    CHECK(stamped.run("#include \"own.hpp\"\n") == 1);
    CHECK_THAT(stamped.text_of("said"), Catch::Contains("own.hpp: '#include A'"));
    stamped.write("include/sinew/kernel/b.hpp", "#include A\n");
    CHECK(stamped.run("#include <sinew/kernel/b.hpp>\n") == 1);
    CHECK_THAT(stamped.text_of("said"), Catch::Contains("b.hpp: '#include A'"));
}

TEST_CASE("sinew-stamp: headers of other libraries may name headers by macros") {
    const Stamped stamped;
    stamped.write("include/other/other.hpp", "#include EXTENSION\n#include \"more.hpp\"\n");
    stamped.write("include/other/more.hpp", "#include EXTENSION\n");
    CHECK(stamped.run("#include <other/other.hpp>\n#include <sinew/kernel/a.hpp>\n") == 0);
    CHECK_THAT(stamped.text_of("list.cpp"), Catch::Contains("end 1"));
}
