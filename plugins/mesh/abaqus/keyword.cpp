#include "keyword.hpp"

#include <cctype>
#include <sinew/mechanics/mesh/text_lines.hpp>

namespace sinew {
namespace {

std::string unquoted(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        text = text.substr(1, text.size() - 2);
    return std::string(text);
}

}  // namespace

std::string upper(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return result;
}

std::string Keyword::get(const std::string& parameter) const {
    const auto found = parameters.find(parameter);
    return found == parameters.end() ? std::string() : found->second;
}

Keyword parse_keyword(std::string_view line) {
    Keyword keyword;
    line.remove_prefix(line.find('*') + 1);
    keyword.name = upper(next_field(line));
    while (!line.empty()) {
        const std::string_view field = next_field(line);
        const auto equals = field.find('=');
        const std::string name = upper(trimmed(field.substr(0, equals)));
        if (name.empty()) continue;
        keyword.parameters[name] =
            equals == std::string_view::npos ? "" : unquoted(trimmed(field.substr(equals + 1)));
    }
    return keyword;
}

}  // namespace sinew
