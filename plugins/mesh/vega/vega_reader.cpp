#include "vega_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>

namespace sinew {
namespace {

constexpr int deepest_include = 16;

struct Material {
    std::string name;
    double density = 0, young = 0, poisson = 0;
    bool is_enu = false;
    std::string model;
};

struct Region {
    std::string set, material;
};

/// Reads one file after another into one mesh; `at_` is the one being read.
class Reader {
public:
    explicit Reader(const OpenIncluded& open) : open_(open) {}

    void read(std::istream& in, const std::string& name, int depth) {
        TextLines lines(in, name);
        while (lines.next_with_content('#')) {
            std::string_view rest = lines.line();
            const std::string_view keyword = next_word(rest);
            if (keyword == "*VERTICES") {
                read_vertices(lines);
            } else if (keyword == "*ELEMENTS") {
                read_elements(lines);
            } else if (keyword == "*MATERIAL") {
                read_material(lines, std::string(trimmed(rest)));
            } else if (keyword == "*SET") {
                read_set(lines, std::string(trimmed(rest)));
            } else if (keyword == "*REGION") {
                read_region(lines);
            } else if (keyword == "*INCLUDE") {
                if (depth >= deepest_include)
                    lines.fail("files include each other without end", "look at their *INCLUDE");
                std::string included_name;
                const auto included = open_(std::string(trimmed(rest)), included_name);
                read(*included, included_name, depth + 1);
            } else if (keyword.starts_with('*')) {
                lines.fail(fmt::format("there is no keyword '{}'", keyword),
                           "allowed: *VERTICES, *ELEMENTS, *MATERIAL, *SET, *REGION, *INCLUDE");
            } else {
                lines.fail("expected a keyword such as *VERTICES", "is this Vega's .veg format?");
            }
        }
    }

    VegaFile finish(const std::string& name) {
        if (!has_vertices_ || !has_elements_)
            throw InputError(Diagnostic::error(fmt::format("{} has no *{} section", name,
                                                           has_vertices_ ? "ELEMENTS" : "VERTICES"))
                                 .remedy("is this Vega's .veg format, and the file whole?"));
        for (const auto& [set, numbers] : sets_) {
            auto& members = file_.mesh.element_sets[set];
            for (const int number : numbers) members.push_back(number - first_element_);
        }
        apply_regions(name);
        return std::move(file_);
    }

private:
    struct Header {
        int n = 0, width = 0;
    };

    /// "208 3 0 0": how many there are, and how many numbers each has.
    static Header read_header(TextLines& lines, const char* what, int width) {
        if (!lines.next_with_content('#')) lines.fail_at_end(fmt::format("the number of {}", what));
        std::string_view rest = lines.line();
        Header header;
        header.n = lines.count(next_word(rest), what, 2 * (width + 1));
        if (!to_number(next_word(rest), header.width))
            lines.fail(fmt::format("expected the number of {} and their size", what),
                       "for example 208 3 0 0");
        if (header.n == 0)
            lines.fail(fmt::format("the file has no {}", what),
                       "a volume mesh has some: export the file again");
        return header;
    }

    /// The number at the front of line i; the first says whether the file counts from 0 or 1.
    static void read_number(TextLines& lines, std::string_view& rest, int i, const char* what,
                            int& first) {
        std::int64_t number = 0;
        if (!to_number(next_word(rest), number))
            lines.fail(fmt::format("expected {} {}", what, first + i),
                       "each line begins with its number, in order");
        if (i == 0 && (number == 0 || number == 1)) first = static_cast<int>(number);
        if (number != first + i)
            lines.fail(fmt::format("expected {} {}, got number {}", what, first + i, number),
                       "they must be in order and count from 0 or 1");
    }

