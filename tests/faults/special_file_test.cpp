// Devices, pipes and sockets in place of files, wherever a scene or the command line names one.
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>

#include "faulty_scene.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

const std::string said = "is not a regular file but ";

/// A name for each kind of file that is none, made in the folder.
std::vector<std::pair<std::string, std::string>> special_files(const WorkFolder& folder) {
    const std::string pipe = folder.path("pipe.h5"), name = folder.path("socket.h5");
    REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    REQUIRE(name.size() < sizeof address.sun_path);
    name.copy(address.sun_path, name.size());
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    REQUIRE(bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    close(socket);
    return {{"/dev/zero", "a device"}, {pipe, "a pipe"}, {name, "a socket"}};
}

/// A parameter that is a path.
struct PathParam {
    std::string keys;   ///< "clips.motion"
    std::string value;  ///< "{clips: [{motion: /dev/zero}]}", without the outer braces
};

void collect(const std::vector<ParamDoc>& params, const std::string& keys,
             const std::string& before, const std::string& after, std::vector<PathParam>& found) {
    for (const ParamDoc& param : params) {
        const bool is_list = param.type.starts_with("list of");
        const std::string open = param.name + ": " + (is_list ? "[" : "");
        const std::string shut = is_list ? "]" : "";
        if (param.type.find("path") != std::string::npos)
            found.push_back({keys + param.name, before + open + "/dev/zero" + shut + after});
        collect(param.nested, keys + param.name + ".", before + open + "{", "}" + shut + after,
                found);
    }
}

/// What reading a scene says in which an object of that plugin stands alone in a slot.
std::string refusal(PluginRegistry& plugins, const std::string& id, const std::string& params) {
    const std::size_t slash = id.find('/');
    SlotRule rule;
    rule.name = "object";
    rule.kind = id.substr(0, slash);
    try {
        const SceneGraph graph(
            parse_scene(
                "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: here\n    object: "
                "{type: " +
                    id.substr(slash + 1) + ", " + params + "}\n",
                "test.yaml"),
            plugins, {rule});
        return "";
    } catch (const InputError& error) {
        return error.what();
    }
}

}  // namespace

TEST_CASE("special files: every parameter of every plugin that names a file refuses a device") {
    PluginRegistry plugins({SINEW_PLUGIN_DIR});
    plugins.load_all();
    int n_params = 0;
    for (const PluginRegistry::Entry& entry : plugins.entries()) {
        if (!entry.description) continue;
        std::vector<PathParam> params;
        collect(entry.description->params(), "", "", "", params);
        for (const PathParam& param : params) {
            INFO(entry.id << ": " << param.keys << ": " << param.value);
            CHECK_THAT(refusal(plugins, entry.id, param.value),
                       Contains("error: '/dev/zero' " + said + "a device") &&
                           Contains("not from devices or pipes"));
            ++n_params;
        }
    }
    CHECK(n_params >= 20);
}

TEST_CASE("special files: plugins, scenes, includes and checkpoints are none") {
    const WorkFolder folder;
    const std::string good = folder.write("good.yaml", static_beam());
    const std::string out = " -o " + folder.path("out");
    for (const auto& [file, kind] : special_files(folder)) {
        INFO(file);
        const auto is_refused = [&, file = file, kind = kind](const std::string& arguments) {
            INFO(arguments);
            const Outcome outcome = call(arguments, "timeout 20");
            CHECK(outcome.code == 2);
            CHECK_THAT(outcome.text, Contains(file) && Contains(said + kind));
        };
        const std::string listed =
            folder.write("listed.yaml", "plugins: ['" + file + "']\n" + static_beam());
        is_refused("run " + listed + out);
        is_refused("validate " + listed);
        const std::string include = folder.write(
            "include.yaml",
            static_beam({{"{type: neo_hookean, young: 1 MPa, poisson: 0.3}", "!include " + file}}));
        is_refused("validate " + include);
        is_refused("run " + file + out);
        is_refused("validate " + file);
        is_refused("export " + file + " -o " + folder.path("model.h5"));
        is_refused("run " + good + out + " --from " + file);
        is_refused("info " + file);
        is_refused("validate " + good + " --set scene.beam.mesh='{type: vega, file: " + file +
                   "}'");
    }
}

TEST_CASE("special files: what a file names in turn is none") {
    const WorkFolder folder;
    REQUIRE(mkfifo(folder.path("nodes.inp").c_str(), 0600) == 0);
    folder.write("body.inp", "*INCLUDE, INPUT=nodes.inp\n");
    const std::string scene = folder.write("beam.yaml", beam_of_file("abaqus", "body.inp"));
    const Outcome outcome = call("validate --build " + scene, "timeout 20");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text,
               Contains("'nodes.inp' " + said + "a pipe") && Contains("remedy: body.inp names it"));
}

TEST_CASE("special files: PETSc's options name no file") {
    const WorkFolder folder;
    const std::string scene = folder.write(
        "beam.yaml", static_beam({{"solver: {type: static}",
                                   "solver: {type: static, linear: {type: petsc, options: "
                                   "\"-ksp_type cg -options_file /dev/zero\"}}"}}));
    const Outcome outcome = call("run " + scene + " -o " + folder.path("out"), "timeout 60");
    CHECK(outcome.code == 2);
    CHECK_THAT(outcome.text,
               Contains("error: PETSc would read or write a file for the option '-options_file'") &&
                   Contains("plugin: linear/petsc") &&
                   Contains("remedy: write the options themselves here"));
}
