#include "characters.hpp"

#include <filesystem>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/scene/canonical_text.hpp>
#include <sinew/kernel/scene/quantity.hpp>

namespace sinew::bench {

namespace {

namespace fs = std::filesystem;

const Value& found(const Value* value, const std::string& what, const fs::path& file) {
    if (value == nullptr) throw ComputationError(file.string() + " has no " + what);
    return *value;
}

void find_files(Value& value, const fs::path& folder) {
    if (value.is_scalar() && !value.text.empty() && fs::is_regular_file(folder / value.text)) {
        value.text = (folder / value.text).string();
        value.quoted = true;
    }
    for (Value& item : value.items) find_files(item, folder);
    for (Value::Entry& entry : value.entries) find_files(entry.value, folder);
}

/// The first node that has a mesh, here or below.
const Value* body_in(const Value& nodes) {
    for (const Value& node : nodes.items) {
        if (node.find("mesh") != nullptr) return &node;
        const Value* children = node.find("children");
        const Value* body = children == nullptr ? nullptr : body_in(*children);
        if (body != nullptr) return body;
    }
    return nullptr;
}

double seconds(const Value& time, const char* key, const fs::path& file) {
    return evaluate_quantity(found(time.find(key), key, file).text).value;
}

}  // namespace

SkinningScene skinning_scene(const std::string& name, const std::vector<std::string>& slots) {
    const fs::path folder = fs::path(SINEW_SCENES) / "skinning";
    const fs::path file = folder / (name + ".yaml");
    if (!fs::exists(file)) throw ComputationError("there is no " + file.string());
    const Value scene = read_scene(file.string());
    const Value& time = found(scene.find("time"), "time", file);
    SkinningScene result{"", seconds(time, "end", file), seconds(time, "step", file)};
    const Value& body = found(body_in(found(scene.find("scene"), "scene", file)), "body", file);
    for (const std::string& slot : slots) {
        Value value = found(body.find(slot), slot, file);
        find_files(value, folder);
        result.slots += slot + ": " + canonical_text(value) + "\n";
    }
    return result;
}

}  // namespace sinew::bench
