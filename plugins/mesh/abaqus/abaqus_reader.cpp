#include "abaqus_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <unordered_map>

#include "keyword.hpp"

namespace sinew {
namespace {

constexpr int deepest_include = 16;
/// Sets may hold sets, so that a small file could ask for more memory than there is.
constexpr std::size_t most_members = 50'000'000;

/// Our reading of an element type of the file.
struct Kind {
    std::optional<ElementType> type;
    bool is_solid = false;
    int n_nodes = 0;  ///< of a type that is read
};

/// C3D4, C3D8 and C3D10 with whatever letters follow for its integration or unknowns (R, H, I, M,
/// T).
Kind kind_of(const std::string& name) {
    if (!name.starts_with("C3D")) return {};
    const std::size_t letters = std::min(name.find_first_not_of("0123456789", 3), name.size());
    const std::string n = name.substr(3, letters - 3);
    if (n == "4") return {ElementType::tet4, true, 4};
    if (n == "8") return {ElementType::hex8, true, 8};
    if (n == "10") return {ElementType::tet10, true, 10};
    return {{}, true, 0};
}

/// Sets as they are collected, with the numbers of the file.
using Sets = std::map<std::string, std::vector<int>>;

class Reader {
public:
    explicit Reader(const OpenIncluded& open) : open_(open) {}

    void read(std::istream& in, const std::string& name, int depth) {
        TextLines lines(in, name);
        while (next(lines)) {
            if (!is_keyword(lines)) {
                if (!seen_keyword_)
                    lines.fail("expected a keyword such as *NODE", "is this an Abaqus .inp file?");
                continue;  // data of a keyword that is not read
            }
            seen_keyword_ = true;
            const Keyword keyword = parse_keyword(lines.line());
            if (keyword.name == "INCLUDE")
                include(lines, keyword, depth);
            else
                read_section(lines, keyword);
        }
    }

    AbaqusFile finish(const std::string& name) {
        if (positions_.empty())
            throw InputError(Diagnostic::error(name + " has no *NODE")
                                 .remedy("is the file whole? Copy or export it again"));
        choose_type(name);
        VolumeMesh& mesh = file_.mesh;
        mesh.positions = Eigen::Map<Points>(positions_.data(), 3,
                                            static_cast<Eigen::Index>(positions_.size() / 3));
        const int width = nodes_per_element(mesh.type);
        mesh.elements = Eigen::Map<Eigen::MatrixXi>(
            nodes_.data(), width, static_cast<Eigen::Index>(nodes_.size()) / width);
        for (Eigen::Index i = 0; i < mesh.elements.size(); ++i) {
            int& node = mesh.elements.data()[i];
            const auto found = node_of_.find(node);
            if (found == node_of_.end()) {
                const auto e = static_cast<std::size_t>(i / width);
                throw InputError(Diagnostic::error(
                                     fmt::format("{}: element {} names node {}, which is not there",
                                                 name, element_numbers_[e], node))
                                     .remedy("is the file whole? *NODE must define every node"));
            }
            node = found->second;
        }
        resolve(node_sets_, node_of_, mesh.node_sets, "node", name);
        resolve(element_sets_, element_of_, mesh.element_sets, "element", name);
        if (!skipped_.empty()) {
            std::vector<std::string> names;
            for (const auto& [keyword, n] : skipped_)
                names.push_back(n > 1 ? fmt::format("*{} ({})", keyword, n) : "*" + keyword);
            file_.warnings.push_back(fmt::format("{}: not read: {}", name, fmt::join(names, ", ")));
        }
        return std::move(file_);
    }

private:
    /// The next line that is no comment.
    static bool next(TextLines& lines) {
        while (lines.next_with_content(0))
            if (!trimmed(lines.line()).starts_with("**")) return true;
        return false;
    }
    static bool is_keyword(const TextLines& lines) {
        return trimmed(lines.line()).starts_with('*');
    }
    /// The next line of data of the section; false (and the line kept) where the next keyword
    /// stands.
    static bool next_data(TextLines& lines) {
        if (!next(lines)) return false;
        if (!is_keyword(lines)) return true;
        lines.again();
        return false;
    }

    void include(TextLines& lines, const Keyword& keyword, int depth) {
        if (depth >= deepest_include)
            lines.fail("files include each other without end", "look at their *INCLUDE");
        std::string name;
        const auto included = open_(keyword.get("INPUT"), name);
        read(*included, name, depth + 1);
    }

    void read_section(TextLines& lines, const Keyword& keyword) {
        if (keyword.name == "NODE") {
            read_nodes(lines, keyword);
        } else if (keyword.name == "ELEMENT") {
            read_elements(lines, keyword);
        } else if (keyword.name == "NSET") {
            read_set(lines, keyword, "NSET", node_sets_);
        } else if (keyword.name == "ELSET") {
            read_set(lines, keyword, "ELSET", element_sets_);
        } else if (keyword.name == "PART") {
            part_ = keyword.get("NAME");
        } else if (keyword.name == "INSTANCE") {
            read_instance(lines, keyword);
        } else if (keyword.name != "HEADING" && keyword.name != "PREPRINT" &&
                   keyword.name != "ASSEMBLY" && !keyword.name.starts_with("END ")) {
            count_skipped(keyword.name);
        }
    }

