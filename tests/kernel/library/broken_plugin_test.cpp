#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/library/library_file.hpp>
#include <sinew/kernel/run/stepper.hpp>

#include "temporary_folder.hpp"

using namespace sinew;
namespace fs = std::filesystem;
using test::plugins;
using test::TemporaryFolder;

namespace {

/// What asking for solver/name says.
Diagnostic refusal(PluginRegistry& registry, const std::string& name) {
    try {
        registry.require("solver", name, {});
    } catch (const InputError& error) {
        return error.diagnostics().at(0);
    }
    FAIL("solver/" << name << " was not refused");
    return {};
}

Diagnostic refusal(const std::string& name) {
    PluginRegistry registry({plugins});
    return refusal(registry, name);
}

std::string head(const std::string& name, const fs::path& folder = plugins) {
    return "plugin solver/" + name + " (" + (folder / ("solver-" + name + ".so")).string() +
           ") is refused: ";
}

SceneGraph graph_of(PluginRegistry& registry, const std::string& solver) {
    SlotRule slot;
    slot.name = slot.kind = "solver";
    return SceneGraph(parse_scene("sinew: 1\ntime: {end: 1, step: 1}\nscene:\n  - node: a\n"
                                  "    solver: {type: " +
                                      solver + "}\n",
                                  "beam.yaml"),
                      registry, {slot});
}

/// What building a scene with that solver says.
Diagnostic failure(const std::string& solver) {
    PluginRegistry registry({plugins});
    try {
        graph_of(registry, solver).build();
    } catch (const InputError& error) {
        return error.diagnostics().at(0);
    }
    FAIL("solver/" << solver << " was built");
    return {};
}

}  // namespace

TEST_CASE("broken plugins: another ABI is refused with both sides") {
    const Diagnostic d = refusal("wrong_abi");
    const AbiStamp ours = abi_stamp();
    CHECK(d.message == head("wrong_abi") +
                           "it was built for another world: compiler: the host has " +
                           ours.compiler + ", the plugin cfront 3; Eigen: the host has " +
                           ours.eigen + ", the plugin 2.0.17, align 8");
    CHECK_THAT(d.remedy, Catch::StartsWith("rebuild the plugin against this Sinew: cmake --build"));
}

TEST_CASE("broken plugins: one compiled with a header of another day is refused by its name") {
    const Diagnostic d = refusal("old_header");
    CHECK_THAT(d.message, Catch::StartsWith(head("old_header") +
                                            "it was built with other headers: "
                                            "<sinew/kernel/run/stepper.hpp>: the host has ") &&
                              Catch::Contains(", the plugin ") && !Catch::Contains(";"));
    CHECK_THAT(d.remedy,
               Catch::StartsWith("rebuild the plugin against this Sinew: cmake --build") &&
                   Catch::EndsWith("if it is refused then too, the headers on disk are not those "
                                   "that Sinew's libraries were built with: install Sinew again"));
}

TEST_CASE("broken plugins: comments and whitespace of a header are no other header") {
    PluginRegistry registry({plugins});
    CHECK_NOTHROW(registry.require("solver", "other_comment", {}));
}

TEST_CASE("broken plugins: one that does not say which headers it was built with is refused") {
    const Diagnostic d = refusal("unlisted");
    CHECK(d.message == head("unlisted") +
                           "it does not say which headers it was built with (symbol "
                           "sinew_plugin_headers)");
    CHECK_THAT(d.remedy, Catch::Contains("call sinew_stamp(target)"));
    CHECK(refusal("cut_list").message ==
          head("cut_list") + "its list of headers (sinew_plugin_headers) is damaged");
    const Diagnostic empty = refusal("empty_list");
    CHECK(empty.message == head("empty_list") +
                               "its list of headers (sinew_plugin_headers) lacks "
                               "<sinew/kernel/plugin/plugin.hpp>, which every plugin includes");
    CHECK_THAT(empty.remedy,
               Catch::StartsWith("call sinew_stamp(target) after all sources of the target are "
                                 "named, and rebuild the plugin"));
}

