/// Errors that show a word of a line of text, for readers that know which one is wrong.
#pragma once

#include <algorithm>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>

namespace sinew {

/// Throws InputError at a word that was cut out of lines.line(); at the line's end if it is empty,
/// since nothing is left there.
[[noreturn]] inline void fail_at_word(const TextLines& lines, std::string_view word,
                                      const std::string& message, const std::string& remedy) {
    constexpr std::size_t shown = 100;  // of the line behind the word
    const std::string_view line = lines.line();
    const std::size_t before =
        word.empty() ? line.find_last_not_of(" \t\r") + 1 : std::size_t(word.data() - line.data());
    auto text = std::make_shared<SourceText>();
    text->name = lines.name();
    text->text.assign(std::size_t(std::max(0, lines.number() - 1)), '\n');
    text->text += line.substr(0, before + word.size() + shown);
    SourceMark mark;
    mark.source = std::move(text);
    mark.line = lines.number();
    mark.column = 1 + int(n_characters(line.substr(0, before)));
    mark.length = std::max(1, int(n_characters(word)));
    throw InputError(mark, message, remedy);
}

}  // namespace sinew
