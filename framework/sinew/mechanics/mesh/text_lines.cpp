#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>

namespace sinew {
namespace {

constexpr std::string_view blanks = " \t\r";

/// A place on a line, with a text that holds that line alone, so that no whole mesh is kept.
SourceMark place_of(const std::string& name, const std::string& line, int number) {
    auto text = std::make_shared<SourceText>();
    text->name = name;
    text->text.assign(static_cast<std::size_t>(std::max(0, number - 1)), '\n');
    text->text += line.substr(0, 200);
    SourceMark mark;
    mark.source = std::move(text);
    mark.line = number;
    mark.column = 1;
    return mark;
}

template <class T>
bool parse_whole(std::string_view word, T& out) {
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
    return !word.empty() && error == std::errc() && end == word.data() + word.size();
}

}  // namespace

bool TextLines::next() {
    if (again_) {
        again_ = false;
        return true;
    }
    if (!std::getline(in_, text_)) return false;
    ++number_;
    line_ = text_;
    if (line_.ends_with('\r')) line_.remove_suffix(1);
    if (line_.find('\0') != std::string_view::npos) {
        text_.clear();
        fail("this is a binary file, not text", "export it as text, and look at its name's ending");
    }
    return true;
}

bool TextLines::next_with_content(char comment) {
    while (next()) {
        if (comment) line_ = line_.substr(0, line_.find(comment));
        if (line_.find_first_not_of(" \t\r,") != std::string_view::npos) return true;
    }
    return false;
}

SourceMark TextLines::mark() const {
    return place_of(name_, text_, number_);
}

int TextLines::count(std::string_view word, const std::string& what, int bytes_each) const {
    constexpr int most = std::numeric_limits<int>::max();
    std::int64_t n = 0;
    if (!to_number(word, n) || n < 0 || n > most)
        fail(fmt::format("expected the number of {}, got '{:.40}'", what, word),
             fmt::format("a whole number from 0 to {}", most));
    const auto here = in_.tellg();
    if (here < 0) return static_cast<int>(n);  // the last line has no end, or this is a pipe
    in_.seekg(0, std::ios::end);
    const auto left = static_cast<std::int64_t>(in_.tellg() - here);
    in_.seekg(here);
    // A file that lacks less is read on, and the line where it ends says more.
    constexpr std::int64_t slack = 1 << 16;
    if (n > (left + slack) / bytes_each)
        fail(fmt::format("{} {} are promised, and the {} bytes behind this line can hold {}", n,
                         what, left, (left + 1) / bytes_each),
             "the file was cut off, or the number is wrong: copy or export it again");
    return static_cast<int>(n);
}

void TextLines::fail(const std::string& message, const std::string& remedy) const {
    throw InputError(place_of(name_, text_, number_), message, remedy);
}

void TextLines::fail_at_end(const std::string& what) const {
    throw InputError(place_of(name_, text_, number_),
                     fmt::format("the file ends where {} was expected", what),
                     "it may have been cut off: copy or export it again");
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view next_word(std::string_view& rest) {
    const auto first = rest.find_first_not_of(" \t\r,");
    if (first == std::string_view::npos) {
        rest = {};
        return {};
    }
    const auto last = std::min(rest.find_first_of(" \t\r,", first), rest.size());
    const std::string_view word = rest.substr(first, last - first);
    rest.remove_prefix(last);
    return word;
}

std::string_view next_field(std::string_view& rest) {
    const auto comma = rest.find(',');
    const std::string_view field = trimmed(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
    return field;
}

bool to_number(std::string_view word, double& out) {
    if (parse_whole(word, out)) return true;
    std::string fortran(word.substr(0, 64));
    for (char& c : fortran)
        if (c == 'D' || c == 'd') c = 'e';
    return parse_whole(std::string_view(fortran), out);
}

bool to_number(std::string_view word, int& out) {
    return parse_whole(word, out);
}

bool to_number(std::string_view word, std::int64_t& out) {
    return parse_whole(word, out);
}

}  // namespace sinew
