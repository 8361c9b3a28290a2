#include <catch2/catch.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <support/shut_folder.hpp>
#include <support/skip.hpp>

#include "temporary_folder.hpp"

using namespace sinew;
namespace fs = std::filesystem;
using test::copy_plugin;
using test::plugins;
using test::TemporaryFolder;

namespace {

const PluginRegistry::Entry& entry_of(PluginRegistry& registry, const fs::path& file) {
    for (const auto& entry : registry.entries())
        if (entry.file == file) return entry;
    FAIL("no entry for " << file);
    return registry.entries().front();
}

}  // namespace

TEST_CASE("registry: a plugin is loaded when it is asked for and not before") {
    PluginRegistry registry({plugins});
    const fs::path file = plugins / "solver-whole.so";
    CHECK(entry_of(registry, file).status == PluginRegistry::Status::found);
    const PluginDescription& plugin = registry.require("solver", "whole", {});
    CHECK(std::string(plugin.id) == "solver/whole");
    CHECK(std::string(plugin.summary) == "Does nothing well");
    CHECK(entry_of(registry, file).status == PluginRegistry::Status::loaded);
    CHECK(entry_of(registry, plugins / "solver-wrong_abi.so").status ==
          PluginRegistry::Status::found);
    CHECK(&registry.require("solver", "whole", {}) == &plugin);
}

TEST_CASE("registry: kinds and names are known from the files alone") {
    TemporaryFolder folder;
    for (const char* name : {"load-b.so", "load-a.so", "mesh-box.so", "notes.txt", "libother.so"})
        folder.write(name, "");
    PluginRegistry registry({folder.path()});
    // The build's own plugins follow, if they are there.
    const std::vector<std::string> names = registry.names("load");
    CHECK(std::vector(names.begin(), names.begin() + 2) == std::vector<std::string>{"a", "b"});
    const auto kinds = registry.kinds();
    CHECK(std::count(kinds.begin(), kinds.end(), "mesh") == 1);
    CHECK(registry.folders().front() == folder.path());
}

TEST_CASE("registry: an unknown name gets the nearest ones and the folders searched") {
    PluginRegistry registry({plugins});
    try {
        registry.require("solver", "hwole", {});
        FAIL("found a plugin that is not there");
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().at(0);
        CHECK(d.message == "there is no plugin solver/hwole; did you mean 'whole'?");
        CHECK(d.remedy.find("searched: " + plugins.string()) == 0);
    }
    CHECK_THROWS_WITH(registry.require("oracle", "x", {}),
                      Catch::Contains("there is no plugin oracle/x; there is none of kind oracle"));
}

TEST_CASE(
    "registry: a kind before the name, or a plugin of another kind, gets told where it goes") {
    PluginRegistry registry({plugins});
    const auto answer = [&](const std::string& name, const PluginRegistry::SlotsOfKind& slots) {
        try {
            registry.require("solver", name, {}, slots);
        } catch (const InputError& error) {
            return error.diagnostics().at(0);
        }
        return Diagnostic();
    };
    CHECK(answer("solver/whole", {}).message ==
          "a type is named without its kind, not 'solver/whole'");
    CHECK(answer("solver/whole", {}).remedy == "write type: whole");

    TemporaryFolder folder;
    folder.write("load-of_tests.so", "");
    registry.add(folder.path());
    for (const std::string name : {"of_tests", "load/of_tests"}) {
        CHECK_THAT(answer(name, {}).message,
                   Catch::StartsWith("there is no plugin solver/" + name + "; allowed: "));
        CHECK(answer(name, {}).remedy == "load/of_tests is of the kind load");
        CHECK(answer(name, {{"load", "`loads:`"}}).remedy ==
              "load/of_tests is of the kind load: give it in `loads:`");
        CHECK(answer(name, {{"mesh", "`mesh:`"}}).remedy ==
              "load/of_tests is of the kind load: give it to a plugin that takes one");
    }
}

TEST_CASE("registry: folders of SINEW_PLUGIN_PATH come after those given, in order") {
    TemporaryFolder a, b;
    const std::string variable = a.path().string() + ":" + b.path().string() + "/";
    REQUIRE(setenv("SINEW_PLUGIN_PATH", variable.c_str(), 1) == 0);
    PluginRegistry registry({plugins});
    unsetenv("SINEW_PLUGIN_PATH");
    REQUIRE(registry.folders().size() == 4);
    CHECK(registry.folders()[0] == plugins);
    CHECK(registry.folders()[1] == a.path());
    CHECK(registry.folders()[2] == b.path());
    CHECK(registry.folders()[3].filename() == "plugins");  // the installed ones
}

