#include "file_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <utility>

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

/// A section of a Medit file, which lists things of one kind, a line each.
struct Section {
    const char* keyword;
    const char* things;
    int n_numbers;   ///< of a line, without the reference
    int bytes_each;  ///< at least
};

constexpr Section sections[] = {
    {"Vertices", "vertices", 3, 6},     {"Edges", "edges", 2, 4},
    {"Triangles", "triangles", 3, 4},   {"Quadrilaterals", "quadrilaterals", 4, 4},
    {"Tetrahedra", "tetrahedra", 4, 4}, {"Hexahedra", "hexahedra", 8, 4},
    {"Prisms", "prisms", 6, 4},         {"Pyramids", "pyramids", 5, 4},
};

/// Keyword, the count behind it or in the next line, then lines of numbers.
class MeditNumbers {
public:
    MeditNumbers(std::istream& in, std::string name) : lines_(in, std::move(name)) {}

    FileNumbers check() {
        while (lines_.next_with_content('#')) {
            std::string_view rest = lines_.line();
            const std::string_view word = next_word(rest);
            if (!std::isalpha(static_cast<unsigned char>(word[0]))) {
                if (section_) check_entry(lines_.line());
                continue;
            }
            require_whole();
            section_ = nullptr;
            if (word == "End") return found_;
            begin(word, rest);
        }
        require_whole();
        return found_;
    }

private:
    void begin(std::string_view keyword, std::string_view rest) {
        const auto* const at = std::find_if(std::begin(sections), std::end(sections),
                                            [&](const Section& s) { return s.keyword == keyword; });
        const bool is_dimension = keyword == "Dimension";
        if (at == std::end(sections) && !is_dimension) return;
        std::string_view number = next_word(rest);
        if (number.empty() && lines_.next_with_content('#')) {
            rest = lines_.line();
            number = next_word(rest);
        }
        if (is_dimension) {
            is_flat_ = number == "2";
            return;
        }
        if (number.empty()) lines_.fail_at_end(fmt::format("the number of {}", at->things));
        section_ = at;
        n_promised_ = lines_.count(number, at->keyword, at->bytes_each);
        n_held_ = 0;
        if (is_vertices()) found_.n_nodes += n_promised_;
    }

    void check_entry(std::string_view line) {
        if (!is_vertices())
            if (const std::string text = too_large(line); !text.empty())
                lines_.fail(text, renumber);
        int n_words = 0;
        while (!next_word(line).empty()) ++n_words;
        const bool is_whole = n_words >= section_->n_numbers - (is_vertices() && is_flat_ ? 1 : 0);
        if (is_whole) ++n_held_;
    }

    /// Gmsh takes what it finds for the whole.
    void require_whole() const {
        if (section_ && n_held_ < n_promised_)
            throw InputError(
                Diagnostic::error(fmt::format("{}: it promises {} {} and holds {}", lines_.name(),
                                              n_promised_, section_->things, n_held_))
                    .remedy("the file was cut off: export or download it again"));
    }

    bool is_vertices() const { return section_ == &sections[0]; }

    TextLines lines_;
    FileNumbers found_;
    const Section* section_ = nullptr;  ///< that the lines belong to, if it is checked
    std::int64_t n_promised_ = 0, n_held_ = 0;
    bool is_flat_ = false;  ///< Dimension 2
};

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

    /// Checks the file, and tells the number of its nodes.
    std::int64_t check() {
        std::string line;
        while (next(line)) {
            if (line == "$MeshFormat") {
                if (!next(line)) return n_nodes_;
                std::string_view rest = line;
                double version = 0;
                int binary = 0;
                if (!to_number(next_word(rest), version) || !to_number(next_word(rest), binary))
                    return n_nodes_;  // Gmsh says so
                version_ = version;
                is_binary_ = binary != 0;
            } else if (line == "$Nodes" || line == "$Elements") {
                const bool is_counted_in_bytes = is_binary_ && version_ >= 4;
                if (is_counted_in_bytes) check_binary_4(line.substr(1));
                if (is_counted_in_bytes || !check_section(line.substr(1)) || is_binary_)
                    return n_nodes_;
            }
        }
        return n_nodes_;
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
        if (section == "Nodes") n_nodes_ += n;
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
    std::int64_t n_nodes_ = 0;
    double version_ = 2;
    bool is_binary_ = false;
    int line_ = 0;
};

}  // namespace

FileNumbers check_file_numbers(std::istream& in, const std::string& name, bool is_medit) {
    if (is_medit) return MeditNumbers(in, name).check();
    return {.n_nodes = MshNumbers(in, name).check()};
}

}  // namespace sinew
