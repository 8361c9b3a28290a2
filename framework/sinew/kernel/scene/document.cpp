#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/document.hpp>
#include <sinew/kernel/scene/flow_guard.hpp>
#include <sinew/kernel/scene/limits.hpp>
#include <sinew/kernel/scene/source_text.hpp>
#include <sstream>
#include <unordered_map>

namespace sinew {
namespace {

const char* const big_data = "big data belongs in mesh files, which a scene names";

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// Thrown from an event handler when the rest of a text cannot be read; the reason is reported.
struct Unreadable {};

/// Bytes of the quoted text that starts at `begin`, its quotes included; 0 if it has no end.
std::size_t quoted_size(std::string_view text, std::size_t begin) {
    const char mark = text[begin];
    std::size_t i = begin + 1;
    for (; i < text.size(); ++i) {
        const bool doubled = mark == '\'' && i + 1 < text.size() && text[i + 1] == mark;
        if (mark == '"' ? text[i] == '\\' : text[i] == mark && doubled)
            ++i;
        else if (text[i] == mark)
            break;
    }
    return i < text.size() ? i + 1 - begin : 0;
}

/// True if the line that holds the byte `at` has a tab before its first other character.
bool is_indented_by_tab(std::string_view text, std::size_t at) {
    const std::string_view before = text.substr(0, at);
    const std::string_view line = text.substr(before.rfind('\n') + 1);  // npos + 1 is 0
    return line.substr(0, line.find_first_not_of(" \t")).find('\t') != line.npos;
}

/// What to do about a text that yaml-cpp cannot read at the byte `at`.
std::string remedy_for_yaml(std::string_view text, std::size_t at) {
    at = std::min(at, text.size());
    if (is_indented_by_tab(text, at))
        return "this line begins with a tab: YAML is indented by spaces alone, so replace its tabs";
    return "look for an indentation, quote, bracket or colon that is wrong at or before this place";
}

/// Builds the nodes of a document from yaml-cpp's events.
class TreeBuilder final : public YAML::EventHandler {
public:
    TreeBuilder(Document& document, Diagnostics& diagnostics, std::size_t first_byte)
        : document_(document),
          diagnostics_(diagnostics),
          text_(document.source->text),
          first_byte_(first_byte),
          marks_(document.source, first_byte) {}

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (document_.root || !open_.empty())
            stop(marks_.at(offset(mark)), "a second YAML document starts here",
                 "one file holds one scene: remove the line '---' or split the file");
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const std::size_t at = skip_properties(offset(mark));
        const std::size_t written = null_word(at);
        TextNode node;
        if (written > 0)
            node.mark = marks_.at(at, written);
        else
            node.mark = place_of_nothing(at);
        insert(std::move(node), anchor);
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const std::size_t at = offset(mark);
        TextNode node;
        node.kind = TextNode::Kind::alias;
        node.mark = marks_.at(at, word_size(at));
        if (++n_aliases_ > limits::aliases)
            stop(node.mark, fmt::format("the file has more than {} aliases", limits::aliases),
                 big_data);
        const auto found = anchors_.find(anchor);
        if (found == anchors_.end() || !found->second->complete)
            stop(node.mark, "this alias stands inside its own anchor",
                 "a value cannot contain itself: write it out");
        node.target = found->second;
        insert(std::move(node), 0);
    }

    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        const std::size_t tag_at = offset(mark);
        const std::size_t at = skip_properties(tag_at);
        TextNode node;
        node.kind = TextNode::Kind::scalar;
        node.text = show_variables(value);
        node.quoted = tag == "!";
        node.include = tag == "!include";
        const bool in_quotes = at < text_.size() && (text_[at] == '"' || text_[at] == '\'');
        const std::size_t size = in_quotes ? quoted_size(text_, at) : plain_size(at, node.text);
        // yaml-cpp lets such a text end with the file.
        if (size == 0 && in_quotes)
            stop(marks_.at(at), "the quote that opens here is never closed",
                 "close it, or double it inside the text: 'it''s'");
        node.mark = node.include ? marks_.at(tag_at, at + size - tag_at) : marks_.at(at, size);
        check_tag(tag, tag_at);
        if (node.text.find('\0') != std::string::npos)
            report(diagnostics_, node.mark, "this text holds a NUL character", "remove the \\0");
        end_of_last_ = at + size;
        insert(std::move(node), anchor);
    }

    void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        start(TextNode::Kind::list, mark, tag, anchor);
    }
    void OnSequenceEnd() override { finish(); }

    void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        start(TextNode::Kind::map, mark, tag, anchor);
    }
    void OnMapEnd() override { finish(); }