TEST_CASE("broken plugins: JSON values of another layout are refused with both sides") {
    const std::string ours = abi_stamp().json;
    CHECK(refusal("json_diagnostics").message ==
          head("json_diagnostics") + "it was built for another world: JSON: the host has " + ours +
              ", the plugin " + ours + ", diagnostics");
}

TEST_CASE("broken plugins: a library without the symbol is refused") {
    const Diagnostic d = refusal("no_symbol");
    CHECK(d.message ==
          head("no_symbol") + "it has no symbol sinew_plugin, which Sinew calls to know a plugin");
    CHECK(d.remedy == "write SINEW_PLUGIN(Class, \"kind/name\", \"summary\") in it");
}

TEST_CASE("broken plugins: an undefined symbol is found at load and named") {
    const Diagnostic d = refusal("undefined_symbol");
    CHECK(d.message ==
          head("undefined_symbol") +
              "it needs the symbol sinew::test::defined_nowhere(double), which neither "
              "this Sinew nor a library that it links has");
    CHECK(d.remedy.find("link the library that defines it") == 0);
}

TEST_CASE("broken plugins: bound at the first call, what nobody calls is not missed") {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "solver-undefined_symbol.so";
    test::copy_plugin("solver-undefined_symbol.so", file);
    using detail::Binding;
    CHECK(!detail::open_plugin(file, "solver/undefined_symbol", Binding::at_load).description);
    const detail::OpenedPlugin opened =
        detail::open_plugin(file, "solver/undefined_symbol", Binding::at_first_call);
    CHECK(opened.reason.empty());
    REQUIRE(opened.description);
    CHECK(std::string(opened.description->summary) == "Calls what is not there");
}

TEST_CASE("broken plugins: a material in a solver's file is refused with both kinds") {
    const Diagnostic d = refusal("wrong_kind");
    CHECK(d.message ==
          head("wrong_kind") +
              "its file's name says kind solver (solver/wrong_kind), its description says "
              "kind material (material/wrong_kind)");
    CHECK(d.remedy ==
          "rename the file to material-wrong_kind.so, or write \"solver/wrong_kind\" in "
          "its SINEW_PLUGIN");
}

TEST_CASE("broken plugins: two files with one id inside, the renamed one is refused") {
    PluginRegistry registry({plugins});
    CHECK_NOTHROW(registry.require("solver", "whole", {}));
    const Diagnostic d = refusal(registry, "other_name");
    CHECK(d.message ==
          head("other_name") +
              "its file's name says solver/other_name, its description says solver/whole");
    CHECK(d.remedy ==
          "rename the file to solver-whole.so, or write \"solver/other_name\" in its "
          "SINEW_PLUGIN");
}

TEST_CASE("broken plugins: one that throws when asked what it is") {
    CHECK(refusal("throws_when_asked").message ==
          head("throws_when_asked") + "its sinew_plugin() throws: no licence");
}

TEST_CASE("broken plugins: a condition that cannot be asked is refused, and ends no host") {
    const Diagnostic d = refusal("no_comparison");
    CHECK(d.message ==
          head("no_comparison") + "the condition 'fast' of its trait 'strict' is no comparison");
    CHECK_THAT(d.remedy, Catch::Contains("write NAME=VALUE or NAME!=VALUE in the plugin") &&
                             Catch::Contains("\"strict if fast=true\""));
    CHECK(refusal("unknown_condition").message ==
          head("unknown_condition") +
              "the condition 'fsat=true' of its refusal of 'load' asks for 'fsat', which is none "
              "of its parameters");
    PluginRegistry registry({plugins});
    CHECK_THROWS_AS(graph_of(registry, "no_comparison"), InputError);
}

TEST_CASE("broken plugins: a truncated file is refused wherever it ends") {
    const fs::path whole = plugins / "solver-whole.so";
    const std::uintmax_t size = fs::file_size(whole);
    for (const std::uintmax_t kept :
         {std::uintmax_t{5}, std::uintmax_t{40}, std::uintmax_t{100}, size / 2, size - 1}) {
        INFO(kept << " of " << size << " bytes");
        TemporaryFolder folder;
        const fs::path part = folder.path() / "solver-part.so";
        fs::copy_file(whole, part);
        fs::resize_file(part, kept);
        PluginRegistry registry({folder.path()});
        const Diagnostic d = refusal(registry, "part");
        const std::string told = head("part", folder.path()) + "the file is truncated: it has " +
                                 std::to_string(kept) + " bytes, ";
        CHECK(d.message.find(told) == 0);
        CHECK(d.remedy == "build or install it again");
    }
}