    void read_vertices(TextLines& lines) {
        if (has_vertices_) lines.fail("a second *VERTICES section", "put all vertices into one");
        has_vertices_ = true;
        const Header header = read_header(lines, "vertices", 3);
        if (header.width != 3)
            lines.fail(fmt::format("vertices of {} coordinates, expected 3", header.width),
                       "write the number of vertices and 3, as in 208 3 0 0");
        std::vector<double> x;
        for (int i = 0; i < header.n; ++i) {
            if (!lines.next_with_content('#'))
                lines.fail_at_end(fmt::format("vertex {} of {}", i + 1, header.n));
            std::string_view rest = lines.line();
            read_number(lines, rest, i, "vertex", first_vertex_);
            for (int c = 0; c < 3; ++c) {
                double value = 0;
                if (!to_number(next_word(rest), value))
                    lines.fail("expected a vertex: its number and 3 coordinates",
                               "for example 1 0.1 0.2 0.3");
                x.push_back(value);
            }
        }
        file_.mesh.positions = Eigen::Map<Points>(x.data(), 3, header.n);
    }

    void read_elements(TextLines& lines) {
        if (has_elements_) lines.fail("a second *ELEMENTS section", "put all elements into one");
        if (!has_vertices_) lines.fail("*ELEMENTS before *VERTICES", "move *VERTICES above it");
        has_elements_ = true;
        if (!lines.next_with_content('#')) lines.fail_at_end("the kind of elements");
        const std::string_view kind = trimmed(lines.line());
        if (kind == "TET" || kind == "TETS")
            file_.mesh.type = ElementType::tet4;
        else if (kind == "CUBIC")
            file_.mesh.type = ElementType::hex8;
        else
            lines.fail(fmt::format("there are no elements '{}'", kind), "allowed: TET, CUBIC");
        const int width = nodes_per_element(file_.mesh.type);
        const Header header = read_header(lines, "elements", width);
        if (header.width != width)
            lines.fail(fmt::format("elements of {} vertices, expected {}", header.width, width),
                       "TET has 4 vertices, CUBIC 8");
        std::vector<int> nodes;
        for (int e = 0; e < header.n; ++e) {
            if (!lines.next_with_content('#'))
                lines.fail_at_end(fmt::format("element {} of {}", e + 1, header.n));
            std::string_view rest = lines.line();
            read_number(lines, rest, e, "element", first_element_);
            for (int a = 0; a < width; ++a) nodes.push_back(read_vertex_of_element(lines, rest));
        }
        file_.mesh.elements = Eigen::Map<Eigen::MatrixXi>(nodes.data(), width, header.n);
    }

    int read_vertex_of_element(TextLines& lines, std::string_view& rest) const {
        std::int64_t node = 0;
        if (!to_number(next_word(rest), node))
            lines.fail(fmt::format("expected an element: its number and {} vertices",
                                   nodes_per_element(file_.mesh.type)),
                       "for example 1 5 6 7 8 of a TET");
        const std::int64_t index = node - first_vertex_;
        if (node < 0 || index < 0 || index >= file_.mesh.n_nodes())
            lines.fail(fmt::format("there is no vertex {}", node),
                       fmt::format("vertices are {} to {}", first_vertex_,
                                   file_.mesh.n_nodes() - 1 + first_vertex_));
        return static_cast<int>(index);
    }

    void read_material(TextLines& lines, const std::string& name) {
        if (!lines.next_with_content('#')) lines.fail_at_end("the material's parameters");
        std::string_view rest = lines.line();
        Material material;
        material.name = name;
        material.model = std::string(next_word(rest));
        material.is_enu = material.model == "ENU";
        if (material.is_enu && !(to_number(next_word(rest), material.density) &&
                                 to_number(next_word(rest), material.young) &&
                                 to_number(next_word(rest), material.poisson)))
            lines.fail("expected ENU, density, Young's modulus, Poisson's ratio",
                       "for example ENU, 1000, 1e7, 0.45");
        materials_.push_back(std::move(material));
    }

    void read_set(TextLines& lines, const std::string& name) {
        if (!has_elements_) lines.fail("*SET before *ELEMENTS", "move *ELEMENTS above it");
        std::vector<int>& members = sets_[name];
        while (lines.next_with_content('#')) {
            std::string_view rest = lines.line();
            if (trimmed(rest).starts_with('*')) {
                lines.again();
                return;
            }
            for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
                std::int64_t number = 0;
                if (!to_number(word, number))
                    lines.fail(fmt::format("expected numbers of elements, got '{}'", word),
                               "a set lists elements by their numbers: 1, 2, 3");
                if (number < first_element_ || number - first_element_ >= file_.mesh.n_elements())
                    lines.fail(fmt::format("there is no element {}", number),
                               fmt::format("elements are {} to {}", first_element_,
                                           file_.mesh.n_elements() - 1 + first_element_));
                members.push_back(static_cast<int>(number));
            }
        }
        if (members.empty()) lines.fail_at_end(fmt::format("an element of the set '{}'", name));
    }