private:
    /// A list or map whose end is still to come.
    struct Open {
        TextNode* node;
        bool expects_key = true;  // of a map
        TextNode::Entry entry;    // of a map: what the next value belongs to
        std::size_t key_end = 0;  // byte behind the key
        std::unordered_map<std::string, SourceMark> keys;
    };

    std::size_t offset(const YAML::Mark& mark) const {
        return std::min(first_byte_ + static_cast<std::size_t>(std::max(mark.pos, 0)),
                        text_.size());
    }

    std::size_t word_size(std::size_t at) const {
        std::size_t end = at;
        while (end < text_.size() && !is_blank(text_[end]) &&
               std::string_view(",[]{}").find(text_[end]) == std::string_view::npos)
            ++end;
        return end - at;
    }

    /// yaml-cpp's mark of a value stands at its anchor or tag; ours at the value.
    std::size_t skip_properties(std::size_t at) const {
        while (at < text_.size() && (text_[at] == '&' || text_[at] == '!')) {
            std::size_t next = at + std::max<std::size_t>(word_size(at), 1);
            while (next < text_.size() && is_blank(text_[next])) ++next;
            if (next >= text_.size()) break;
            at = next;
        }
        return at;
    }

    /// Bytes of a plain scalar in the source; of one over several lines, those of its first line.
    std::size_t plain_size(std::size_t at, const std::string& value) const {
        if (text_.compare(at, value.size(), value) == 0) return value.size();
        std::size_t end = std::min(text_.find('\n', at), text_.size());
        while (end > at && is_blank(text_[end - 1])) --end;
        return end - at;
    }

    /// Bytes of a null that is written out (`~`, `null`) at an offset; 0 if something else stands
    /// there: the next key, say.
    std::size_t null_word(std::size_t at) const {
        const std::size_t size = word_size(at);
        const std::string_view word = std::string_view(text_).substr(at, size);
        return word == "~" || word == "null" || word == "Null" || word == "NULL" ? size : 0;
    }

    /// The place of a value that is not there: just behind its key's colon, or behind the item's
    /// dash or whatever else came last.
    SourceMark place_of_nothing(std::size_t at) {
        if (!open_.empty() && open_.back().node->kind == TextNode::Kind::map &&
            !open_.back().expects_key) {
            std::size_t colon = open_.back().key_end;
            while (colon < text_.size() && is_blank(text_[colon])) ++colon;
            if (colon < text_.size() && text_[colon] == ':') return marks_.at(colon + 1);
            return marks_.at(open_.back().key_end);
        }
        // yaml-cpp gives the token behind: go back over blank space to what precedes it.
        std::size_t before = std::min(at, text_.size());
        while (before > end_of_last_ && before > first_byte_ && is_blank(text_[before - 1]))
            --before;
        return marks_.at(before);
    }

    void check_tag(const std::string& tag, std::size_t at) {
        if (tag.empty() || tag == "?" || tag == "!" || tag == "!include") return;
        report(diagnostics_, marks_.at(at, word_size(at)),
               fmt::format("the tag {} means nothing in a scene", quote(tag)),
               "the only tag is !include FILE; put texts in quotes");
    }

    void start(TextNode::Kind kind, const YAML::Mark& mark, const std::string& tag,
               YAML::anchor_t anchor) {
        const std::size_t at = skip_properties(offset(mark));
        const char* const what = kind == TextNode::Kind::list ? "list" : "map";
        if (tag == "!include")
            stop(marks_.at(offset(mark)), fmt::format("!include names a file, not a {}", what),
                 "write !include other.yaml");
        check_tag(tag, offset(mark));
        TextNode node;
        node.kind = kind;
        node.complete = false;
        node.mark = marks_.at(at);
        end_of_last_ = at + 1;
        if (!open_.empty() && open_.back().node->kind == TextNode::Kind::map &&
            open_.back().expects_key)
            stop(node.mark, fmt::format("a {} cannot be a key", what),
                 "keys are words; a brace or bracket may be missing before this place");
        if (open_.size() >= limits::depth)
            stop(node.mark,
                 fmt::format("lists and maps are nested more than {} deep", limits::depth),
                 "no scene needs that: look for brackets that are not closed");
        TextNode* const place = insert(std::move(node), anchor);
        open_.push_back({place, true, {}, 0, {}});
    }

    [[noreturn]] void stop(SourceMark where, std::string message, std::string remedy) {
        report(diagnostics_, std::move(where), std::move(message), std::move(remedy));
        throw Unreadable();
    }

    void finish() {
        open_.back().node->complete = true;
        open_.pop_back();
    }

    /// Puts a node where the innermost open list or map waits for it; returns its final place.
    TextNode* insert(TextNode node, YAML::anchor_t anchor) {
        if (!open_.empty() && open_.back().node->kind == TextNode::Kind::map &&
            open_.back().expects_key) {
            take_key(node);
            return nullptr;
        }
        if (document_.nodes.size() >= limits::values)
            stop(node.mark, fmt::format("the file holds more than {} values", limits::values),
                 big_data);
        document_.nodes.push_back(std::move(node));
        TextNode* const place = &document_.nodes.back();
        if (anchor != 0) anchors_[anchor] = place;
        if (open_.empty()) {
            document_.root = place;
        } else if (Open& parent = open_.back(); parent.node->kind == TextNode::Kind::list) {
            parent.node->items.push_back(place);
        } else {
            parent.entry.value = place;
            parent.node->entries.push_back(std::move(parent.entry));
            parent.entry = {};
            parent.expects_key = true;
        }
        return place;
    }

    void take_key(TextNode& node) {
        Open& map = open_.back();
        if (node.kind != TextNode::Kind::scalar || node.include)
            stop(node.mark,
                 node.kind == TextNode::Kind::null ? "a key is missing here"
                                                   : "a key must be a plain word",
                 "write key: value");
        if (node.text.size() > limits::key_bytes)
            stop(node.mark,
                 fmt::format("this key has {} bytes; {} are allowed", node.text.size(),
                             limits::key_bytes),
                 "keys are words; a colon or a quote may stand in the wrong place");
        if (node.text == "<<" && !node.quoted)
            report(diagnostics_, node.mark, "merge keys (<<) are not read",
                   "write the keys out here; an alias (*name), a variable of `let:` or an !include "
                   "stands for a whole value");
        const auto [first, is_new] = map.keys.emplace(node.text, node.mark);
        if (!is_new)
            report(
                diagnostics_, node.mark,
                fmt::format("the key {} is written twice; the first stands in line {}, column {}",
                            quote(node.text), first->second.line, first->second.column),
                "remove one of the two");
        map.entry = {std::move(node.text), node.mark, nullptr};
        map.key_end = end_of_last_;
        map.expects_key = false;
    }

    Document& document_;
    Diagnostics& diagnostics_;
    const std::string& text_;
    std::size_t first_byte_;
    MarkMaker marks_;
    std::vector<Open> open_;
    std::unordered_map<YAML::anchor_t, TextNode*> anchors_;
    std::size_t n_aliases_ = 0;
    std::size_t end_of_last_ = 0;  // byte behind the last token that was read
};

}  // namespace

