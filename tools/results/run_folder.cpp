#include "run_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/vtk_files/quiet_vtk.hpp>

namespace sinew::results {

namespace fs = std::filesystem;

namespace {

std::string attribute(vtkXMLDataElement& element, const char* name) {
    const char* value = element.GetAttribute(name);
    return value ? value : "";
}

/// run.json, or null if it is not there, or is none.
nlohmann::json run_in(const fs::path& folder) {
    std::ifstream stream(folder / "run.json");
    nlohmann::json run = nlohmann::json::parse(stream, nullptr, false);
    return run.is_object() ? run : nlohmann::json();
}

std::string word_in(const nlohmann::json& run, const char* key) {
    const auto found = run.find(key);
    return found != run.end() && found->is_string() ? found->get<std::string>() : "";
}

/// run.json's scene, without folder and extension; "" if it does not say.
std::string scene_of(const fs::path& folder) {
    return fs::path(word_in(run_in(folder), "scene")).stem().string();
}

/// Names of some of the files in a folder beside run.json.
std::string files_in(const fs::path& folder) {
    constexpr std::size_t shown = 6;
    std::set<std::string> names;
    std::error_code shut;  // then it shows none
    for (const auto& entry : fs::directory_iterator(folder, shut))
        if (entry.path().filename() != "run.json") names.insert(entry.path().filename().string());
    if (names.empty()) return "run.json alone";
    const std::size_t n = names.size();
    while (names.size() > shown) names.erase(std::prev(names.end()));
    return fmt::format("run.json, {}{}", fmt::join(names, ", "),
                       n > shown ? fmt::format(" and {} more", n - shown) : "");
}

/// Throws InputError that there is nothing to show; `otherwise` is the remedy for a run that went
/// well.
[[noreturn]] void fail_without_results(const fs::path& folder, const std::string& message,
                                       const std::string& otherwise) {
    const std::string failure = failure_of_run(folder);
    if (failure.empty()) throw InputError(Diagnostic::error(message).remedy(otherwise));
    throw InputError(
        Diagnostic::error(fmt::format("{}: {}; it left {}", message, failure, files_in(folder)))
            .remedy("mend what it says, and run the scene again; run.json holds all messages"));
}

}  // namespace

std::string failure_of_run(const fs::path& folder) {
    const nlohmann::json run = run_in(folder);
    const std::string status = word_in(run, "status");
    if (status != "failed" && status != "bad_input" && status != "crashed") return "";
    const nlohmann::json reached = run.value("/time/reached"_json_pointer, nlohmann::json());
    return fmt::format(
        "the run failed{} ({})",
        reached.is_number() && reached > 0 ? fmt::format(" at {:g} s", reached.get<double>()) : "",
        word_in(run, "message"));
}

bool is_obstacle(const PartSeries& part) {
    return part.name.ends_with("-obstacle");
}

Collection read_collection(const fs::path& pvd) {
    if (!is_there(pvd)) throw InputError(Diagnostic::error(pvd.string() + " is not there"));
    const vtk_files::QuietVtk quiet;
    const auto root =
        vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromFile(pvd.c_str()));
    vtkXMLDataElement* list = root ? root->FindNestedElementWithName("Collection") : nullptr;
    if (!list)
        throw InputError(
            Diagnostic::error(pvd.string() + " is no collection of results (.pvd)")
                .remedy("it may have been cut off: copy it again or run the scene again; `sinew "
                        "info` also tells of each .vtu that it listed"));
    std::map<int, PartSeries> parts;
    std::set<double> times;
    for (int i = 0; i < list->GetNumberOfNestedElements(); ++i) {
        vtkXMLDataElement& entry = *list->GetNestedElement(i);
        const fs::path file = pvd.parent_path() / attribute(entry, "file");
        if (!is_there(file))
            throw InputError(
                Diagnostic::error(
                    fmt::format("{} lists {}, which is not there", pvd.string(), file.string()))
                    .remedy("keep the files of a run together, or run the scene again"));
        double time = 0;
        int part = 0;
        entry.GetScalarAttribute("timestep", time);
        entry.GetScalarAttribute("part", part);
        parts[part].name = attribute(entry, "name");
        parts[part].files[time] = file;
        times.insert(time);
    }
    if (parts.empty())
        fail_without_results(pvd.parent_path(), pvd.string() + " lists no results yet",
                             "a scene that shows something has `outputs: [{type: vtu}]` on a node");
    Collection collection{pvd, {}, {times.begin(), times.end()}};
    for (auto& [number, part] : parts) collection.parts.push_back(std::move(part));
    return collection;
}

fs::path find_collection(const fs::path& given) {
    if (!is_there(given)) throw InputError(Diagnostic::error(given.string() + " is not there"));
    if (given.extension() == ".pvd") return given;
    if (!fs::is_directory(given) && given.filename() != "run.json")
        throw InputError(
            Diagnostic::error(given.string() + " is no folder of results")
                .remedy("give the folder that `sinew run` wrote into, or a .pvd in it"));
    const fs::path folder = fs::is_directory(given) ? given : given.parent_path() / ".";
    const fs::path named = folder / (scene_of(folder) + ".pvd");
    if (is_there(named)) return named;
    std::vector<fs::path> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (entry.path().extension() == ".pvd") found.push_back(entry.path());
    if (error)
        throw InputError(Diagnostic::error(fmt::format("cannot look into {}: {}", folder.string(),
                                                       error.message()))
                             .remedy("check its permissions"));
    if (found.size() == 1) return found.front();
    if (found.empty())
        fail_without_results(folder, fmt::format("{} holds no .pvd", folder.string()),
                             "name the folder of a run whose scene has `outputs: [{type: vtu}]`");
    throw InputError(
        Diagnostic::error(fmt::format("{} holds {} .pvd files", folder.string(), found.size()))
            .remedy("name one of them"));
}

}  // namespace sinew::results
