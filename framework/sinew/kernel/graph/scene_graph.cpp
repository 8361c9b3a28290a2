#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/built.hpp>
#include <sinew/kernel/graph/graph_reader.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>

namespace sinew {

SceneGraph::SceneGraph(Value scene, PluginRegistry& plugins, std::vector<SlotRule> slots)
    : scene_(std::move(scene)),
      plugins_(plugins),
      slots_(std::move(slots)),
      root_(std::make_unique<SceneNode>()),
      built_(std::make_unique<Built>()) {
    GraphReader(*this).read();
}

SceneGraph::~SceneGraph() {
    built_.reset();  // objects and attachments before the nodes that hold them
}

void SceneGraph::warn(Diagnostic warning) {
    warning.severity = Severity::warning;
    const std::string text = format(warning);
    const bool known = std::any_of(warnings_.begin(), warnings_.end(),
                                   [&](const Diagnostic& d) { return format(d) == text; });
    if (!known) warnings_.push_back(std::move(warning));
}

void SceneGraph::visit(const std::function<void(SceneNode&)>& function) {
    const std::function<void(SceneNode&)> descend = [&](SceneNode& node) {
        function(node);
        for (const auto& child : node.children()) descend(*child);
    };
    descend(*root_);
}

namespace {

/// Suggests a meaning for a path that leads nowhere: a child of that name nearby, or a node of the
/// same name elsewhere.
std::string path_remedy(SceneGraph& graph, const SceneNode& reached, const std::string& missing) {
    std::vector<std::string> names;
    for (const auto& child : reached.children()) names.push_back(child->name());
    std::string elsewhere;
    graph.visit([&](SceneNode& node) {
        if (node.name() == missing && elsewhere.empty()) elsewhere = node.path();
    });
    if (!elsewhere.empty()) return fmt::format("did you mean '{}'?", elsewhere);
    if (!nearest(missing, names).empty()) return suggestion(missing, names);
    const std::string place = reached.parent() ? reached.path() : "the scene";
    if (names.empty()) return fmt::format("{} has no children", place);
    return fmt::format("{} holds: {}", place, fmt::join(names, ", "));
}

}  // namespace

SceneNode& SceneGraph::find(SceneNode& from, const std::string& path, const SourceMark& where) {
    if (path.empty())
        throw InputError(where, "a reference is empty",
                         "write the path of a node: /arm/skeleton, ../skeleton or .");
    SceneNode* node = path.front() == '/' ? root_.get() : &from;
    std::size_t begin = path.front() == '/' ? 1 : 0;
    while (begin < path.size()) {
        const std::size_t end = std::min(path.find('/', begin), path.size());
        const std::string word = path.substr(begin, end - begin);
        begin = end + 1;
        if (word == ".") continue;
        if (word == "..") {
            if (!node->parent())
                throw InputError(where, fmt::format("the path '{}' climbs above the scene", path),
                                 fmt::format("it is seen from {}", from.path()));
            node = node->parent();
            continue;
        }
        const auto& children = node->children();
        const auto child = std::find_if(children.begin(), children.end(),
                                        [&](const auto& c) { return c->name() == word; });
        if (child == children.end())
            throw InputError(where,
                             fmt::format("'{}' names no node: {} has no child '{}'", path,
                                         node->parent() ? node->path() : "the scene", word),
                             path_remedy(*this, *node, word));
        node = child->get();
    }
    return *node;
}

void SceneGraph::build() {
    const std::function<void(SceneNode&)> build_node = [&](SceneNode& node) {
        for (const auto& child : node.children()) build_node(*child);
        for (const SlotRule& rule : slots_) {
            if (rule.kind.empty()) continue;
            for (int i = 0; i < node.slot_count(rule.name); ++i) {
                try {
                    object(node, rule.name, i);
                } catch (const InputError&) {
                    continue;  // its mistakes are noted
                }
            }
        }
    };
    built_->is_collecting = true;
    try {
        build_node(*root_);
    } catch (...) {
        built_->is_collecting = false;
        // What a plugin could not cope with may well come from a mistake that is known already.
        if (!built_->mistakes.empty()) throw InputError(built_->mistakes);
        throw;
    }
    built_->is_collecting = false;
    if (!built_->mistakes.empty()) throw InputError(built_->mistakes);
    warn_of_unused();
}

/// Warns of what acts through others alone, where none of them has asked for it.
void SceneGraph::warn_of_unused() {
    visit([&](SceneNode& node) {
        for (const SlotRule& rule : slots_) {
            if (rule.users.empty()) continue;
            for (int i = 0; i < node.slot_count(rule.name); ++i) {
                if (built_->asked_for.contains({&node, rule.name, i})) continue;
                const Value& slot = *node.slot(rule.name);
                const Value& value = rule.is_list ? slot.items[static_cast<std::size_t>(i)] : slot;
                warn(Diagnostic::warning(fmt::format("nothing uses the {} of {}, so it has no "
                                                     "effect",
                                                     slot_words(rule, i), node.path()))
                         .remedy(rule.users)
                         .at(value.mark)
                         .on(node.path()));
            }
        }
    });
}

}  // namespace sinew
