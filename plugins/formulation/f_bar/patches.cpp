#include "patches.hpp"

#include <algorithm>
#include <array>

namespace sinew::f_bar {
namespace {

/// The element behind each face of each element (opposite node a), or -1.
std::vector<std::array<int, 4>> face_neighbours(const ElementTable& table) {
    struct Face {
        std::array<int, 3> nodes;
        int position, opposite;
        bool operator<(const Face& o) const {
            return nodes != o.nodes ? nodes < o.nodes : position < o.position;
        }
    };
    std::vector<Face> faces;
    faces.reserve(4 * std::size_t(table.n_elements));
    for (int position = 0; position < table.n_elements; ++position) {
        const std::int32_t* nodes = table.pack_nodes(position / 8) + position % 8;
        for (int opposite = 0; opposite < 4; ++opposite) {
            Face face{{}, position, opposite};
            // The table has the nodes ascending.
            for (int a = 0, at = 0; a < 4; ++a)
                if (a != opposite) face.nodes[std::size_t(at++)] = nodes[8 * a];
            faces.push_back(face);
        }
    }
    std::sort(faces.begin(), faces.end());
    std::vector<std::array<int, 4>> result(std::size_t(table.n_elements), {-1, -1, -1, -1});
    for (std::size_t i = 0; i + 1 < faces.size(); ++i) {
        const Face &one = faces[i], &other = faces[i + 1];
        if (one.nodes != other.nodes) continue;
        result[std::size_t(one.position)][std::size_t(one.opposite)] = other.position;
        result[std::size_t(other.position)][std::size_t(other.opposite)] = one.position;
    }
    return result;
}

}  // namespace

Patches::Patches(const ElementTable& table, int size, const Alike& alike)
    : of(std::size_t(table.n_elements), -1), table_(table) {
    const std::vector<std::array<int, 4>> neighbours = face_neighbours(table);
    grow(neighbours, size, alike);
    merge_small(neighbours, (size + 1) / 2, alike);
    list_nodes();
    colour();
}

void Patches::grow(const std::vector<std::array<int, 4>>& neighbours, int size,
                   const Alike& alike) {
    for (int seed = 0; seed < table_.n_elements; ++seed) {
        if (of[std::size_t(seed)] >= 0) continue;
        std::vector<int> members{seed}, seen;
        of[std::size_t(seed)] = int(elements.size());
        for (int a = 0; a < 4; ++a) seen.push_back(node(seed, a));
        while (int(members.size()) < size) {
            int best = -1, most = 0;
            for (const int member : members)
                for (const int next : neighbours[std::size_t(member)]) {
                    if (next < 0 || of[std::size_t(next)] >= 0 || !alike(seed, next)) continue;
                    int shared = 0;
                    for (int a = 0; a < 4; ++a)
                        shared += int(std::count(seen.begin(), seen.end(), node(next, a)));
                    if (shared > most || (shared == most && next < best)) {
                        most = shared;
                        best = next;
                    }
                }
            if (best < 0) break;
            members.push_back(best);
            of[std::size_t(best)] = int(elements.size());
            for (int a = 0; a < 4; ++a)
                if (std::count(seen.begin(), seen.end(), node(best, a)) == 0)
                    seen.push_back(node(best, a));
        }
        elements.push_back(std::move(members));
    }
}

void Patches::merge_small(const std::vector<std::array<int, 4>>& neighbours, int least,
                          const Alike& alike) {
    for (std::size_t p = 0; p < elements.size(); ++p) {
        if (int(elements[p].size()) >= least) continue;
        // The smallest patch of its kind next to it; each has its seed in front.
        int into = -1;
        for (const int member : elements[p])
            for (const int next : neighbours[std::size_t(member)]) {
                if (next < 0) continue;
                const int other = of[std::size_t(next)];
                if (other == int(p)) continue;
                if (!alike(elements[p].front(), elements[std::size_t(other)].front())) continue;
                const auto n = [&](int q) { return elements[std::size_t(q)].size(); };
                if (into < 0 || n(other) < n(into) || (n(other) == n(into) && other < into))
                    into = other;
            }
        if (into < 0) continue;  // nothing beside it is of its kind
        for (const int member : elements[p]) {
            of[std::size_t(member)] = into;
            elements[std::size_t(into)].push_back(member);
        }
        elements[p].clear();
    }
    std::erase_if(elements, [](const auto& members) { return members.empty(); });
    for (std::size_t p = 0; p < elements.size(); ++p) {
        std::sort(elements[p].begin(), elements[p].end());
        for (const int member : elements[p]) of[std::size_t(member)] = int(p);
    }
}

void Patches::list_nodes() {
    nodes.resize(elements.size());
    local.resize(elements.size());
    for (std::size_t p = 0; p < elements.size(); ++p) {
        for (const int member : elements[p])
            for (int a = 0; a < 4; ++a) nodes[p].push_back(node(member, a));
        std::sort(nodes[p].begin(), nodes[p].end());
        nodes[p].erase(std::unique(nodes[p].begin(), nodes[p].end()), nodes[p].end());
        for (const int member : elements[p]) {
            std::array<int, 4> at;
            for (int a = 0; a < 4; ++a)
                at[std::size_t(a)] =
                    int(std::lower_bound(nodes[p].begin(), nodes[p].end(), node(member, a)) -
                        nodes[p].begin());
            local[p].push_back(at);
        }
    }
}

void Patches::colour() {
    std::vector<std::vector<int>> taken(std::size_t(table_.n_mesh_nodes));  // colours at each node
    for (std::size_t p = 0; p < nodes.size(); ++p) {
        std::vector<int> used;
        for (const int n : nodes[p])
            used.insert(used.end(), taken[std::size_t(n)].begin(), taken[std::size_t(n)].end());
        int free = 0;
        while (std::count(used.begin(), used.end(), free) > 0) ++free;
        for (const int n : nodes[p]) taken[std::size_t(n)].push_back(free);
        if (free >= int(colours.size())) colours.resize(std::size_t(free) + 1);
        colours[std::size_t(free)].push_back(int(p));
    }
}

std::vector<NodePair> Patches::pairs() const {
    std::vector<NodePair> result;
    for (const auto& members : nodes)
        for (std::size_t a = 0; a < members.size(); ++a)
            for (std::size_t b = a + 1; b < members.size(); ++b)
                result.push_back(node_pair(members[a], members[b]));
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

}  // namespace sinew::f_bar
