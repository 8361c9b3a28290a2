#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/overrides.hpp>
#include <sinew/kernel/scene/source_text.hpp>

namespace sinew {
namespace {

constexpr std::string_view prefix = "--set ";
const char* const how_to_override =
    "write --set time.step=1ms or --set scene.beam.loads[0].type=gravity";

/// Reads `scene.beam.loads[0]` into words.
class PathReader {
public:
    PathReader(std::shared_ptr<const SourceText> source, std::string_view path,
               Diagnostics& diagnostics)
        : marks_(std::move(source)), path_(path), diagnostics_(diagnostics) {}

    std::vector<PathWord> read() {
        std::vector<PathWord> words;
        bool word_wanted = true;
        while (position_ < path_.size() || word_wanted) {
            const std::size_t begin = position_;
            if (position_ < path_.size() && path_[position_] == '[') {
                if (!read_place(words)) return {};
            } else if (const std::size_t size = name_size(); word_wanted && size > 0) {
                position_ += size;
                words.push_back({std::string(path_.substr(begin, size)), 0, mark(begin, size)});
            } else {
                return fail(begin);
            }
            word_wanted = position_ < path_.size() && path_[position_] == '.';
            if (word_wanted) ++position_;
        }
        return words;
    }

private:
    std::size_t name_size() const {
        return std::min(path_.find_first_of(".[]", position_), path_.size()) - position_;
    }

    bool read_place(std::vector<PathWord>& words) {
        const std::size_t begin = position_;
        const char* const last = path_.data() + path_.size();
        std::size_t place = 0;
        const auto [stop, status] = std::from_chars(path_.data() + begin + 1, last, place);
        if (status != std::errc() || stop == last || *stop != ']') {
            fail(begin);
            return false;
        }
        position_ = static_cast<std::size_t>(stop - path_.data()) + 1;
        words.push_back({{}, place, mark(begin, position_ - begin)});
        return true;
    }

    std::vector<PathWord> fail(std::size_t at) {
        report(diagnostics_, mark(at, 1),
               fmt::format("the path {} cannot be read from {}", quote(path_),
                           at < path_.size() ? quote(path_.substr(at)) : "its end"),
               how_to_override);
        return {};
    }

    SourceMark mark(std::size_t begin, std::size_t size) {
        return marks_.at(prefix.size() + begin, size);
    }