TEST_CASE("broken plugins: files that are no library at all") {
    TemporaryFolder folder;
    folder.write("solver-empty.so", "");
    folder.write("solver-text.so", "#!/bin/sh\necho hello\n");
    fs::create_directory(folder.path() / "solver-folder.so");
    REQUIRE(mkfifo((folder.path() / "solver-pipe.so").c_str(), 0600) == 0);
    PluginRegistry registry({folder.path()});
    CHECK(refusal(registry, "empty").message == head("empty", folder.path()) + "the file is empty");
    CHECK(refusal(registry, "text").message ==
          head("text", folder.path()) +
              "the file is no shared library (it does not begin as an ELF file)");
    CHECK(refusal(registry, "pipe").message ==
          head("pipe", folder.path()) + "the file cannot be read");
    CHECK(refusal(registry, "folder").message ==
          head("folder", folder.path()) + "the file cannot be read");
}

TEST_CASE(
    "broken plugins: a factory that throws becomes a diagnostic with node, plugin and place") {
    const Diagnostic d = failure("throws_in_factory");
    CHECK(d.message == "solver/throws_in_factory could not be made: map::at");
    CHECK(d.node_path == "/a");
    CHECK(d.plugin == "solver/throws_in_factory");
    CHECK(d.where.line == 5);
    CHECK(d.remedy.find("the plugin's constructor threw this") == 0);
}

TEST_CASE("broken plugins: what is thrown while parameters are read is the fault of who threw it") {
    const auto failed = [](const std::string& mood) {
        return failure("whole, linear: {type: throws_when_read, mood: " + mood + "}");
    };
    const Diagnostic d = failed("calm");
    CHECK(d.message == "linear/throws_when_read failed while it read its parameters: map::at");
    CHECK(d.remedy == "this is a fault of the plugin");
    CHECK(d.node_path == "/a");
    CHECK(d.plugin == "linear/throws_when_read");
    CHECK(d.where.line == 5);
    CHECK_THROWS_AS(failed("memory"), ComputationError);
    CHECK(failed("number").message ==
          "linear/throws_when_read failed while it read its parameters: something that is no "
          "std::exception");
}

TEST_CASE("memory that runs out while nodes are built is one failure, no mistake of the scene") {
    PluginRegistry registry({plugins});
    SceneGraph graph = graph_of(registry, "out_of_memory");
    try {
        graph.build();
        FAIL("solver/out_of_memory was built");
    } catch (const ComputationError& error) {
        const Diagnostic& d = error.diagnostic();
        CHECK(d.message == "the memory of this machine does not suffice");
        CHECK(d.remedy == "make the scene smaller, or use a machine with more memory");
        CHECK(d.node_path == "/a");
        CHECK(d.plugin == "solver/out_of_memory");
        CHECK(d.where.line == 5);
    }
}

TEST_CASE("broken plugins: a factory that throws no exception, or returns nothing") {
    CHECK(failure("throws_a_number").message ==
          "solver/throws_a_number could not be made: its constructor threw something that is no "
          "std::exception");
    CHECK(failure("makes_nothing").message == "solver/makes_nothing made no object");
    CHECK(failure("makes_nothing").remedy ==
          "this is a mistake in the plugin: its factory returned nothing");
}

TEST_CASE("broken plugins: what a step throws reaches the host as a std::exception") {
    PluginRegistry registry({plugins});
    SceneGraph graph = graph_of(registry, "throws_in_step");
    graph.build();
    SceneNode& node = *graph.root().children().at(0);
    auto* stepper = graph.object<Stepper>(node, "solver");
    REQUIRE(stepper);
    CHECK_THROWS_WITH(stepper->step(Clock{1, 1, 0}), "too hot to step");
}

TEST_CASE("broken plugins: those that no scene names harm nobody") {
    PluginRegistry registry({plugins});
    SceneGraph graph = graph_of(registry, "whole");
    CHECK_NOTHROW(graph.build());
}
