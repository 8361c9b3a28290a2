/// Legacy files are text line by line, with blocks of binary numbers between the lines if their
/// third line says so. Of XML files only the attributes of the first pieces are looked at.
///
/// VTK File Formats, in: The VTK User's Guide, 11th edition, 2010; for version 5.1 of legacy files:
/// vtkDataWriter and vtkUnstructuredGridWriter of VTK 9.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstring>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/promises.hpp>
#include <sstream>

namespace sinew::vtk_files {

namespace {

constexpr const char* wrong_header =
    "the file was cut off, or its header is wrong: copy or export it again";

std::int64_t size_of(std::istream& in) {
    const auto here = in.tellg();
    in.seekg(0, std::ios::end);
    const auto end = in.tellg();
    in.seekg(here);
    return std::int64_t(end);
}

std::optional<std::int64_t> whole_number(std::string_view word) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return {};
    return value;
}

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; words.size() < 6 && in >> word;) words.push_back(word.substr(0, 80));
    return words;
}

std::string upper(std::string text) {
    for (char& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

/// Bytes of a binary number of that type; 0 for a type whose size the file does not tell.
std::int64_t bytes_of_type(std::string type) {
    type = upper(std::move(type));
    if (type == "CHAR" || type == "UNSIGNED_CHAR") return 1;
    if (type == "SHORT" || type == "UNSIGNED_SHORT") return 2;
    if (type == "INT" || type == "UNSIGNED_INT" || type == "FLOAT" || type == "VTKIDTYPE") return 4;
    if (type == "DOUBLE" || type == "VTKTYPEINT64" || type == "VTKTYPEUINT64") return 8;
    return 0;
}

class LegacyHeader {
public:
    LegacyHeader(std::istream& in, const std::string& name)
        : in_(in), name_(name), size_(size_of(in)) {}

    std::vector<Promise> read() {
        std::string line;
        if (!next(line)) return {};
        if (const auto at = line.find("Version "); at != line.npos)
            version_ = std::atoi(line.c_str() + at + 8);
        if (!next(line) || !next(line)) return {};
        is_binary_ = upper(line).find("BINARY") != line.npos;
        while (next(line) && read_line(words_of(line))) {
        }
        return std::move(promises_);
    }

private:
    bool next(std::string& line) {
        ++line_;
        return bool(std::getline(in_, line));
    }

    std::int64_t left() { return size_ - std::int64_t(in_.tellg()); }

    /// The number `word`, of things that take at least that many bytes each.
    std::int64_t count(const std::vector<std::string>& words, std::size_t word,
                       std::int64_t bytes_each, const char* things) {
        const std::string text = words.size() > word ? words[word] : "";
        const std::optional<std::int64_t> n = whole_number(text);
        if (!n || *n < 0)
            throw InputError(
                Diagnostic::error(
                    fmt::format("{}: line {}: '{}' is no number of {}", name_, line_, text, things))
                    .remedy("a whole number is needed there, of 0 or more: export the file again"));
        const std::int64_t most = in_.good() ? (left() + 1) / bytes_each : 0;
        if (*n > most)
            throw InputError(
                Diagnostic::error(
                    fmt::format("{}: line {} promises {} {}, and the rest of the file can hold {}",
                                name_, line_, *n, things, most))
                    .remedy(wrong_header));
        return *n;
    }

    void skip(std::int64_t bytes) {
        if (is_binary_) in_.seekg(bytes, std::ios::cur);
    }

    /// False where the header ends.
    bool read_line(const std::vector<std::string>& words) {
        if (words.empty() || !std::isalpha(static_cast<unsigned char>(words[0][0]))) return true;
        const std::string keyword = upper(words[0]);
        if (keyword == "POINTS") {
            const std::int64_t size = words.size() > 2 ? bytes_of_type(words[2]) : 0;
            const std::int64_t n =
                count(words, 1, is_binary_ ? 3 * std::max<std::int64_t>(size, 1) : 6, "points");
            skip(3 * n * size);
            return !is_binary_ || size > 0;
        }
        if (keyword == "CELLS" || keyword == "VERTICES" || keyword == "LINES" ||
            keyword == "POLYGONS" || keyword == "TRIANGLE_STRIPS")
            return read_cells(keyword, words);
        if (keyword == "CELL_TYPES") {
            skip(4 * count(words, 1, is_binary_ ? 4 : 2, "types of cells"));
            return true;
        }
        if (keyword == "FIELD") return read_field(words);
        return keyword != "POINT_DATA" && keyword != "CELL_DATA";
    }

    bool read_cells(const std::string& keyword, const std::vector<std::string>& words) {
        Promise promise{keyword, 0, 0, version_ < 5, line_};
        const std::int64_t bytes_each = is_binary_ ? 4 : 2;
        promise.n = count(words, 1, bytes_each, "cells");
        promise.size = count(words, 2, bytes_each, "numbers of points of cells");
        promises_.push_back(promise);
        if (promise.has_sizes) {
            skip(4 * promise.size);
            return true;
        }
        if (!is_binary_) return true;
        return skip_list("OFFSETS", promise.n) && skip_list("CONNECTIVITY", promise.size);
    }

    /// "OFFSETS vtktypeint64" and n binary numbers.
    bool skip_list(const std::string& keyword, std::int64_t n) {
        std::string line;
        while (next(line)) {
            const std::vector<std::string> words = words_of(line);
            if (words.empty()) continue;
            const std::int64_t bytes = words.size() > 1 ? bytes_of_type(words[1]) : 0;
            if (upper(words[0]) != keyword || bytes == 0) return false;
            skip(n * bytes);
            return true;
        }
        return false;
    }

    /// "FIELD name n", then n times "name components tuples type" and the numbers.
    bool read_field(const std::vector<std::string>& field) {
        if (!is_binary_) return true;
        const std::int64_t n_arrays = count(field, 2, 1, "arrays");
        std::string line;
        for (std::int64_t k = 0; k < n_arrays;) {
            if (!next(line)) return false;
            const std::vector<std::string> words = words_of(line);
            if (words.empty()) continue;
            const std::int64_t bytes = words.size() > 3 ? bytes_of_type(words[3]) : 0;
            if (bytes == 0) return false;
            const std::int64_t n_components = count(words, 1, 1, "components");
            const std::int64_t n =
                count(words, 2, bytes * std::max<std::int64_t>(n_components, 1), "values");
            skip(n * n_components * bytes);
            ++k;
        }
        return true;
    }

    std::istream& in_;
    const std::string& name_;
    std::int64_t size_;
    int version_ = 3, line_ = 0;
    bool is_binary_ = false;
    std::vector<Promise> promises_;
};

/// Least bytes of one of the things that an attribute counts.
struct Attribute {
    std::string_view name;
    const char* things;
    std::int64_t bytes_each;
};

constexpr std::array<Attribute, 6> attributes{{{"NumberOfPoints", "points", 6},
                                               {"NumberOfCells", "cells", 2},
                                               {"NumberOfVerts", "vertices", 2},
                                               {"NumberOfLines", "lines", 2},
                                               {"NumberOfStrips", "strips", 2},
                                               {"NumberOfPolys", "polygons", 2}}};

/// The value of the attribute that stands at `at`; empty if it is none.
std::string_view value_at(std::string_view text, std::size_t at, std::size_t name_size) {
    const std::size_t quote = text.find_first_not_of(" \t\r\n=", at + name_size);
    if (quote == text.npos || (text[quote] != '"' && text[quote] != '\'')) return {};
    const std::size_t end = text.find(text[quote], quote + 1);
    if (end == text.npos) return {};
    std::string_view value = text.substr(quote + 1, end - quote - 1);
    const std::size_t first = value.find_first_not_of(" \t\r\n");
    if (first == value.npos) return {};
    return value.substr(first, value.find_last_not_of(" \t\r\n") + 1 - first);
}

void check_xml(std::istream& in, const std::string& name) {
    const std::int64_t size = size_of(in);
    std::string begin(std::size_t(std::min<std::int64_t>(size, 1 << 20)), '\0');
    in.read(begin.data(), std::streamsize(begin.size()));
    std::string_view text = begin;
    text = text.substr(0, text.find("<AppendedData"));
    // zlib makes at most 1032 bytes of one.
    const std::int64_t fold = text.find("compressor") == text.npos ? 1 : 1032;
    for (const Attribute& attribute : attributes)
        for (std::size_t at = text.find(attribute.name); at != text.npos;
             at = text.find(attribute.name, at + 1)) {
            const std::string_view value = value_at(text, at, attribute.name.size());
            const std::optional<std::int64_t> n = whole_number(value);
            const auto line = std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n') + 1;
            if (!n || *n < 0)
                throw InputError(
                    Diagnostic::error(fmt::format("{}: line {}: {} is '{:.40}', no number of {}",
                                                  name, line, attribute.name, value,
                                                  attribute.things))
                        .remedy("a whole number is needed there, of 0 or more: export the file "
                                "again"));
            const std::int64_t most = size / attribute.bytes_each * fold;
            if (*n > most)
                throw InputError(
                    Diagnostic::error(
                        fmt::format(
                            "{}: line {} promises {} {}, and a file of {} bytes can hold {}", name,
                            line, *n, attribute.things, size, most))
                        .remedy(wrong_header));
        }
}

/// VTK takes what it finds of a binary STL file (80 bytes, a count, 50 bytes a triangle) for the
/// whole.
void check_stl(std::istream& in, const std::string& name) {
    const std::int64_t size = size_of(in);
    std::string head(std::size_t(std::min<std::int64_t>(size, 512)), '\0');
    in.read(head.data(), std::streamsize(head.size()));
    if (head.size() < 84 || (head.starts_with("solid") && head.find('\0') == head.npos)) return;
    std::uint32_t promised = 0;
    std::memcpy(&promised, head.data() + 80, sizeof promised);
    const std::int64_t there = (size - 84) / 50;
    if (there < std::int64_t(promised))
        throw InputError(Diagnostic::error(fmt::format("{} promises {} triangles and holds {}",
                                                       name, promised, there))
                             .remedy("the file was cut off: export or download it again"));
}

}  // namespace

std::vector<Promise> promises_of(std::istream& in, const std::string& ending,
                                 const std::string& name) {
    if (ending == ".vtk") return LegacyHeader(in, name).read();
    if (ending == ".stl")
        check_stl(in, name);
    else
        check_xml(in, name);
    return {};
}

}  // namespace sinew::vtk_files