void report(Diagnostics& diagnostics, SourceMark where, std::string message, std::string remedy) {
    diagnostics.error(std::move(where), std::move(message), std::move(remedy));
    if (diagnostics.n_errors() >= limits::errors) diagnostics.throw_if_errors();
}

void give_up(Diagnostics& diagnostics, SourceMark where, std::string message, std::string remedy) {
    Diagnostics all = diagnostics;
    all.error(std::move(where), std::move(message), std::move(remedy));
    throw InputError(all.all());
}

std::unique_ptr<Document> parse_document(const std::shared_ptr<const SourceText>& source,
                                         std::string folder, Diagnostics& diagnostics,
                                         std::size_t first_byte) {
    auto document = std::make_unique<Document>();
    document->source = source;
    document->folder = std::move(folder);
    const std::string text = source->text.substr(std::min(first_byte, source->text.size()));
    if (const std::size_t at = too_many_brackets(text); at != std::string::npos) {
        report(diagnostics, MarkMaker(source).at(first_byte + at),
               fmt::format("lists and maps are nested more than {} deep", limits::depth),
               "no scene needs that: look for brackets that are not closed");
        return nullptr;
    }

    TreeBuilder builder(*document, diagnostics, first_byte);
    std::istringstream stream(hide_variables(text));
    try {
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(builder)) continue;
    } catch (const Unreadable&) {
        return nullptr;
    } catch (const YAML::Exception& error) {
        const bool placed = !error.mark.is_null();
        const std::size_t at = first_byte + static_cast<std::size_t>(placed ? error.mark.pos : 0);
        report(diagnostics, MarkMaker(source).at(at), "this is not YAML: " + error.msg,
               remedy_for_yaml(source->text, at));
        return nullptr;
    }
    if (!document->root) {
        document->nodes.emplace_back();
        document->nodes.back().mark = MarkMaker(source).at(first_byte);
        document->root = &document->nodes.back();
    }
    return document;
}

}  // namespace sinew
