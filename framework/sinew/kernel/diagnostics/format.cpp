/// How a diagnostic is printed.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/place.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <string_view>

namespace sinew {
namespace {

constexpr std::size_t tab_width = 4;
constexpr std::size_t widest_excerpt = 100;  // characters of a source line that are shown

const char* name_of(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::note:
            return "note";
    }
    return "";
}

/// A text that is its own name is a word of the command line, `--set time.step=0`: it has no lines
/// worth numbering.
bool is_command_line(const SourceText& source) {
    return source.name == source.text;
}

std::string_view line_of(std::string_view text, int number) {
    std::size_t begin = 0;
    for (int line = 1; line < number; ++line) {
        const std::size_t end = text.find('\n', begin);
        if (end == std::string_view::npos) return {};
        begin = end + 1;
    }
    std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// A source line and what is to be underlined, in characters, tabs written out.
struct Excerpt {
    std::string text;
    std::size_t caret = 0;
    std::size_t length = 1;
};

/// Cuts the characters [begin, begin + widest) out of a line that is too long for a terminal.
Excerpt window(const Excerpt& whole) {
    const std::size_t size = n_characters(whole.text);
    if (size <= widest_excerpt) return whole;
    const std::size_t wanted =
        whole.caret > widest_excerpt / 3 ? whole.caret - widest_excerpt / 3 : 0;
    const std::size_t begin = std::min(wanted, size - widest_excerpt);
    const bool cut_left = begin > 0;
    const bool cut_right = begin + widest_excerpt < size;

    Excerpt part;
    std::size_t position = 0;
    for (std::size_t i = 0; i < begin; ++i) position += character_size(whole.text, position);
    const std::size_t first = position;
    for (std::size_t i = 0; i < widest_excerpt && position < whole.text.size(); ++i)
        position += character_size(whole.text, position);
    part.text = (cut_left ? "..." : "") + whole.text.substr(first, position - first) +
                (cut_right ? "..." : "");
    part.caret = whole.caret - begin + (cut_left ? 3 : 0);
    part.length = std::min(whole.length,
                           begin + widest_excerpt - std::min(whole.caret, begin + widest_excerpt));
    return part;
}

Excerpt excerpt(const SourceMark& where) {
    const std::string_view line = line_of(where.source->text, where.line);
    const auto first = static_cast<std::size_t>(std::max(where.column, 1) - 1);
    const std::size_t last = first + static_cast<std::size_t>(std::max(where.length, 1));
    Excerpt result;
    std::size_t shown = 0;  // characters written so far
    std::size_t caret_end = 0;
    std::size_t character = 0;
    for (std::size_t i = 0; i < line.size(); ++character) {
        const std::size_t size = character_size(line, i);
        if (character == first) result.caret = shown;
        const bool tab = line[i] == '\t';
        result.text += tab ? std::string(tab_width, ' ') : printable(line.substr(i, size));
        shown += tab ? tab_width : 1;
        if (character < last) caret_end = shown;
        i += size;
    }
    if (character <= first) result.caret = shown;  // just behind the line
    result.length = caret_end > result.caret ? caret_end - result.caret : 1;
    return window(result);
}

}  // namespace

std::string place(const SourceMark& where) {
    if (!where.source) return "";
    const std::string name = printable(where.source->name);
    if (where.line <= 0 || is_command_line(*where.source)) return name;
    return fmt::format("{}:{}:{}", name, where.line, where.column);
}

std::string format(const Diagnostic& diagnostic) {
    const SourceMark& where = diagnostic.where;
    std::string text = place(where);
    if (!text.empty()) text += ": ";
    text += name_of(diagnostic.severity) + (": " + printable(shortened(diagnostic.message)));
    if (where.known() && !where.source->text.empty()) {
        const Excerpt line = excerpt(where);
        const std::string number =
            is_command_line(*where.source) ? std::string() : std::to_string(where.line);
        text += fmt::format("\n{:>5} | {}", number, line.text);
        text += fmt::format("\n{:>5} | {}^{}", "", std::string(line.caret, ' '),
                            std::string(line.length > 0 ? line.length - 1 : 0, '~'));
    }
    if (!diagnostic.node_path.empty()) text += "\n  node: " + printable(diagnostic.node_path);
    if (!diagnostic.plugin.empty()) text += "\n  plugin: " + printable(diagnostic.plugin);
    if (!diagnostic.remedy.empty())
        text += "\n  remedy: " + printable(shortened(diagnostic.remedy));
    return text;
}

}  // namespace sinew
