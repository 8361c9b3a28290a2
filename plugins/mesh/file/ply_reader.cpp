/// G. Turk, The PLY Polygon File Format, 1994.

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>

#include "polygons.hpp"

namespace sinew {
namespace {

static_assert(std::endian::native == std::endian::little);

enum class Type { int8, uint8, int16, uint16, int32, uint32, float32, float64 };

constexpr std::pair<std::string_view, Type> type_names[] = {
    {"char", Type::int8},      {"int8", Type::int8},       {"uchar", Type::uint8},
    {"uint8", Type::uint8},    {"short", Type::int16},     {"int16", Type::int16},
    {"ushort", Type::uint16},  {"uint16", Type::uint16},   {"int", Type::int32},
    {"int32", Type::int32},    {"uint", Type::uint32},     {"uint32", Type::uint32},
    {"float", Type::float32},  {"float32", Type::float32}, {"double", Type::float64},
    {"float64", Type::float64}};

std::size_t size_of(Type type) {
    switch (type) {
        case Type::int8:
        case Type::uint8:
            return 1;
        case Type::int16:
        case Type::uint16:
            return 2;
        case Type::float64:
            return 8;
        default:
            return 4;
    }
}

template <class T>
double number_at(const char* place) {
    T value;
    std::memcpy(&value, place, sizeof value);
    return double(value);
}

double number_at(const char* place, Type type) {
    switch (type) {
        case Type::int8:
            return number_at<std::int8_t>(place);
        case Type::uint8:
            return number_at<std::uint8_t>(place);
        case Type::int16:
            return number_at<std::int16_t>(place);
        case Type::uint16:
            return number_at<std::uint16_t>(place);
        case Type::int32:
            return number_at<std::int32_t>(place);
        case Type::uint32:
            return number_at<std::uint32_t>(place);
        case Type::float32:
            return number_at<float>(place);
        default:
            return number_at<double>(place);
    }
}

struct Property {
    std::string name;
    Type type = Type::float32;
    std::optional<Type> count;  ///< of a list
};

struct Element {
    std::string name;
    int n = 0;
    std::vector<Property> properties;
};

enum class Format { none, ascii, little_endian, big_endian };

/// The numbers behind the header, in their order.
class Numbers {
public:
    Numbers(std::istream& in, TextLines& lines, Format format) : lines_(lines), format_(format) {
        if (format != Format::ascii) bytes_.assign(std::istreambuf_iterator<char>(in), {});
    }

    /// Goes to the next element, called `what` in messages.
    void begin(std::string what) {
        what_ = std::move(what);
        if (format_ != Format::ascii) return;
        if (!lines_.next_with_content(0)) lines_.fail_at_end(what_);
        rest_ = lines_.line();
    }

    double next(Type type) {
        if (format_ == Format::ascii) {
            double value = 0;
            const std::string_view word = next_word(rest_);
            if (word.empty()) lines_.fail(fmt::format("{} lacks numbers", what_), again);
            if (!to_number(word, value))
                lines_.fail(fmt::format("'{:.40}' in {} is no number", word, what_), again);
            return value;
        }
        const std::size_t size = size_of(type);
        if (bytes_.size() - at_ < size) fail(fmt::format("the file ends inside {}", what_));
        char number[8];
        std::memcpy(number, bytes_.data() + at_, size);
        if (format_ == Format::big_endian) std::reverse(number, number + size);
        at_ += size;
        return number_at(number, type);
    }

    /// At the line, or naming the file where there are none.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy = again) const {
        if (format_ == Format::ascii) lines_.fail(message, remedy);
        throw InputError(
            Diagnostic::error(fmt::format("{}: {}", lines_.name(), message)).remedy(remedy));
    }

private:
    static constexpr const char* again = "it may have been cut off: copy or export it again";

