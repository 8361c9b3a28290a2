#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/law/named_law.hpp>
#include <sinew/mechanics/reduced/exportable.hpp>

namespace sinew {

namespace {

/// The `type` of what fills a slot; "" if nothing does.
std::string type_in(const Value* slot) {
    const Value* type = slot ? slot->find("type") : nullptr;
    return type ? type->text : "";
}

void check(const SceneNode& node) {
    for (const auto& child : node.children()) check(*child);
    const Value* reduction = node.slot("reduction");
    const Value* material = node.slot("material");
    if (!reduction || type_in(reduction->find("forces")) != "cubature" || !material) return;
    const std::string law = type_in(material);
    const auto known = named_laws();
    if (std::find(known.begin(), known.end(), law) != known.end()) return;
    throw InputError(material->find("type")->mark,
                     fmt::format("{} cannot be exported: a player of reduced models does not know "
                                 "material/{}",
                                 node.path(), law),
                     type_in(reduction) == "pose_space" ? "use a material of " + exportable_laws()
                                                        : exportable_forces());
}

}  // namespace

std::string exportable_laws() {
    return fmt::format("type {}", fmt::join(named_laws(), ", "));
}

std::string exportable_forces() {
    return fmt::format(
        "use forces: {{type: stvk_polynomial}} with material: {{type: stvk}}, or forces: {{type: "
        "cubature}} with one of the materials {}",
        fmt::join(named_laws(), ", "));
}

void refuse_unexportable_laws(SceneGraph& graph) {
    check(graph.root());
}

}  // namespace sinew
