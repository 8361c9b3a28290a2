#include "file_numbers.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sinew/mechanics/mesh/text_lines.hpp>

namespace sinew {
namespace {

constexpr std::int64_t most = std::numeric_limits<int>::max();

constexpr const char* renumber =
    "numbers of nodes and elements go up to 2147483647: renumber them, and export the file again";

/// The message about the first whole number of the line that does not fit; empty if there is none.
/// Other words are Gmsh's to judge.
std::string too_large(std::string_view rest) {
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
        const std::string_view digits = word.substr(word[0] == '-');
        const bool is_whole = digits.find_first_not_of("0123456789") == digits.npos;
        std::int64_t number = 0;
        if (is_whole && !digits.empty() &&
            (!to_number(word, number) || number > most || number < -most))
            return fmt::format("the number {:.40} of a list of elements is too large", word);
    }
    return {};
}

/// Keyword, the count behind it or in the next line, then lines of numbers.
void check_medit(std::istream& in, const std::string& name) {
    TextLines lines(in, name);
    bool is_list = false;  // of whole numbers
    while (lines.next_with_content('#')) {
        std::string_view rest = lines.line();
        const std::string_view line = rest;
        const std::string_view word = next_word(rest);
        if (!std::isalpha(static_cast<unsigned char>(word[0]))) {
            if (const std::string text = is_list ? too_large(line) : ""; !text.empty())
                lines.fail(text, renumber);
            continue;
        }
        is_list = false;
        const std::string keyword(word.substr(0, 40));
        if (keyword == "End") return;
        int bytes_each = 0;
        if (keyword == "Vertices")
            bytes_each = 6;  // three numbers, with a reference or without
        else if (keyword == "Edges" || keyword == "Triangles" || keyword == "Quadrilaterals" ||
                 keyword == "Tetrahedra" || keyword == "Hexahedra" || keyword == "Prisms" ||
                 keyword == "Pyramids")
            bytes_each = 4;
        if (bytes_each == 0) continue;
        std::string_view count = next_word(rest);
        if (count.empty()) {
            if (!lines.next_with_content('#')) return;  // cut off: Gmsh finds less
            rest = lines.line();
            count = next_word(rest);
        }
        lines.count(count, keyword, bytes_each);
        is_list = bytes_each == 4;
    }
}

/// The bytes of `in` from here on.
std::int64_t bytes_left(std::istream& in) {
    const auto here = in.tellg();
    if (here < 0) return 0;
    in.seekg(0, std::ios::end);
    const auto left = std::int64_t(in.tellg() - here);
    in.seekg(here);
    return left;
}

/// $MeshFormat "4.1 1 8", then sections $Name ... $EndName.
class MshNumbers {
public:
    MshNumbers(std::istream& in, const std::string& name) : in_(in), name_(name) {}

    void check() {
        std::string line;
        while (next(line)) {
            if (line == "$MeshFormat") {
                if (!next(line)) return;
                std::string_view rest = line;
                double version = 0;
                int binary = 0;
                if (!to_number(next_word(rest), version) || !to_number(next_word(rest), binary))
                    return;  // Gmsh says so
                version_ = version;
                is_binary_ = binary != 0;
            } else if (line == "$Nodes" || line == "$Elements") {
                if (is_binary_ && version_ >= 4) return check_binary_4(line.substr(1));
                if (!check_section(line.substr(1)) || is_binary_) return;
            }
        }
    }

private:
    bool next(std::string& line) {
        if (!std::getline(in_, line)) return false;
        ++line_;
        while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())))
            line.pop_back();
        return true;
    }

    [[noreturn]] void fail(const std::string& message, const std::string& remedy) const {
        throw InputError(Diagnostic::error(fmt::format("{}: line {}: {}", name_, line_, message))
                             .remedy(remedy));
    }

    void check_count(std::int64_t n, const std::string& section) {
        const std::int64_t bytes_each = is_binary_ ? 16 : section == "Nodes" ? 8 : 6;
        const std::int64_t can_hold = (bytes_left(in_) + 1) / bytes_each;
        if (n < 0 || n > most)
            fail(fmt::format("{} {} are promised, and at most {} are read", n, section, most),
                 "take a coarser mesh, or correct the number");
        if (n > can_hold)
            fail(fmt::format("{} {} are promised, and the rest of the file can hold {}", n, section,
                             can_hold),
                 "the file was cut off, or the number is wrong: copy or export it again");
    }

    /// Text, or binary of version 2, whose counts are text. False where the file ends.
    bool check_section(const std::string& section) {
        std::string line;
        if (!next(line)) return false;
        std::string_view rest = line;
        std::int64_t n = 0;
        std::string_view word = next_word(rest);
        if (version_ >= 4) word = next_word(rest);  // behind the number of blocks
        if (!to_number(word, n))
            fail(fmt::format("'{:.40}' is no number of {}", word, section),
                 "a whole number is needed there: export the file again");
        check_count(n, section);
        if (is_binary_ || section != "Elements" || version_ >= 4) return true;
        while (next(line) && !line.starts_with('$'))
            if (const std::string text = too_large(line); !text.empty()) fail(text, renumber);
        return true;
    }

    /// Two 64-bit numbers: blocks, and nodes or elements.
    void check_binary_4(const std::string& section) {
        std::int64_t counts[2] = {0, 0};
        if (!in_.read(reinterpret_cast<char*>(counts), sizeof counts)) return;
        const bool is_swapped = counts[0] < 0 || counts[0] > bytes_left(in_);
        if (!is_swapped) check_count(counts[1], section);
    }

    std::istream& in_;
    const std::string& name_;
    double version_ = 2;
    bool is_binary_ = false;
    int line_ = 0;
};

}  // namespace

void check_file_numbers(std::istream& in, const std::string& name, bool is_medit) {
    if (is_medit)
        check_medit(in, name);
    else
        MshNumbers(in, name).check();
}

}  // namespace sinew
