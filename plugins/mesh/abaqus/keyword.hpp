/// A keyword line of an .inp file: `*ELEMENT, TYPE=C3D8, ELSET=Bar`.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace sinew {

struct Keyword {
    std::string name;  ///< upper case, without the star, one blank at most
    std::map<std::string, std::string> parameters;  ///< upper case names; values as written

    bool has(const std::string& parameter) const { return parameters.count(parameter) > 0; }
    /// Empty if it is not there.
    std::string get(const std::string& parameter) const;
};

Keyword parse_keyword(std::string_view line);
std::string upper(std::string_view text);

}  // namespace sinew
