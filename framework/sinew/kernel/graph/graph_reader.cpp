#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/check_refusals.hpp>
#include <sinew/kernel/graph/graph_reader.hpp>
#include <sinew/kernel/graph/header.hpp>
#include <sinew/kernel/graph/read_inside.hpp>
#include <sinew/kernel/graph/read_params.hpp>
#include <sinew/kernel/graph/transform.hpp>

namespace sinew {

GraphReader::GraphReader(SceneGraph& graph) : graph_(graph) {
    for (const SlotRule& rule : graph.slots_) {
        if (rule.kind.empty()) continue;
        std::string& slots = slots_of_kind_[rule.kind];
        slots += fmt::format("{}`{}:`", slots.empty() ? "" : " or ", rule.name);
    }
}

void GraphReader::read() {
    SceneNode& root = *graph_.root_;
    root.graph_ = &graph_;
    root.mark_ = graph_.scene_.mark;
    read_header();
    if (const Value* scene = graph_.scene_.find("scene"))
        read_nodes(*scene, root);
    else
        diagnostics_.error(graph_.scene_.mark, "the file has no 'scene:'",
                           "give it a list of nodes: `scene: [{node: beam, ...}]`");
    graph_.visit([&](const SceneNode& node) { check_needs_above(node); });
    check_references();
    check_refusals(graph_, diagnostics_);
    for (const Diagnostic& one : diagnostics_.all())
        if (one.severity != Severity::error) graph_.warn(one);
    diagnostics_.throw_if_errors();
}

void GraphReader::read_header() {
    const Value& scene = graph_.scene_;
    ReadContext context = this->context(*graph_.root_);
    context.node_path.clear();
    context.structure = "the scene";
    context.files = nullptr;  // libraries of plugins are no part of the computation's input
    SceneHeader header;
    read_params(scene, context, header, {"scene", "let"});
    if (header.sinew != scene_format)
        diagnostics_.error(scene.find("sinew")->mark,
                           fmt::format("the scene is of format {}, this Sinew reads format {}",
                                       header.sinew, scene_format),
                           header.sinew > scene_format
                               ? "use a newer Sinew"
                               : fmt::format("write `sinew: {}`", scene_format));
    graph_.title_ = header.title;
    graph_.time_ = header.time;
    for (const Diagnostic& warning : graph_.plugins_.warnings()) graph_.warn(warning);
    for (const Path& path : header.plugins) {
        if (path.absolute.empty()) continue;  // one that could not be read is reported already
        try {
            graph_.plugins_.add(path.absolute);
        } catch (const InputError& error) {
            add(error, *graph_.root_, path.mark);
        }
    }
}

void GraphReader::read_nodes(const Value& list, SceneNode& parent) {
    if (!list.is_list()) {
        error(parent, list.mark, fmt::format("nodes are a list, not {}", list.describe()),
              "begin each node with `- node: name`");
        return;
    }
    for (const Value& item : list.items) read_node(item, parent);
}

std::string GraphReader::read_name(const Value& map, const SceneNode& parent) {
    const Value* name = map.find("node");
    if (!name || !name->is_scalar() || name->text.empty()) {
        error(parent, name ? name->mark : map.mark, "a node has no name",
              "begin it with `- node: name`");
        return "?";
    }
    const auto is_allowed = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    if (!std::all_of(name->text.begin(), name->text.end(), is_allowed) ||
        std::isdigit(static_cast<unsigned char>(name->text.front())))
        error(parent, name->mark, fmt::format("'{}' is no name for a node", name->text),
              "use letters, digits and underscores, and no digit first");
    constexpr std::size_t longest = 100;
    if (name->text.size() > longest)
        error(parent, name->mark,
              fmt::format("a name of {} characters is too long for a node", name->text.size()),
              fmt::format("use at most {}", longest));
    for (const auto& sibling : parent.children())
        if (sibling->name() == name->text)
            error(parent, name->mark,
                  fmt::format("two nodes of {} are named '{}'",
                              parent.parent() ? parent.path() : "the scene", name->text),
                  fmt::format("the first is at line {}; give one another name",
                              sibling->mark().line));
    return name->text;
}

void GraphReader::read_node(const Value& map, SceneNode& parent) {
    if (!map.is_map()) {
        error(parent, map.mark, fmt::format("a node is a map, not {}", map.describe()),
              "begin it with `- node: name`");
        return;
    }
    auto owned = std::make_unique<SceneNode>();
    SceneNode& node = *owned;
    node.parent_ = &parent;
    node.graph_ = &graph_;
    node.mark_ = map.mark;
    node.name_ = read_name(map, parent);
    parent.children_.push_back(std::move(owned));
    read_transform(map, node);

    std::vector<std::string> allowed{"node", "transform", "children"};
    for (const SlotRule& rule : graph_.slots_) allowed.push_back(rule.name);
    for (const Value::Entry& entry : map.entries) {
        const auto rule = std::find_if(graph_.slots_.begin(), graph_.slots_.end(),
                                       [&](const SlotRule& r) { return r.name == entry.key; });
        if (rule != graph_.slots_.end())
            read_slot(entry.value, *rule, node);
        else if (entry.key == "children")
            read_nodes(entry.value, node);
        else if (entry.key != "node" && entry.key != "transform")
            error(node, entry.key_mark, fmt::format("a node has no '{}'", entry.key),
                  suggestion(entry.key, allowed));
    }
    check_needs(node);
}

/// An object that would act on nothing is a mistake: no part of a scene is ignored in silence.
void GraphReader::check_needs(const SceneNode& node) {
    for (const SlotRule& rule : graph_.slots_) {
        if (rule.needs.empty() || node.slot_count(rule.name) == 0 || node.slot(rule.needs))
            continue;
        error(node, node.slot(rule.name)->mark,
              fmt::format("{} has '{}' but no '{}', so it would have no effect", node.path(),
                          rule.name, rule.needs),
              fmt::format("move it to the node that has the {0}, or give this one a {0}",
                          rule.needs));
    }
}

/// The same of what may stand on a node above, which is known once all nodes are read.
void GraphReader::check_needs_above(const SceneNode& node) {
    for (const SlotRule& rule : graph_.slots_) {
        if (rule.needs_above.empty() || node.slot_count(rule.name) == 0) continue;
        const SceneNode* at = &node;
        while (at != nullptr && !at->slot(rule.needs_above)) at = at->parent();
        if (at != nullptr) continue;
        error(node, node.slot(rule.name)->mark,
              fmt::format("{0} has '{1}', and neither it nor a node above has a '{2}', so it would "
                          "have no effect",
                          node.path(), rule.name, rule.needs_above),
              fmt::format("give this node or one above a {}", rule.needs_above));
    }
}

void GraphReader::read_transform(const Value& map, SceneNode& node) {
    if (const Value* value = map.find("transform")) {
        ReadContext context = this->context(node);
        context.structure = "transform";
        Transform transform;
        if (read_params(*value, context, transform)) node.local_ = transform.affine();
    }
    node.world_ = node.parent_->world_ * node.local_;
}

void GraphReader::read_slot(const Value& value, const SlotRule& rule, SceneNode& node) {
    if (value.is_scalar() && !value.quoted && value.text == "none") return;  // as if it were absent
    node.slots_[rule.name] = &value;
    if (value.is_null()) {
        error(node, value.mark, fmt::format("'{}' is empty", rule.name),
              rule.kind.empty()
                  ? "give it its parameters, or take the line away (`none` empties it)"
                  : fmt::format(
                        "fill it with {}{{type: ...}}{}, or take the line away (`none` empties it)",
                        rule.is_list ? "[" : "", rule.is_list ? "]" : ""));
        return;
    }
    const auto check = [&](const Value& item) {
        rule.kind.empty() ? check_structure(item, rule, node) : check_object(item, rule, node);
    };
    if (!rule.is_list) {
        check(value);
    } else if (value.is_list()) {
        for (const Value& item : value.items) check(item);
    } else {
        error(node, value.mark,
              fmt::format("'{}' takes a list, not {}", rule.name, value.describe()),
              fmt::format("put it in brackets: `{}: [...]`", rule.name));
        if (value.find("type")) check(value);
    }
}

void GraphReader::check_structure(const Value& value, const SlotRule& rule, SceneNode& node) {
    references_.push_back({&node, {}, {}});
    ReadContext context = this->context(node);
    context.structure = rule.name;
    context.references = &references_.back().references;
    try {
        rule.check(value, context);
    } catch (const InputError& error) {
        add(error, node, value.mark);
    }
}

void GraphReader::check_object(const Value& value, const SlotRule& rule, SceneNode& node) {
    const auto known_types = [&] {
        const std::vector<std::string> names = graph_.plugins_.names(rule.kind);
        return names.empty() ? fmt::format("there are no plugins of the kind {}", rule.kind)
                             : fmt::format("types of {}: {}", rule.kind, fmt::join(names, ", "));
    };
    references_.push_back({&node, {}, {}});
    ReadContext context = this->context(node);
    context.references = &references_.back().references;
    if (!value.is_map()) {
        error(node, value.mark,
              fmt::format("'{}' takes {{type: ...}}, not {}", rule.name, value.describe()),
              known_types());
        read_inside(value, rule.kind, context);
        return;
    }
    const Value* type = value.find("type");
    if (!type || !type->is_scalar() || type->text.empty()) {
        error(node, type ? type->mark : value.mark,
              fmt::format("'{}' does not say its type", rule.name), known_types());
        read_inside(value, rule.kind, context);
        return;
    }
    const std::string id = rule.kind + "/" + type->text;
    references_.back().plugin = id;
    context.plugin = id;
    const PluginDescription* plugin = nullptr;
    try {
        plugin = &graph_.plugins_.require(rule.kind, type->text, type->mark, slots_of_kind_);
    } catch (const InputError& error) {
        add(error, node, type->mark);
        return read_inside(value, rule.kind, context);
    }
    if (ReadParams params = read_params(*plugin, value, context))
        graph_.params_[&value] = std::move(params);
}

void GraphReader::check_references() {
    for (const FoundReferences& found : references_) {
        for (const Reference& reference : found.references) {
            try {
                graph_.find(*found.node, reference.written, reference.mark);
            } catch (const InputError& error) {
                const Attribution who{found.plugin, found.node->path(), reference.mark};
                for (const Diagnostic& one : error.diagnostics())
                    diagnostics_.add(attribute_to(one, who));
            }
        }
    }
}

ReadContext GraphReader::context(const SceneNode& node) {
    return {diagnostics_, &graph_.plugins_, node.path(), {}, nullptr, {}, &graph_.files_};
}

void GraphReader::error(const SceneNode& node, const SourceMark& where, std::string message,
                        std::string remedy) {
    diagnostics_.add(Diagnostic::error(std::move(message))
                         .remedy(std::move(remedy))
                         .at(where)
                         .on(node.parent() ? node.path() : std::string()));
}

void GraphReader::add(const InputError& error, const SceneNode& node, const SourceMark& where) {
    const Attribution who{{}, node.parent() ? node.path() : std::string(), where};
    for (const Diagnostic& one : error.diagnostics()) diagnostics_.add(attribute_to(one, who));
}

}  // namespace sinew
