#include "run_folder.hpp"

#include <fmt/format.h>
#include <vtkSmartPointer.h>
#include <vtkXMLDataElement.h>
#include <vtkXMLUtilities.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew::results {

namespace fs = std::filesystem;

namespace {

std::string attribute(vtkXMLDataElement& element, const char* name) {
    const char* value = element.GetAttribute(name);
    return value ? value : "";
}

/// run.json's scene, without folder and extension; "" if it does not say.
std::string scene_of(const fs::path& folder) {
    std::ifstream stream(folder / "run.json");
    const nlohmann::json run = nlohmann::json::parse(stream, nullptr, false);
    if (!run.is_object()) return "";
    const nlohmann::json scene = run.value("scene", nlohmann::json());
    return scene.is_string() ? fs::path(scene.get<std::string>()).stem().string() : "";
}

}  // namespace

Collection read_collection(const fs::path& pvd) {
    if (!fs::exists(pvd)) throw InputError({}, pvd.string() + " is not there");
    const auto root =
        vtkSmartPointer<vtkXMLDataElement>::Take(vtkXMLUtilities::ReadElementFromFile(pvd.c_str()));
    vtkXMLDataElement* list = root ? root->FindNestedElementWithName("Collection") : nullptr;
    if (!list) throw InputError({}, pvd.string() + " is no collection of results (.pvd)");
    std::map<int, PartSeries> parts;
    std::set<double> times;
    for (int i = 0; i < list->GetNumberOfNestedElements(); ++i) {
        vtkXMLDataElement& entry = *list->GetNestedElement(i);
        const fs::path file = pvd.parent_path() / attribute(entry, "file");
        if (!fs::exists(file))
            throw InputError(
                {}, fmt::format("{} lists {}, which is not there", pvd.string(), file.string()));
        double time = 0;
        int part = 0;
        entry.GetScalarAttribute("timestep", time);
        entry.GetScalarAttribute("part", part);
        parts[part].name = attribute(entry, "name");
        parts[part].files[time] = file;
        times.insert(time);
    }
    if (parts.empty())
        throw InputError({}, pvd.string() + " lists no results yet",
                         "a scene that shows something has `outputs: [{type: vtu}]` on a node");
    Collection collection{pvd, {}, {times.begin(), times.end()}};
    for (auto& [number, part] : parts) collection.parts.push_back(std::move(part));
    return collection;
}

fs::path find_collection(const fs::path& given) {
    if (!fs::exists(given)) throw InputError({}, given.string() + " is not there");
    if (given.extension() == ".pvd") return given;
    if (!fs::is_directory(given) && given.filename() != "run.json")
        throw InputError({}, given.string() + " is no folder of results",
                         "give the folder that `sinew run` wrote into, or a .pvd in it");
    const fs::path folder = fs::is_directory(given) ? given : given.parent_path() / ".";
    const fs::path named = folder / (scene_of(folder) + ".pvd");
    if (fs::exists(named)) return named;
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".pvd") found.push_back(entry.path());
    if (found.size() == 1) return found.front();
    if (found.empty())
        throw InputError({}, fmt::format("{} holds no .pvd", folder.string()),
                         "name the folder of a run whose scene has `outputs: [{type: vtu}]`");
    throw InputError({}, fmt::format("{} holds {} .pvd files", folder.string(), found.size()),
                     "name one of them");
}

}  // namespace sinew::results
