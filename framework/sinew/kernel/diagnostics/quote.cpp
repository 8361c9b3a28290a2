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
    return size;
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

std::string quote(std::string_view text) {
    constexpr std::size_t most = 60;
    std::size_t end = 0;
    std::size_t count = 0;
    while (end < text.size() && count < most) {
        end += character_size(text, end);
        ++count;
    }
    return "'" + printable(text.substr(0, end)) + (end < text.size() ? "...'" : "'");
}

}  // namespace sinew
