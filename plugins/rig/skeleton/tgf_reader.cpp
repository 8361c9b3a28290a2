#include "tgf_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sinew/mechanics/mesh/fail_at_word.hpp>

namespace sinew {
namespace {

class TgfReader {
public:
    TgfReader(std::istream& in, const std::string& name) : lines_(in, name) {}

    TgfHandles read() {
        read_vertices();
        read_edges();
        make_handles();
        sort_handles();
        return std::move(result_);
    }

private:
    /// A bone from vertex to vertex, or a point if both are the same.
    struct Handle {
        int start, end;
        int parent = -1;
    };
    struct Edge {
        int start, end;
    };

    static constexpr const char* vertices =
        "vertices are lines of a number, x, y and z, up to a line '#'";

    void read_vertices() {
        while (lines_.next_with_content(0)) {
            std::string_view rest = lines_.line();
            const std::string_view word = next_word(rest);
            if (word.starts_with('#')) return require_alone("vertices from edges");
            int id = 0;
            if (!to_number(word, id))
                fail_at_word(lines_, word,
                             fmt::format("expected the number of a vertex, got '{}'", word),
                             vertices);
            if (vertex_of_.count(id))
                fail_at_word(lines_, word, fmt::format("there are two vertices {}", id),
                             "give each a number of its own");
            vertex_of_[id] = int(ids_.size());
            ids_.push_back(id);
            Eigen::Vector3d& position = positions_.emplace_back();
            for (double& x : position) {
                const std::string_view coordinate = next_word(rest);
                if (coordinate.empty())
                    fail_at_word(lines_, coordinate,
                                 fmt::format("vertex {} has less than three coordinates", id),
                                 vertices);
                if (!to_number(coordinate, x) || !std::isfinite(x))
                    fail_at_word(lines_, coordinate, fmt::format("'{}' is no number", coordinate),
                                 vertices);
            }
            require_numbers(rest, fmt::format("vertex {}", id));
        }
    }

    /// Requires that the line which separates parts of the file is '#' alone: text behind it would
    /// be a comment or a vertex.
    void require_alone(const char* what) const {
        const std::string_view line = trimmed(lines_.line());
        if (line != "#")
            fail_at_word(lines_, line,
                         fmt::format("'{:.40}' stands where a line '#' separates {}", line, what),
                         "write '#' alone on that line; there are no comments");
    }

    /// Further columns, which other programs have written; names would be lost.
    void require_numbers(std::string_view rest, const std::string& what) const {
        for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
            double value = 0;
            if (!to_number(word, value))
                fail_at_word(lines_, word, fmt::format("'{}' behind {} is not read", word, what),
                             "take it away: bones are called by the numbers of their vertices, "
                             "1-2, and points by theirs");
        }
    }

    int vertex(std::string_view& rest) const {
        int id = 0;
        const std::string_view word = next_word(rest);
        if (!to_number(word, id))
            fail_at_word(lines_, word,
                         fmt::format("expected the numbers of two vertices, got '{}'", word),
                         "edges are lines of two vertices, then 1 or 0 for bone, pseudo and cage "
                         "edges");
        const auto found = vertex_of_.find(id);
        if (found == vertex_of_.end())
            fail_at_word(lines_, word, fmt::format("there is no vertex {}", id),
                         ids_.empty()
                             ? "the file has no vertices"
                             : fmt::format("their numbers are {} to {}", vertex_of_.begin()->first,
                                           vertex_of_.rbegin()->first));
        return found->second;
    }

    void read_edges() {
        bone_that_ends_at_.assign(ids_.size(), -1);
        is_touched_.assign(ids_.size(), 0);
        while (lines_.next_with_content(0)) {
            std::string_view rest = lines_.line();
            if (trimmed(rest).starts_with('#')) return require_alone("edges from faces");
            const int start = vertex(rest), end = vertex(rest);
            int flags[3] = {0, 0, 0};
            int n_flags = 0;
            for (int& flag : flags) {
                const std::string_view word = next_word(rest);
                if (word.empty()) break;
                if (!to_number(word, flag) || flag < 0 || flag > 1)
                    fail_at_word(lines_, word, fmt::format("expected 0 or 1, got '{}'", word),
                                 "behind its vertices an edge says whether it is a bone, a pseudo "
                                 "edge, a cage edge");
                ++n_flags;
            }
            require_numbers(rest, fmt::format("the edge {}", name_of({start, end})));
            if (n_flags == 0 || flags[0] == 1) add_bone(start, end);
            if (flags[1] == 1) pseudo_.push_back({start, end});
            if (flags[2] == 1) add_cage_edge(start, end);
        }
    }

    void add_cage_edge(int start, int end) {
        if (positions_[std::size_t(start)] == positions_[std::size_t(end)])
            lines_.fail(fmt::format("the cage edge from vertex {} to {} has no length",
                                    ids_[std::size_t(start)], ids_[std::size_t(end)]),
                        "move one of its vertices, or take the edge away");
        cage_.push_back({start, end});
    }

