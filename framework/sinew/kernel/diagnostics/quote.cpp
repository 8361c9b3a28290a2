#include <algorithm>
#include <sinew/kernel/diagnostics/quote.hpp>

namespace sinew {

std::size_t character_size(std::string_view text, std::size_t position) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char first = byte(position);
    const std::size_t size = first >= 0xF0 && first <= 0xF4  ? 4
                             : (first & 0xF0) == 0xE0        ? 3
                             : first >= 0xC2 && first < 0xE0 ? 2
                                                             : 1;
    if (position + size > text.size()) return 1;
    for (std::size_t i = 1; i < size; ++i)
        if ((byte(position + i) & 0xC0) != 0x80) return 1;
    // Longer than need be, half of a surrogate pair, or past the last code point.
    const unsigned char second = size > 2 ? byte(position + 1) : 0x80;
    if ((first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
        (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90))
        return 1;
    return size;
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = character_size(text, i);
        if (size == 1 && static_cast<unsigned char>(text[i]) >= 0x80) return false;
        i += size;
    }
    return true;
}

std::size_t n_characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text.size(); i += character_size(text, i)) ++count;
    return count;
}

std::string printable(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t size = character_size(text, i);
        const auto byte = static_cast<unsigned char>(text[i]);
        // U+0080 to U+009F are control characters too: some terminals obey them.
        const bool c1_control =
            size == 2 && byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0;
        if (byte == '\n' || byte == '\t' || byte == '\r')
            result += ' ';
        else if (byte < 0x20 || byte == 0x7F || (size == 1 && byte >= 0x80) || c1_control)
            result += '?';
        else
            result += text.substr(i, size);
        i += size;
    }
    return result;
}

namespace {

/// Bytes of the first `most` characters.
std::size_t size_of_first(std::string_view text, std::size_t most) {
    std::size_t end = 0;
    for (std::size_t count = 0; end < text.size() && count < most; ++count)
        end += character_size(text, end);
    return end;
}

bool is_path(std::string_view word) {
    constexpr std::size_t longest_path = 4096, quotes_and_colon = 4;
    const std::size_t begin = word.find_first_not_of("'\"[(");
    return begin != word.npos && word[begin] == '/' &&
           word.size() <= longest_path + quotes_and_colon;
}

}  // namespace

std::string quote(std::string_view text) {
    constexpr std::size_t most = 60;
    const std::size_t end = size_of_first(text, most);
    return "'" + printable(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

std::string shortened(std::string_view text) {
    constexpr std::size_t most = 200;
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \n\t", i), text.size());
        const std::string_view word = text.substr(i, end - i);
        const std::size_t shown = is_path(word) ? word.size() : size_of_first(word, most);
        result += word.substr(0, shown);
        if (shown < word.size()) result += word.front() == '\'' ? "...'" : "...";
        result += text.substr(end, 1);
        i = end + 1;
    }
    return result;
}

}  // namespace sinew