    TextLines& lines_;
    Format format_;
    std::string what_;
    std::string_view rest_;  ///< of the line
    std::string bytes_;
    std::size_t at_ = 0;
};

class Reader {
public:
    Reader(std::istream& in, const std::string& name) : in_(in), lines_(in, name) {}

    Polygons read() {
        read_header();
        require_bytes();
        Numbers numbers(in_, lines_, format_);
        for (const Element& element : elements_) {
            if (element.name == "vertex")
                read_vertices(element, numbers);
            else
                read_element(element, numbers);
        }
        return std::move(polygons_);
    }

private:
    void read_header() {
        if (!lines_.next() || trimmed(lines_.line()) != "ply")
            lines_.fail("the file does not begin with the word ply", "is it a .ply file?");
        for (;;) {
            if (!lines_.next_with_content(0)) lines_.fail_at_end("end_header");
            std::string_view rest = lines_.line();
            const std::string_view word = next_word(rest);
            if (word == "end_header") break;
            if (word == "format")
                read_format(rest);
            else if (word == "element")
                read_element_line(rest);
            else if (word == "property")
                read_property(rest);
            else if (word != "comment" && word != "obj_info")
                lines_.fail(fmt::format("there is no '{:.40}' in a header", word),
                            "allowed: format, element, property, comment, obj_info, end_header");
        }
        if (format_ == Format::none)
            lines_.fail("the header has no format", "for example format ascii 1.0");
        const bool has_vertices =
            std::any_of(elements_.begin(), elements_.end(),
                        [](const Element& element) { return element.name == "vertex"; });
        if (!has_vertices)
            lines_.fail(
                "the header has no element vertex",
                "a surface has `element vertex N` and `element face M`: export it as polygons");
    }

    void read_format(std::string_view rest) {
        const std::string_view word = next_word(rest);
        format_ = word == "ascii"                  ? Format::ascii
                  : word == "binary_little_endian" ? Format::little_endian
                  : word == "binary_big_endian"    ? Format::big_endian
                                                   : Format::none;
        if (format_ == Format::none)
            lines_.fail(fmt::format("there is no format '{:.40}'", word),
                        "allowed: ascii, binary_little_endian, binary_big_endian");
    }

    void read_element_line(std::string_view rest) {
        Element element;
        element.name = next_word(rest).substr(0, 80);
        if (element.name == "vertex" && !elements_.empty())
            for (const Element& before : elements_)
                if (before.name == "vertex" || before.name == "face")
                    lines_.fail(fmt::format("the element vertex stands behind {}", before.name),
                                "vertices come once, before the faces: export the file again");
        element.n = lines_.count(next_word(rest), fmt::format("elements '{}'", element.name), 1);
        elements_.push_back(std::move(element));
    }

    Type type_of(std::string_view word) const {
        for (const auto& [name, type] : type_names)
            if (name == word) return type;
        lines_.fail(fmt::format("there is no type '{:.40}'", word),
                    "allowed: char, uchar, short, ushort, int, uint, float, double");
    }

    void read_property(std::string_view rest) {
        if (elements_.empty())
            lines_.fail("a property before any element", "write its element above it");
        Property property;
        std::string_view word = next_word(rest);
        if (word == "list") {
            property.count = type_of(next_word(rest));
            word = next_word(rest);
        }
        property.type = type_of(word);
        property.name = next_word(rest).substr(0, 80);
        if (property.name.empty())
            lines_.fail("a property without a name", "for example property float x");
        elements_.back().properties.push_back(std::move(property));
    }

    /// Bytes of the shortest element of that kind.
    std::int64_t least_bytes(const Element& element) const {
        std::int64_t bytes = 0;
        for (const Property& property : element.properties)
            bytes += format_ == Format::ascii
                         ? 2
                         : std::int64_t(size_of(property.count ? *property.count : property.type));
        return std::max<std::int64_t>(bytes, 1);
    }

