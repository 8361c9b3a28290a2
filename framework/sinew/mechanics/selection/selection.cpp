#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/selection/selection_tree.hpp>

namespace sinew {
namespace {

Selection::Term::Target target_of(const VolumeMesh& mesh, const Boundary& skin) {
    const Eigen::AlignedBox3d box = bounding_box(mesh.positions);
    return {mesh, skin, box, 1e-6 * box.diagonal().norm()};
}

std::string point(const Eigen::Vector3d& x) {
    return fmt::format("[{:.6g}, {:.6g}, {:.6g}]", x[0], x[1], x[2]);
}

/// The mesh as somebody needs to know it who selected nothing of it.
std::string seen(const Selection::Term::Target& target) {
    std::string text = fmt::format("the {} fills {} to {} m in its node's frame", target.name(),
                                   point(target.box.min()), point(target.box.max()));
    const auto add = [&](const char* what, const auto& map) {
        std::vector<std::string> names;
        for (const auto& entry : map)
            names.push_back(fmt::format("{} ({})", entry.first, entry.second.size()));
        if (!names.empty()) text += fmt::format("; {}: {}", what, fmt::join(names, ", "));
    };
    add("node sets", target.mesh.node_sets);
    add("element sets", target.mesh.element_sets);
    if (target.mesh.node_sets.empty() && target.mesh.element_sets.empty())
        text += "; it has no sets";
    return text;
}

std::vector<int> numbers(const Selection::Term::Mask& mask) {
    std::vector<int> result;
    for (std::size_t i = 0; i < mask.size(); ++i)
        if (mask[i]) result.push_back(static_cast<int>(i));
    return result;
}

/// The numbers, unless there are none.
std::vector<int> some(std::vector<int> numbers, const char* what, const Selection& selection,
                      const Selection::Term::Target& target) {
    if (numbers.empty())
        throw InputError(
            selection.mark(),
            fmt::format("no {} of the {} is in {}", what, target.name(), selection.written()),
            seen(target));
    return numbers;
}

/// A value as flow YAML.
std::string flow(const Value& value) {
    std::vector<std::string> parts;
    if (value.is_list()) {
        for (const Value& item : value.items) parts.push_back(flow(item));
        return fmt::format("[{}]", fmt::join(parts, ", "));
    }
    if (!value.is_map()) return value.text;
    for (const auto& entry : value.entries)
        parts.push_back(fmt::format("{}: {}", entry.key, flow(entry.value)));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

}  // namespace

std::vector<int> Selection::nodes(const VolumeMesh& mesh, const Boundary& skin) const {
    SINEW_ASSERT(!empty(), "a selection that was never read");
    const auto target = target_of(mesh, skin);
    return some(numbers(expression_->nodes(target)), "node", *this, target);
}

std::vector<int> Selection::elements(const VolumeMesh& mesh, const Boundary& skin) const {
    SINEW_ASSERT(!empty(), "a selection that was never read");
    const auto target = target_of(mesh, skin);
    return some(numbers(expression_->elements(target)), "element", *this, target);
}

std::vector<int> Selection::faces(const VolumeMesh& mesh, const Boundary& skin) const {
    SINEW_ASSERT(!empty(), "a selection that was never read");
    const auto target = target_of(mesh, skin);
    const Term::Mask selected = expression_->nodes(target);
    std::vector<int> result;
    for (std::size_t f = 0; f < skin.faces.size(); ++f) {
        bool whole = true;
        for (const int node : skin.faces[f])
            whole = whole && selected[static_cast<std::size_t>(node)];
        if (whole) result.push_back(static_cast<int>(f));
    }
    return some(std::move(result), mesh.n_elements() > 0 ? "face of the skin" : "triangle", *this,
                target);
}

Selection Selection::everything() {
    Selection selection;
    selection.expression_ = std::make_shared<selection::Everything>();
    selection.written_ = "all";
    return selection;
}

bool ParamType<Selection>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                                Selection& out) {
    out.expression_ = selection::read(value, info, context);
    out.mark_ = value.mark;
    out.written_ = flow(value);
    return !out.empty();
}

std::string ParamType<Selection>::type_name(const FieldInfo&) {
    return "selection";
}

std::string ParamType<Selection>::show(const Selection& selection, const FieldInfo&) {
    return selection.written();
}

}  // namespace sinew