    void add_bone(int start, int end) {
        const std::string name = name_of({start, end});
        if (positions_[std::size_t(start)] == positions_[std::size_t(end)])
            lines_.fail(fmt::format("the bone {} has no length", name),
                        "move one of its vertices, or take the edge away");
        int& before = bone_that_ends_at_[std::size_t(end)];
        if (before >= 0)
            lines_.fail(fmt::format("two bones end at vertex {}: {} and {}", ids_[std::size_t(end)],
                                    name_of(bones_[std::size_t(before)]), name),
                        "bones lead away from the root, and each has one parent");
        before = int(bones_.size());
        bones_.push_back({start, end});
        is_touched_[std::size_t(start)] = is_touched_[std::size_t(end)] = 1;
    }

    std::string name_of(const Handle& handle) const {
        return handle.start == handle.end ? fmt::format("{}", ids_[std::size_t(handle.start)])
                                          : fmt::format("{}-{}", ids_[std::size_t(handle.start)],
                                                        ids_[std::size_t(handle.end)]);
    }

    void make_handles() {
        handle_that_ends_at_.assign(ids_.size(), -1);
        for (std::size_t v = 0; v < ids_.size(); ++v)
            if (!is_touched_[v]) {
                handle_that_ends_at_[v] = int(handles_.size());
                handles_.push_back({int(v), int(v)});
            }
        result_.n_points = int(handles_.size());
        result_.n_bones = int(bones_.size());
        for (const Handle& bone : bones_) {
            handle_that_ends_at_[std::size_t(bone.end)] = int(handles_.size());
            handles_.push_back(bone);
        }
        if (handles_.empty())
            lines_.fail("the file has no bones and no points",
                        "write vertices, a line '#', and edges between them, which are the bones");
        for (Handle& handle : handles_) handle.parent = parent_of(handle);
    }

    /// Between points; `place`: of each handle among the joints.
    void add_cage(const std::vector<int>& place) {
        std::vector<std::string> left_out;
        for (const Edge& edge : cage_) {
            if (is_touched_[std::size_t(edge.start)] || is_touched_[std::size_t(edge.end)]) {
                left_out.push_back(fmt::format("{}-{}", ids_[std::size_t(edge.start)],
                                               ids_[std::size_t(edge.end)]));
                continue;
            }
            const auto joint = [&](int vertex) {
                return place[std::size_t(handle_that_ends_at_[std::size_t(vertex)])];
            };
            result_.joints[std::size_t(joint(edge.start))].cage.push_back(joint(edge.end));
        }
        if (!left_out.empty())
            result_.warnings.push_back(
                fmt::format("{}: cage edges join points, and those that end at bones are left "
                            "out: {}",
                            lines_.name(), fmt::join(left_out, ", ")));
    }

    /// Back along pseudo edges until something ends there; -1 if nothing does.
    int parent_of(const Handle& handle) const {
        int at = handle.start;
        for (std::size_t n = 0; n <= pseudo_.size(); ++n) {
            const int found = handle_that_ends_at_[std::size_t(at)];
            if (found >= 0 && (n > 0 || at != handle.end)) return found;
            const auto pseudo = std::find_if(pseudo_.begin(), pseudo_.end(),
                                             [&](const Edge& edge) { return edge.end == at; });
            if (pseudo == pseudo_.end()) return -1;
            at = pseudo->start;
        }
        lines_.fail("the pseudo edges lead in a circle", "they lead away from the root");
    }

    /// Parents first; as in the file otherwise.
    void sort_handles() {
        std::vector<int> place(handles_.size(), -1);
        for (bool any = true; any && result_.joints.size() < handles_.size();) {
            any = false;
            for (std::size_t h = 0; h < handles_.size(); ++h) {
                const Handle& handle = handles_[h];
                if (place[h] >= 0) continue;
                if (handle.parent >= 0 && place[std::size_t(handle.parent)] < 0) continue;
                any = true;
                place[h] = int(result_.joints.size());
                Joint joint;
                joint.name = name_of(handle);
                joint.number = int(h);
                joint.parent = handle.parent < 0 ? -1 : place[std::size_t(handle.parent)];
                joint.rest.translation() = positions_[std::size_t(handle.start)];
                joint.segments.push_back(
                    {positions_[std::size_t(handle.start)], positions_[std::size_t(handle.end)]});
                result_.joints.push_back(std::move(joint));
            }
        }
        if (result_.joints.size() == handles_.size()) return add_cage(place);
        std::vector<std::string> circle;
        for (std::size_t h = 0; h < handles_.size(); ++h)
            if (place[h] < 0) circle.push_back(name_of(handles_[h]));
        lines_.fail(
            fmt::format("the bones {} carry each other in a circle", fmt::join(circle, ", ")),
            "bones lead away from a root, at whose start no bone ends");
    }

    TextLines lines_;
    TgfHandles result_;
    std::vector<int> ids_;          ///< of vertices, as written
    std::map<int, int> vertex_of_;  ///< by id
    std::vector<Eigen::Vector3d> positions_;
    std::vector<Handle> bones_, handles_;
    std::vector<Edge> pseudo_, cage_;
    std::vector<int> bone_that_ends_at_, handle_that_ends_at_;  ///< of each vertex; -1 is none
    std::vector<char> is_touched_;                              ///< vertices of bones
};

}  // namespace

TgfHandles read_tgf(std::istream& in, const std::string& name) {
    return TgfReader(in, name).read();
}

}  // namespace sinew