    void count_skipped(const std::string& name) {
        const auto found = std::find_if(skipped_.begin(), skipped_.end(),
                                        [&](const auto& entry) { return entry.first == name; });
        if (found != skipped_.end())
            ++found->second;
        else
            skipped_.emplace_back(name.substr(0, 40), 1);
    }

    void read_instance(TextLines& lines, const Keyword& keyword) {
        if (++n_instances_ > 1)
            lines.fail(fmt::format("a second instance, '{}'", keyword.get("NAME")),
                       "only one part with one instance is read: give each body a file of its own");
        while (next_data(lines)) {
            std::string_view rest = lines.line();
            for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
                double value = 0;
                if (!to_number(word, value) || value != 0)
                    lines.fail(
                        fmt::format("the instance '{}' is moved or turned", keyword.get("NAME")),
                        "remove that, and move the node of the scene by its `transform`");
            }
        }
    }

    void require_one_part(TextLines& lines, std::optional<std::string>& owner, const char* what) {
        if (owner && *owner != part_)
            lines.fail(fmt::format("{} in two parts, '{}' and '{}'", what, *owner, part_),
                       "only one part is read: give each body a file of its own");
        owner = part_;
    }

    void read_nodes(TextLines& lines, const Keyword& keyword) {
        require_one_part(lines, part_of_nodes_, "nodes");
        if (keyword.has("INPUT"))
            lines.fail("*NODE with INPUT= is not read", "put the nodes into the file");
        const std::string set = keyword.get("NSET");
        while (next_data(lines)) {
            std::string_view rest = lines.line();
            int number = 0;
            double x[3] = {0, 0, 0};
            bool ok = to_number(next_field(rest), number);
            for (double& value : x) {
                const std::string_view field = next_field(rest);
                ok = ok && (field.empty() || to_number(field, value));
            }
            if (!ok)
                lines.fail("expected a node: its number and 3 coordinates",
                           "numbers of nodes are whole, and at most 2147483647");
            if (!node_of_.try_emplace(number, static_cast<int>(positions_.size() / 3)).second)
                lines.fail(fmt::format("node {} is defined twice", number),
                           "give each node a number of its own");
            positions_.insert(positions_.end(), x, x + 3);
            if (!set.empty()) node_sets_[set].push_back(number);
        }
    }

    void read_elements(TextLines& lines, const Keyword& keyword) {
        const std::string name = upper(keyword.get("TYPE"));
        if (name.empty()) lines.fail("*ELEMENT without TYPE=", "for example *ELEMENT, TYPE=C3D4");
        const Kind kind = kind_of(name);
        if (!kind.type && kind.is_solid)
            lines.fail(fmt::format("elements of type {} are not read", name),
                       "allowed: C3D4, C3D8, C3D10 and their variants: mesh it with these");
        if (!kind.type) return count_skipped("ELEMENT, TYPE=" + name);
        require_one_part(lines, part_of_elements_, "elements");
        Group& group = groups_[static_cast<std::size_t>(*kind.type)];
        const std::string set = keyword.get("ELSET");
        while (next_data(lines)) {
            std::string_view rest = lines.line();
            int number = 0;
            if (!to_number(next_word(rest), number))
                lines.fail("expected the number of an element",
                           "it is whole, and at most 2147483647");
            if (!element_of_.try_emplace(number, group.n++).second)
                lines.fail(fmt::format("element {} is defined twice", number),
                           "give each element a number of its own");
            for (int a = 0; a < kind.n_nodes; ++a)
                group.nodes.push_back(next_node(lines, rest, number, kind.n_nodes));
            group.numbers.push_back(number);
            if (!set.empty()) element_sets_[set].push_back(number);
        }
    }

    /// The next number of an element, whose data may run over several lines.
    static int next_node(TextLines& lines, std::string_view& rest, int element, int n_nodes) {
        std::string_view word = next_word(rest);
        if (word.empty()) {
            if (!next_data(lines))
                lines.fail_at_end(fmt::format("element {} of {} nodes", element, n_nodes));
            rest = lines.line();
            word = next_word(rest);
        }
        int node = 0;
        if (!to_number(word, node))
            lines.fail(fmt::format("expected a node of element {}, got '{:.40}'", element, word),
                       "numbers of nodes are whole, and at most 2147483647");
        return node;
    }

