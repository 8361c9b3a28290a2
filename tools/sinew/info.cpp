/// sinew info FILE: tells a run, a checkpoint, a mesh, a rig or a result from its ending.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>

#include "command.hpp"
#include "info_files.hpp"
#include "own_program.hpp"

namespace sinew::tools {

namespace fs = std::filesystem;

int info_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("FILE", true);
    if (!options.parse(arguments)) return 0;
    fs::path file = options.text("FILE");
    if (!is_there(file))
        throw InputError(Diagnostic::error(fmt::format("there is no file {}", file.string())));
    if (fs::is_directory(file)) file /= "run.json";
    if (!is_there(file))
        throw InputError(
            Diagnostic::error(fmt::format("{} holds no run.json", file.parent_path().string()))
                .remedy("name the folder of a run, or a file"));
    if (const std::string kind = special_file(file); !kind.empty())
        throw InputError(
            Diagnostic::error(fmt::format("{} is not a regular file but {}", file.string(), kind))
                .remedy("name a file or the folder of a run"));
    if (file.extension() == ".json") {
        print_run(file);
        return 0;
    }
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".h5") {
        print_archive(file);
        return 0;
    }
    if (ending == ".bou") {
        print_vertex_list(file);
        return 0;
    }
    if (ending == ".gltf" || ending == ".glb") {
        print_gltf(file);
        return 0;
    }
    if (ending == ".bvh" || ending == ".tgf") {
        print_skeleton(file, ending);
        return 0;
    }
    if (ending == ".mdd" || ending == ".pc2") {
        print_cache(file, ending);
        return 0;
    }
    if (ending == ".usda") {
        print_stage(file);
        return 0;
    }
    for (const char* of_vtk : {".vtu", ".vtp", ".vti", ".vtk", ".pvd", ".series", ".e"})
        if (ending == of_vtk) return run_own_program("sinew-results", {"info", file.string()});
    print_mesh(file, ending);
    return 0;
}

}  // namespace sinew::tools
