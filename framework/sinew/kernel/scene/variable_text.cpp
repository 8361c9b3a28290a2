#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/characters.hpp>
#include <sinew/kernel/scene/variable_text.hpp>

namespace sinew {

bool is_variable_name(std::string_view name) {
    if (name.empty() || !is_letter(name[0])) return false;
    for (const char c : name)
        if (!is_letter(c) && !is_digit(c)) return false;
    return true;
}

TextPieces split_variables(std::string_view text) {
    TextPieces result;
    std::string literal;
    const auto end_literal = [&] {
        if (!literal.empty()) result.pieces.push_back({std::move(literal), false});
        literal.clear();
    };
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("$${")) {
            literal += "${";
            i += 3;
        } else if (rest.starts_with("${")) {
            const std::size_t close = rest.find('}');
            const std::string name(rest.substr(2, close == rest.npos ? close : close - 2));
            if (close == rest.npos) {
                result.error = "the '${' in " + quote(text) + " is not closed";
                result.remedy = "write ${name}, or $${ where the characters ${ are meant";
                return result;
            }
            if (!is_variable_name(name)) {
                result.error = quote(name) + " is not the name of a variable";
                result.remedy =
                    "names are letters, digits and underscores; write $${ where the characters ${ "
                    "are "
                    "meant";
                return result;
            }
            end_literal();
            result.pieces.push_back({name, true});
            i += close + 1;
        } else {
            literal += text[i++];
        }
    }
    end_literal();
    return result;
}

}  // namespace sinew
