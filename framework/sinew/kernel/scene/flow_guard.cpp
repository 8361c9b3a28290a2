#include <algorithm>
#include <sinew/kernel/scene/flow_guard.hpp>

namespace sinew {
namespace {

constexpr char hidden_open = '\x01';
constexpr char hidden_close = '\x02';
constexpr std::size_t longest_name = 200;
constexpr std::size_t most_brackets = 2000;

}  // namespace

std::string hide_variables(std::string text) {
    for (std::size_t at = text.find("${"); at != std::string::npos; at = text.find("${", at + 2)) {
        const std::string_view rest = std::string_view(text).substr(at + 2, longest_name);
        const std::size_t end = rest.find_first_of("{}\n\"'#,:");
        if (end == std::string_view::npos || rest[end] != '}') continue;
        text[at + 1] = hidden_open;
        text[at + 2 + end] = hidden_close;
    }
    return text;
}

std::string show_variables(std::string text) {
    std::replace(text.begin(), text.end(), hidden_open, '{');
    std::replace(text.begin(), text.end(), hidden_close, '}');
    return text;
}

std::size_t too_many_brackets(std::string_view text) {
    std::size_t open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '[' || text[i] == '{') {
            if (++open > most_brackets) return i;
        } else if ((text[i] == ']' || text[i] == '}') && open > 0) {
            --open;
        }
    }
    return std::string_view::npos;
}

}  // namespace sinew