    /// Compares what the header promises with what follows it.
    void require_bytes() {
        const auto here = in_.tellg();
        if (here < 0) return;  // the header ends the file, and the first element is missing
        in_.seekg(0, std::ios::end);
        const auto there = std::int64_t(in_.tellg() - here);
        in_.seekg(here);
        std::int64_t left = there + 1;  // the last line needs no end
        for (const Element& element : elements_) {
            if (element.n > left / least_bytes(element))
                lines_.fail(
                    fmt::format("{} elements '{}' are promised, and the {} bytes behind the "
                                "header can hold {}",
                                element.n, element.name, there, left / least_bytes(element)),
                    "the file was cut off, or the number is wrong: copy or export it "
                    "again");
            left -= element.n * least_bytes(element);
        }
    }

    void read_vertices(const Element& element, Numbers& numbers) {
        int place[3] = {-1, -1, -1};
        for (std::size_t p = 0; p < element.properties.size(); ++p)
            for (int c = 0; c < 3; ++c)
                if (element.properties[p].name == std::string(1, char('x' + c)) &&
                    !element.properties[p].count)
                    place[c] = int(p);
        for (int c = 0; c < 3; ++c)
            if (place[c] < 0)
                numbers.fail(fmt::format("vertices have no property {}", char('x' + c)),
                             "is it a surface? Vertices need x, y and z");
        std::vector<double> x, values(element.properties.size());
        for (int i = 0; i < element.n; ++i) {
            numbers.begin(fmt::format("vertex {} of {}", i + 1, element.n));
            for (std::size_t p = 0; p < element.properties.size(); ++p)
                values[p] = read_property_of(element.properties[p], numbers, nullptr);
            for (const int p : place) x.push_back(values[std::size_t(p)]);
        }
        polygons_.positions = Eigen::Map<Points>(x.data(), 3, element.n);
    }

    void read_element(const Element& element, Numbers& numbers) {
        const bool is_face = element.name == "face";
        if (element.properties.empty()) return;
        for (int i = 0; i < element.n; ++i) {
            numbers.begin(fmt::format("{} {} of {}", element.name, i + 1, element.n));
            std::vector<int> polygon;
            for (const Property& property : element.properties) {
                const bool is_polygon = is_face && (property.name == "vertex_indices" ||
                                                    property.name == "vertex_index");
                read_property_of(property, numbers, is_polygon ? &polygon : nullptr);
            }
            if (polygon.size() > 2) polygons_.faces.push_back(std::move(polygon));
        }
    }

    /// The number of a scalar property; members of a list go into `vertices`, if there is one.
    double read_property_of(const Property& property, Numbers& numbers,
                            std::vector<int>* vertices) const {
        if (!property.count) return numbers.next(property.type);
        const double size = numbers.next(*property.count);
        if (!(size >= 0 && size == std::floor(size)))
            numbers.fail(fmt::format("a list of {} numbers", size),
                         "a list begins with how many follow, a whole number of 0 or more: export "
                         "the file again");
        for (double k = 0; k < size; ++k) {
            const double value = numbers.next(property.type);
            if (vertices) vertices->push_back(vertex(value, numbers));
        }
        return size;
    }

    int vertex(double value, const Numbers& numbers) const {
        const Eigen::Index n = polygons_.positions.cols();
        if (!(value >= 0 && value < double(n) && value == std::floor(value)))
            numbers.fail(
                fmt::format("a face names vertex {:.12g}, but there are {}", value, n),
                n == 0 ? "the file has no vertices: export it again, with `element vertex` first"
                       : fmt::format("vertices are 0 to {}: export the file again", n - 1));
        return int(value);
    }

    std::istream& in_;
    TextLines lines_;
    Format format_ = Format::none;
    std::vector<Element> elements_;
    Polygons polygons_;
};

}  // namespace

Polygons read_ply(std::istream& in, const std::string& name) {
    return Reader(in, name).read();
}

}  // namespace sinew