TEST_CASE("registry: a folder of SINEW_PLUGIN_PATH that is not there is warned of, and named") {
    TemporaryFolder folder;
    const std::string gone = (folder.path() / "gone").string();
    folder.write("notes.txt", "");
    const std::string notes = (folder.path() / "notes.txt").string();
    const std::string variable = gone + ":" + folder.path().string() + ":" + notes;
    REQUIRE(setenv("SINEW_PLUGIN_PATH", variable.c_str(), 1) == 0);
    PluginRegistry registry;
    SceneGraph graph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene:\n  - node: a\n"),
                     registry, {});
    unsetenv("SINEW_PLUGIN_PATH");
    REQUIRE(graph.warnings().size() == 2);
    CHECK(graph.warnings()[0].message ==
          "SINEW_PLUGIN_PATH names " + gone + ", which is not there");
    CHECK(graph.warnings()[0].remedy == "name a folder with built plugins there, or take it out");
    CHECK(graph.warnings()[1].message ==
          "SINEW_PLUGIN_PATH names " + notes + ", which is not named as a plugin (kind-name.so)");
    try {
        registry.require("oracle", "x", {});
        FAIL("found a plugin that is not there");
    } catch (const InputError& error) {
        CHECK_THAT(error.diagnostics().at(0).remedy,
                   Catch::StartsWith("searched: " + gone + " (is not there), " +
                                     folder.path().string() + ", "));
    }
    CHECK(registry.kinds() == PluginRegistry().kinds());
}

TEST_CASE("registry: a relative folder is searched nowhere once the working folder is gone") {
    const fs::path before = fs::current_path();
    {
        TemporaryFolder folder;
        fs::current_path(folder.path());
    }
    REQUIRE(setenv("SINEW_PLUGIN_PATH", "build", 1) == 0);
    PluginRegistry registry;
    unsetenv("SINEW_PLUGIN_PATH");
    fs::current_path(before);
    REQUIRE(registry.warnings().size() == 1);
    CHECK(registry.warnings()[0].message == "SINEW_PLUGIN_PATH names build, which is not there");
}

TEST_CASE("registry: a folder that may not be read is warned of, and refused in a scene") {
    if (geteuid() == 0) {
        test::skip("root may read every folder");
        return;
    }
    TemporaryFolder folder;
    const test::ShutFolder shut_now(folder.path(), fs::perms::owner_write);
    const std::string shut = folder.path().string();
    REQUIRE(setenv("SINEW_PLUGIN_PATH", shut.c_str(), 1) == 0);
    PluginRegistry registry;
    unsetenv("SINEW_PLUGIN_PATH");
    REQUIRE(registry.warnings().size() == 1);
    CHECK_THAT(registry.warnings()[0].message,
               Catch::EndsWith(shut + ", which cannot be read: Permission denied"));
    CHECK_THROWS_WITH(registry.add(shut), Catch::Contains("the plugin folder " + shut +
                                                          " cannot be read: Permission denied"));
    CHECK_THROWS_WITH(registry.add(shut + "/below"), Catch::Contains("cannot be read"));
}

TEST_CASE("registry: of two files with one id the first is used and the other shown as shadowed") {
    TemporaryFolder mine;
    copy_plugin("solver-whole.so", mine.path() / "solver-whole.so");
    PluginRegistry registry({mine.path(), plugins});
    registry.require("solver", "whole", {});
    CHECK(entry_of(registry, mine.path() / "solver-whole.so").status ==
          PluginRegistry::Status::loaded);
    const auto& other = entry_of(registry, plugins / "solver-whole.so");
    CHECK(other.status == PluginRegistry::Status::shadowed);
    CHECK(other.reason == "shadowed by " + (mine.path() / "solver-whole.so").string() +
                              ", which comes first on the search path");
    CHECK(other.remedy == "remove one of the two, or change the order of the search path");
}

TEST_CASE("registry: a folder or file that the scene adds is preferred") {
    TemporaryFolder folder;
    copy_plugin("solver-whole.so", folder.path() / "solver-whole.so");
    PluginRegistry registry({plugins});
    registry.add(folder.path() / "solver-whole.so");
    registry.require("solver", "whole", {});
    CHECK(entry_of(registry, folder.path() / "solver-whole.so").status ==
          PluginRegistry::Status::loaded);
    CHECK_THROWS_WITH(registry.add(folder.path() / "nowhere"),
                      Catch::Contains("there is no plugin folder or file"));
    folder.write("plain.so", "");
    CHECK_THROWS_WITH(registry.add(folder.path() / "plain.so"),
                      Catch::Contains("is not named as a plugin"));
}

TEST_CASE("registry: adding keeps what is loaded") {
    TemporaryFolder folder;
    PluginRegistry registry({plugins});
    const PluginDescription& plugin = registry.require("solver", "whole", {});
    registry.add(folder.path());
    CHECK(&registry.require("solver", "whole", {}) == &plugin);
}

TEST_CASE("registry: load_all shows every refusal and the host lives") {
    PluginRegistry registry({plugins});
    registry.load_all();
    int n_loaded = 0, n_refused = 0;
    for (const auto& entry : registry.entries()) {
        INFO(entry.id);
        CHECK(entry.status != PluginRegistry::Status::found);
        if (entry.file.parent_path() != plugins) continue;
        (entry.status == PluginRegistry::Status::loaded ? n_loaded : n_refused)++;
        if (entry.status == PluginRegistry::Status::refused) {
            CHECK_FALSE(entry.reason.empty());
            CHECK_FALSE(entry.remedy.empty());
        }
    }
    CHECK(n_loaded == 9);
    CHECK(n_refused == 13);
}