    void read_region(TextLines& lines) {
        if (!lines.next_with_content('#')) lines.fail_at_end("a set and a material");
        std::string_view rest = lines.line();
        Region region;
        region.set = std::string(next_field(rest));
        region.material = std::string(next_field(rest));
        if (region.set != "allElements" && !sets_.count(region.set)) {
            std::vector<std::string> names{"allElements"};
            for (const auto& entry : sets_) names.push_back(entry.first);
            lines.fail(fmt::format("there is no set '{}'", region.set),
                       suggestion(region.set, names));
        }
        if (!find(region.material)) {
            std::vector<std::string> names;
            for (const Material& material : materials_) names.push_back(material.name);
            lines.fail(fmt::format("there is no material '{}'", region.material),
                       suggestion(region.material, names));
        }
        regions_.push_back(std::move(region));
    }

    const Material* find(const std::string& name) const {
        for (const Material& material : materials_)
            if (material.name == name) return &material;
        return nullptr;
    }

    /// Materials become the arrays young, poisson and density; a later region wins. Without regions
    /// everything is of the first material, as in Vega.
    void apply_regions(const std::string& name) {
        if (materials_.empty()) return;
        if (regions_.empty()) regions_.push_back({"allElements", materials_.front().name});
        for (const Material& material : materials_)
            if (std::none_of(regions_.begin(), regions_.end(),
                             [&](const Region& r) { return r.material == material.name; }))
                file_.warnings.push_back(fmt::format(
                    "{}: material '{}' is in no region: is the file whole?", name, material.name));
        const Eigen::Index n = file_.mesh.n_elements();
        const double none = std::numeric_limits<double>::quiet_NaN();
        Eigen::MatrixXd values = Eigen::MatrixXd::Constant(3, n, none);
        for (const Region& region : regions_) {
            const Material& material = *find(region.material);
            if (!material.is_enu) {
                file_.warnings.push_back(
                    fmt::format("{}: material '{}' is {}; only ENU materials become arrays of the "
                                "mesh, so it gets none",
                                name, material.name, material.model));
                return;
            }
            const Eigen::Vector3d value(material.young, material.poisson, material.density);
            if (region.set == "allElements")
                values.colwise() = value;
            else
                for (const int e : file_.mesh.element_sets.at(region.set)) values.col(e) = value;
        }
        if (values.hasNaN()) {
            file_.warnings.push_back(fmt::format(
                "{}: some elements are in no region, so the materials are not used", name));
            return;
        }
        file_.mesh.element_arrays["young"] = values.row(0);
        file_.mesh.element_arrays["poisson"] = values.row(1);
        file_.mesh.element_arrays["density"] = values.row(2);
    }

    const OpenIncluded& open_;
    VegaFile file_;
    int first_vertex_ = 1, first_element_ = 1;
    bool has_vertices_ = false, has_elements_ = false;
    std::vector<Material> materials_;
    std::map<std::string, std::vector<int>> sets_;
    std::vector<Region> regions_;
};

}  // namespace

VegaFile read_vega(std::istream& in, const std::string& name, const OpenIncluded& open) {
    Reader reader(open);
    reader.read(in, name, 0);
    return reader.finish(name);
}

std::vector<int> read_bou(std::istream& in, const std::string& name, Eigen::Index n_nodes) {
    TextLines lines(in, name);
    std::vector<int> nodes;
    while (lines.next_with_content('#')) {
        std::string_view rest = lines.line();
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            std::int64_t number = 0;
            if (!to_number(word, number))
                lines.fail(fmt::format("expected numbers of vertices, got '{}'", word),
                           "a .bou file holds numbers that count from 1, with commas");
            if (number < 1 || number > n_nodes)
                lines.fail(fmt::format("there is no vertex {}", number),
                           fmt::format("the mesh has vertices 1 to {}", n_nodes));
            nodes.push_back(static_cast<int>(number - 1));
        }
    }
    return nodes;
}

}  // namespace sinew
