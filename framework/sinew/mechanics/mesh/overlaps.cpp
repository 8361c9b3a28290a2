/// Seen from outside, the corners of a face run counter-clockwise. Two elements on both sides of it
/// so run against each other, two on the same side alike.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sinew/mechanics/mesh/face_table.hpp>
#include <sinew/mechanics/mesh/overlaps.hpp>

namespace sinew {

namespace {

using Corners = std::array<int, 8>;

/// The corners in ascending order.
Corners sorted_corners(const VolumeMesh& mesh, int element) {
    Corners corners;
    corners.fill(-1);
    const int n = mesh.type == ElementType::hex8 ? 8 : 4;
    for (int a = 0; a < n; ++a) corners[static_cast<std::size_t>(a)] = mesh.elements(a, element);
    std::sort(corners.begin(), corners.begin() + n);
    return corners;
}

/// The same for the same corners in any order.
std::uint64_t hash_of(const VolumeMesh& mesh, int element) {
    std::uint64_t sum = 0;
    const int n = mesh.type == ElementType::hex8 ? 8 : 4;
    for (int a = 0; a < n; ++a) {
        auto x = static_cast<std::uint64_t>(mesh.elements(a, element)) + 0x9e3779b97f4a7c15u;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        sum += x ^ (x >> 31);
    }
    return sum;
}

/// "3 and 8, 4 and 9, ..."
class Listed {
public:
    void add(std::string text) {
        if (++n_ <= most) text_ += (n_ > 1 ? ", " : "") + std::move(text);
    }
    int n() const { return n_; }
    std::string text() const { return text_ + (n_ > most ? ", ..." : ""); }

private:
    static constexpr int most = 5;
    int n_ = 0;
    std::string text_;
};

/// True if no corner of the face is there twice, as in a hexahedron that was made a wedge.
bool is_whole(const SortedFace& face, const VolumeMesh& mesh) {
    const auto& local = faces(mesh.type);
    const auto n_faces = static_cast<Eigen::Index>(local.size());
    const std::size_t n = mesh.type == ElementType::hex8 ? 4 : 3;
    const auto& nodes = local[static_cast<std::size_t>(face.position % n_faces)];
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < a; ++b)
            if (mesh.elements(nodes[a], face.position / n_faces) ==
                mesh.elements(nodes[b], face.position / n_faces))
                return false;
    return true;
}

/// True if the second of the face's corners, counted from its smallest, is smaller than its last.
bool runs_forward(const VolumeMesh& mesh, Eigen::Index position) {
    const auto& local = faces(mesh.type);
    const auto n_faces = static_cast<Eigen::Index>(local.size());
    const auto& face = local[static_cast<std::size_t>(position % n_faces)];
    const std::size_t n = mesh.type == ElementType::hex8 ? 4 : 3;
    const auto node = [&](std::size_t c) { return mesh.elements(face[c % n], position / n_faces); };
    std::size_t first = 0;
    for (std::size_t c = 1; c < n; ++c)
        if (node(c) < node(first)) first = c;
    return node(first + 1) < node(first + n - 1);
}

}  // namespace

std::string duplicate_defect(const VolumeMesh& mesh) {
    std::vector<std::pair<std::uint64_t, int>> order;
    order.reserve(static_cast<std::size_t>(mesh.n_elements()));
    for (int e = 0; e < mesh.n_elements(); ++e) order.emplace_back(hash_of(mesh, e), e);
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) {
        if (a.first != b.first) return a.first < b.first;
        const Corners of_a = sorted_corners(mesh, a.second), of_b = sorted_corners(mesh, b.second);
        return of_a != of_b ? of_a < of_b : a.second < b.second;
    });
    std::vector<std::pair<int, int>> pairs;  // the later one first
    for (std::size_t i = 0, first = 0; i < order.size(); ++i) {
        const bool is_same =
            order[i].first == order[first].first &&
            sorted_corners(mesh, order[i].second) == sorted_corners(mesh, order[first].second);
        if (!is_same)
            first = i;
        else if (i > first)
            pairs.emplace_back(order[i].second, order[first].second);
    }
    if (pairs.empty()) return {};
    std::sort(pairs.begin(), pairs.end());
    Listed list;
    for (const auto& [later, earlier] : pairs) list.add(fmt::format("{} as {}", later, earlier));
    return fmt::format("{} of {} elements have the nodes of another: {} (counted from 0)", list.n(),
                       mesh.n_elements(), list.text());
}

std::vector<std::string> overlap_warnings(const VolumeMesh& mesh) {
    const auto n_faces = static_cast<Eigen::Index>(faces(mesh.type).size());
    std::vector<std::array<Eigen::Index, 3>> crowded, alike;
    for_each_face(mesh, [&](auto first, auto last) {
        const auto n = last - first;
        if (n < 2 || !is_whole(*first, mesh)) return;
        std::array<Eigen::Index, 3> elements{-1, -1, -1};
        for (std::ptrdiff_t k = 0; k < std::min<std::ptrdiff_t>(n, 3); ++k)
            elements[static_cast<std::size_t>(k)] = (first + k)->position / n_faces;
        std::sort(elements.begin(), elements.begin() + std::min<std::ptrdiff_t>(n, 3));
        if (n > 2)
            crowded.push_back(elements);
        else if (runs_forward(mesh, first->position) == runs_forward(mesh, (first + 1)->position))
            alike.push_back(elements);
    });
    std::sort(crowded.begin(), crowded.end());
    std::sort(alike.begin(), alike.end());
    std::vector<std::string> warnings;
    if (!crowded.empty()) {
        Listed list;
        for (const auto& e : crowded) list.add(fmt::format("{}, {} and {}", e[0], e[1], e[2]));
        warnings.push_back(fmt::format(
            "{} faces belong to three or more elements, which overlap there: {} (counted from 0)",
            list.n(), list.text()));
    }
    if (!alike.empty()) {
        Listed list;
        for (const auto& e : alike) list.add(fmt::format("{} and {}", e[0], e[1]));
        warnings.push_back(fmt::format(
            "{} pairs of elements lie on the same side of a face that they share, and overlap: {} "
            "(counted from 0)",
            list.n(), list.text()));
    }
    return warnings;
}

}  // namespace sinew
