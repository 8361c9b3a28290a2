#include "file_option.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace sinew {

namespace {

/// Words between spaces, as PETSc takes them apart; quotes hold one together. In small letters,
/// since PETSc tells no others apart.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    while (!text.empty()) {
        const char first = text.front();
        const char end = first == '"' || first == '\'' ? first : ' ';
        if (end != ' ') text.remove_prefix(1);
        const std::size_t size = std::min(text.find(end), text.size());
        std::string word(text.substr(0, size));
        std::transform(word.begin(), word.end(), word.begin(),
                       [](unsigned char c) { return char(std::tolower(c)); });
        if (!word.empty()) words.push_back(std::move(word));
        text.remove_prefix(std::min(size + 1, text.size()));
    }
    return words;
}

bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
}

bool is_name(const std::string& word) {
    const std::size_t begin = word.starts_with("--") ? 2 : 1;
    return word.starts_with('-') && word.size() > begin && is_letter(word[begin]);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

/// True if whatever has such a name has to do with files. `prefix_push` puts the names of others
/// together, and MUMPS's option 22 factors on the disk.
bool names_file(const std::string& name, const std::string& value) {
    if (has(name, "mumps_icntl_22")) return value != "0";
    return has(name, "prefix_p") || has(name, "options_string") || has(name, "python") ||
           has(name, "filename") || has(name, "_file") || has(name, "tmpdir") || has(name, "ooc_");
}

/// True for what names a file, or a viewer that writes one.
bool is_file(const std::string& value) {
    constexpr std::array viewers{"binary", "draw",        "socket", "hdf5",     "vtk",
                                 "matlab", "saws",        "glvis",  "exodusii", "cgns",
                                 "adios",  "mathematica", "string", "python"};
    const std::size_t colon = value.find(':');
    const std::string type = value.substr(0, colon);
    if (has(value, "/") || std::find(viewers.begin(), viewers.end(), type) != viewers.end())
        return true;
    // Ranges of integers have colons too (0-8:2).
    if (value.empty() || colon == std::string::npos || !is_letter(value.front())) return false;
    return colon + 1 < value.size() && value[colon + 1] != ':';
}

}  // namespace

std::string file_option(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (!is_name(words[i])) continue;
        const bool has_value = i + 1 < words.size() && !is_name(words[i + 1]);
        const std::string value = has_value ? words[i + 1] : "";
        if (names_file(words[i], value)) return words[i];
        if (is_file(value)) return words[i] + " " + value;
    }
    return "";
}

}  // namespace sinew
