#include <fmt/format.h>

#include <filesystem>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/expansion.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/variable_text.hpp>

namespace sinew {
namespace {

/// Counts a level of nesting while it lives.
class Level {
public:
    explicit Level(std::size_t& depth) : depth_(++depth) {}
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

private:
    std::size_t& depth_;
};

}  // namespace

Expansion::Expansion(Diagnostics& diagnostics, const std::string& top_file)
    : diagnostics_(diagnostics), budget_(diagnostics) {
    std::error_code error;
    if (!top_file.empty())
        files_in_work_.push_back(
            {std::filesystem::weakly_canonical(top_file, error).string(), top_file});
}

Value Expansion::expand(const Document& document, const TextNode& node) {
    const Level level(depth_);
    if (depth_ > limits::depth)
        give_up(diagnostics_, node.mark,
                fmt::format("values are nested more than {} deep, aliases, variables and includes "
                            "counted",
                            limits::depth),
                "no scene needs that: write it flatter");
    if (node.kind == TextNode::Kind::scalar)
        return node.include ? expand_include(document, node) : expand_scalar(node);
    if (node.kind == TextNode::Kind::alias) {
        Value value = expand(document, *node.target);
        value.mark = node.mark;
        return value;
    }
    Value value;
    value.mark = node.mark;
    budget_.spend(1, 0, node.mark);
    if (node.kind == TextNode::Kind::list) {
        value.kind = Value::Kind::list;
        value.items.reserve(node.items.size());
        for (const TextNode* item : node.items) value.items.push_back(expand(document, *item));
    } else if (node.kind == TextNode::Kind::map) {
        value.kind = Value::Kind::map;
        value.entries.reserve(node.entries.size());
        for (const TextNode::Entry& entry : node.entries) {
            budget_.spend(0, entry.key.size(), entry.key_mark);
            value.entries.push_back({entry.key, entry.key_mark, expand(document, *entry.value)});
        }
    }
    return value;
}

Value Expansion::expand_scalar(const TextNode& node) {
    Value value;
    value.kind = Value::Kind::scalar;
    value.mark = node.mark;
    value.quoted = node.quoted;
    const TextPieces split = split_variables(node.text);
    if (split.error.empty() && split.is_one_variable()) {
        const Variable* const found = variable(split.pieces[0].text, node.mark);
        if (!found) return value;
        if (node.quoted && found->value.is_scalar()) return expand_quoted(node, *found);
        if (depth_ + found->extent.height > limits::depth + 1)
            give_up(diagnostics_, node.mark,
                    fmt::format("values are nested more than {} deep, aliases, variables and "
                                "includes counted",
                                limits::depth),
                    "no scene needs that: write it flatter");
        budget_.spend(found->extent.values, found->extent.bytes, node.mark);
        value = found->value;
        if (!is_from_option(value.mark)) value.mark = node.mark;
        return value;
    }
    value.text = substitute(node.text, node.mark);
    budget_.spend(1, value.text.size(), node.mark);
    return value;
}

/// "${name}" in quotes, as flow style wants it, stays a text if the variable is one; a list or a
/// map is taken whole all the same.
Value Expansion::expand_quoted(const TextNode& node, const Variable& of) {
    Value value;
    value.kind = Value::Kind::scalar;
    value.mark = is_from_option(of.value.mark) ? of.value.mark : node.mark;
    value.quoted = true;
    value.text = of.value.text;
    budget_.spend(1, value.text.size(), node.mark);
    return value;
}

std::string Expansion::substitute(const std::string& text, const SourceMark& where) {
    if (text.find("${") == std::string::npos) return text;
    const TextPieces split = split_variables(text);
    if (!split.error.empty()) {
        report(diagnostics_, where, split.error, split.remedy);
        return {};
    }
    std::string result;
    for (const TextPiece& piece : split.pieces) {
        if (!piece.variable) {
            result += piece.text;
            continue;
        }
        const Variable* const found = variable(piece.text, where);
        if (!found) continue;
        if (!found->value.is_scalar()) {
            report(diagnostics_, where,
                   fmt::format("the variable {} is {}, which cannot stand inside a text",
                               quote(piece.text), found->value.describe()),
                   fmt::format("a value that is only ${{{}}} takes it whole", piece.text));
            continue;
        }
        result += found->value.text;
        if (result.size() > limits::scalar_bytes)
            give_up(diagnostics_, where, "this text becomes longer than 1 MB with its variables",
                    "look for variables that multiply each other");
    }
    return result;
}

void Expansion::declare(const Document& document, const TextNode& let) {
    if (let.include) return declare_included(document, let);
    if (let.kind == TextNode::Kind::alias) return declare(document, *let.target);
    if (let.kind == TextNode::Kind::null) return;
    if (let.kind != TextNode::Kind::map)
        return report(diagnostics_, let.mark, "'let' is a map of variables",
                      "write let: {young: 1 MPa}");
    for (const TextNode::Entry& entry : let.entries) {
        if (!is_variable_name(entry.key))
            report(diagnostics_, entry.key_mark,
                   fmt::format("{} cannot be the name of a variable", quote(entry.key)),
                   "names are letters, digits and underscores, and start with no digit");
        Variable& variable = variables_[entry.key];
        variable.document = &document;
        variable.node = entry.value;
    }
}

void Expansion::override_variable(const ParsedOverride& option) {
    if (option.words.size() < 2 || option.words[1].is_place())
        return report(diagnostics_, option.words[0].mark, "an override sets one variable of 'let'",
                      "write --set let.NAME=VALUE");
    const PathWord& word = option.words[1];
    const auto found = variables_.find(word.name);
    if (found == variables_.end())
        return report(diagnostics_, word.mark,
                      fmt::format("the scene has no variable {}", quote(word.name)),
                      variables_.empty() ? "it has no 'let' that declares any"
                                         : suggestion(word.name, variable_names()));
    if (option.words.size() > 2) {
        found->second.patches.push_back(&option);
        return;
    }
    found->second.document = option.value.get();
    found->second.node = option.value->root;
    found->second.patches.clear();
}

void Expansion::check_variables() {
    for (auto& [name, variable] : variables_)
        if (variable.state == Variable::Progress::waiting) expand_variable(name, variable);
}

const Expansion::Variable* Expansion::variable(const std::string& name, const SourceMark& where) {
    const auto found = variables_.find(name);
    if (found == variables_.end()) {
        report(diagnostics_, where, fmt::format("there is no variable {}", quote(name)),
               variables_.empty() ? fmt::format("declare it: let: {{{}: VALUE}}", name)
                                  : suggestion(name, variable_names()));
        return nullptr;
    }
    Variable& variable = found->second;
    if (variable.state == Variable::Progress::expanding) {
        report_variable_cycle(name, where);
        return nullptr;
    }
    if (variable.state == Variable::Progress::waiting) expand_variable(found->first, variable);
    return variable.state == Variable::Progress::done ? &variable : nullptr;
}

void Expansion::expand_variable(const std::string& name, Variable& variable) {
    variable.state = Variable::Progress::expanding;
    variables_in_work_.push_back(name);
    const int errors_before = diagnostics_.n_errors();
    variable.value = expand(*variable.document, *variable.node);
    for (const ParsedOverride* patch : variable.patches)
        set_value(variable.value, *patch, 2, expand(*patch->value, *patch->value->root),
                  diagnostics_);
    variable.extent = extent_of(variable.value);
    variables_in_work_.pop_back();
    // A mistake in a variable is reported once, not again at each use.
    variable.state = diagnostics_.n_errors() == errors_before ? Variable::Progress::done
                                                              : Variable::Progress::failed;
}

void Expansion::report_variable_cycle(const std::string& name, const SourceMark& where) {
    std::string chain;
    bool inside = false;
    for (const std::string& other : variables_in_work_) {
        inside = inside || other == name;
        if (inside) chain += printable(other) + " -> ";
    }
    report(diagnostics_, where,
           fmt::format("the variables refer to each other in a circle: {}{}", chain, name),
           "give one of them a value of its own");
}

std::vector<std::string> Expansion::variable_names() const {
    std::vector<std::string> names;
    for (const auto& [name, variable] : variables_) names.push_back(name);
    return names;
}

}  // namespace sinew