    void read_set(TextLines& lines, const Keyword& keyword, const char* parameter, Sets& sets) {
        const std::string name = keyword.get(parameter);
        if (name.empty())
            lines.fail(fmt::format("*{} without {}=NAME", keyword.name, parameter),
                       fmt::format("for example *{}, {}=top", keyword.name, parameter));
        std::vector<int> numbers;
        while (next_data(lines)) {
            std::string_view rest = lines.line();
            if (n_members_ + numbers.size() > most_members)
                lines.fail(fmt::format("sets of more than {} members", most_members),
                           "leave sets out that no selection names");
            if (keyword.has("GENERATE"))
                generate(lines, rest, numbers);
            else
                for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
                    add_member(lines, word, sets, numbers);
        }
        n_members_ += numbers.size();
        auto& all = sets[name];
        all.insert(all.end(), numbers.begin(), numbers.end());
    }

    /// "first, last, increment"
    static void generate(TextLines& lines, std::string_view rest, std::vector<int>& numbers) {
        int first = 0, last = 0, step = 1;
        const bool ok = to_number(next_word(rest), first) && to_number(next_word(rest), last);
        const std::string_view word = next_word(rest);
        if (!ok || (!word.empty() && !to_number(word, step)) || step < 1 || last < first)
            lines.fail("expected first, last and increment", "for example 1, 100, 1");
        if ((static_cast<long>(last) - first) / step > static_cast<long>(most_members))
            lines.fail(fmt::format("more than {} numbers are generated", most_members),
                       "check last and increment, or leave the set out");
        for (long i = first; i <= last; i += step) numbers.push_back(static_cast<int>(i));
    }

    /// A number, perhaps behind the name of the instance ("Bar-1.7"), or the name of another set.
    static void add_member(TextLines& lines, std::string_view word, const Sets& sets,
                           std::vector<int>& numbers) {
        int number = 0;
        if (to_number(word, number)) {
            numbers.push_back(number);
            return;
        }
        const auto other = sets.find(std::string(word));
        if (other != sets.end()) {
            const auto& members = other->second;
            numbers.insert(numbers.end(), members.begin(), members.end());
            return;
        }
        const auto dot = word.rfind('.');
        if (dot == std::string_view::npos || !to_number(word.substr(dot + 1), number))
            lines.fail(fmt::format("'{}' is neither a number nor a set defined above", word),
                       "define the set above this line, or list its members");
        numbers.push_back(number);
    }

    /// The one type of elements that the file has.
    void choose_type(const std::string& name) {
        std::vector<std::string> present;
        for (std::size_t type = 0; type < std::size(groups_); ++type)
            if (groups_[type].n > 0) {
                present.push_back(
                    fmt::format("{} {}", groups_[type].n, name_of(static_cast<ElementType>(type))));
                file_.mesh.type = static_cast<ElementType>(type);
            }
        if (present.empty())
            throw InputError(
                Diagnostic::error(fmt::format("{} has no elements C3D4, C3D8 or C3D10", name))
                    .remedy("is the file whole, and a mesh of solid elements? Export it again"));
        if (present.size() > 1)
            throw InputError(Diagnostic::error(fmt::format("{} mixes elements: {}", name,
                                                           fmt::join(present, ", ")))
                                 .remedy("a mesh has one kind of elements: mesh it with one, or "
                                         "give each its own file"));
        Group& group = groups_[static_cast<std::size_t>(file_.mesh.type)];
        nodes_ = std::move(group.nodes);
        element_numbers_ = std::move(group.numbers);
    }

    /// Numbers of the file to positions; elements that were not read (of shells) drop out of sets.
    void resolve(const Sets& sets, const std::unordered_map<int, int>& place,
                 std::map<std::string, std::vector<int>>& out, const char* what,
                 const std::string& name) {
        for (const auto& [set, given] : sets) {
            std::vector<int>& members = out[set];
            for (const int number : given)
                if (const auto found = place.find(number); found != place.end())
                    members.push_back(found->second);
            if (members.size() < given.size())
                file_.warnings.push_back(
                    fmt::format("{}: {} of the {} {}s of the set '{}' are not there", name,
                                given.size() - members.size(), given.size(), what, set));
        }
    }

    struct Group {
        int n = 0;
        std::vector<int> nodes, numbers;
    };

    const OpenIncluded& open_;
    AbaqusFile file_;
    bool seen_keyword_ = false;
    int n_instances_ = 0;
    std::string part_;
    std::optional<std::string> part_of_nodes_, part_of_elements_;
    std::vector<double> positions_;
    std::unordered_map<int, int> node_of_, element_of_;  ///< number in the file to place
    Group groups_[3];
    std::vector<int> nodes_, element_numbers_;
    Sets node_sets_, element_sets_;
    std::size_t n_members_ = 0;
    std::vector<std::pair<std::string, int>> skipped_;  ///< keywords in the order of the file
};

}  // namespace

AbaqusFile read_abaqus(std::istream& in, const std::string& name, const OpenIncluded& open) {
    Reader reader(open);
    reader.read(in, name, 0);
    return reader.finish(name);
}

}  // namespace sinew