    MarkMaker marks_;
    std::string_view path_;
    std::size_t position_ = 0;
    Diagnostics& diagnostics_;
};

Value* find_node(Value& list, std::string_view name) {
    for (Value& item : list.items) {
        const Value* const node = item.find("node");
        if (node && node->is_scalar() && node->text == name) return &item;
    }
    return nullptr;
}

Value* find_key(Value& map, std::string_view key) {
    for (Value::Entry& entry : map.entries)
        if (entry.key == key) return &entry.value;
    return nullptr;
}

/// The value that a word of a path leads to from `parent`, or nullptr. The word `children` may be
/// left out before a node's name.
Value* step(Value& parent, const PathWord& word) {
    if (parent.is_list()) {
        if (!word.is_place()) return find_node(parent, word.name);
        return word.place < parent.items.size() ? &parent.items[word.place] : nullptr;
    }
    if (!parent.is_map() || word.is_place()) return nullptr;
    if (Value* const value = find_key(parent, word.name)) return value;
    Value* const children = find_key(parent, "children");
    return children ? find_node(*children, word.name) : nullptr;
}

/// The words that would have led somewhere.
std::vector<std::string> words_there(const Value& parent) {
    std::vector<std::string> words;
    const auto add_nodes = [&](const Value& list) {
        for (const Value& item : list.items)
            if (const Value* node = item.find("node"); node && node->is_scalar())
                words.push_back(node->text);
    };
    for (const Value::Entry& entry : parent.entries) words.push_back(entry.key);
    add_nodes(parent);
    if (const Value* const children = parent.find("children")) add_nodes(*children);
    return words;
}

void report_dead_end(const Value& parent, const std::string& parent_name, const PathWord& word,
                     Diagnostics& diagnostics) {
    const std::string wanted = word.is_place() ? fmt::format("[{}]", word.place) : quote(word.name);
    if (word.is_place() && parent.is_list()) {
        const std::size_t n = parent.items.size();
        report(diagnostics, word.mark,
               fmt::format("there is no {} in {}: the list has {} item{}", wanted, parent_name, n,
                           n == 1 ? "" : "s"),
               n == 0 ? "an override cannot add to a list: set the whole list"
                      : fmt::format("places go from [0] to [{}]", n - 1));
    } else if (parent.is_map() || parent.is_list()) {
        std::string remedy = word.is_place() ? "a map has keys, not places; " : "";
        const std::vector<std::string> there = words_there(parent);
        if (there.empty() && parent.is_list())
            remedy += parent.items.empty() ? "the list is empty"
                                           : fmt::format("its items have places, [0] to [{}]",
                                                         parent.items.size() - 1);
        else
            remedy += suggestion(word.name, there);
        report(diagnostics, word.mark, fmt::format("there is no {} in {}", wanted, parent_name),
               remedy);
    } else {
        report(diagnostics, word.mark,
               fmt::format("there is no {} in {}, which is {}", wanted, parent_name,
                           parent.describe()),
               fmt::format("set {} itself", parent_name));
    }
}

/// True if a word that leads nowhere yet may become a map: inside the map of a node, of an object
/// or of a variable, whose reader refuses unknown keys. A word that looks like a misspelt child of
/// a node may not, nor one that would have to become a list.
bool may_add_map(const Value& parent, const ParsedOverride& option, std::size_t i) {
    const std::string& first = option.words[0].name;
    if (!parent.is_map() || i < 2 || (first != "scene" && first != "let")) return false;
    if (option.words.size() > limits::depth) return false;
    const auto begin = option.words.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::any_of(begin, option.words.end(), [](const auto& word) { return word.is_place(); }))
        return false;
    std::vector<std::string> children;
    if (const Value* list = parent.find("children")) children = words_there(*list);
    return nearest(begin->name, children).empty();
}

/// The value inside a map for each of the words from `i` on.
Value nested(const ParsedOverride& option, std::size_t i, Value value) {
    for (std::size_t k = option.words.size(); k-- > i;) {
        Value map;
        map.kind = Value::Kind::map;
        map.mark = option.words[k - 1].mark;
        map.entries.push_back({option.words[k].name, option.words[k].mark, std::move(value)});
        value = std::move(map);
    }
    return value;
}

}  // namespace

bool is_from_option(const SourceMark& mark) {
    return mark.source && mark.source->name.starts_with(prefix);
}

std::optional<ParsedOverride> parse_override(const Override& override_, Diagnostics& diagnostics) {
    const std::string text = std::string(prefix) + override_.path + "=" + override_.value;
    const std::shared_ptr<const SourceText> source = checked_source(text, text);
    ParsedOverride option;
    option.words = PathReader(source, override_.path, diagnostics).read();
    option.value =
        parse_document(source, "", diagnostics, prefix.size() + override_.path.size() + 1);
    if (option.words.empty() || !option.value) return std::nullopt;
    return option;
}

void set_value(Value& tree, const ParsedOverride& option, std::size_t first, Value value,
               Diagnostics& diagnostics) {
    Value* place = &tree;
    std::string name = "the scene";
    for (std::size_t i = 0; i < first; ++i)
        name = (i == 0 ? "" : name + ".") + option.words[i].name;
    for (std::size_t i = first; i < option.words.size(); ++i) {
        const PathWord& word = option.words[i];
        Value* const next = step(*place, word);
        const bool last = i + 1 == option.words.size();
        const bool may_add =
            last ? place->is_map() && !word.is_place() : may_add_map(*place, option, i);
        if (!next && may_add) {
            place->entries.push_back(
                {word.name, word.mark, nested(option, i + 1, std::move(value))});
            return;
        }
        if (!next) return report_dead_end(*place, name, word, diagnostics);
        place = next;
        if (word.is_place())
            name += fmt::format("[{}]", word.place);
        else
            name = i == 0 ? word.name : name + "." + word.name;
    }
    *place = std::move(value);
}

}  // namespace sinew
