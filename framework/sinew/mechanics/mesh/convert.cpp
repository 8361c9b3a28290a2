#include <algorithm>
#include <array>
#include <numeric>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/element_shape.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <unordered_map>

namespace sinew {
namespace {

using Tet10 = Element<ElementType::tet10>;

std::uint64_t edge_key(int a, int b) {
    const auto low = static_cast<std::uint64_t>(std::min(a, b));
    return low << 32 | static_cast<std::uint64_t>(std::max(a, b));
}

/// Keeps the columns `kept` of a matrix.
template <class Matrix>
void keep_columns(Matrix& matrix, const std::vector<int>& kept) {
    matrix = Matrix(matrix(Eigen::all, kept));
}

/// New numbers of those that are referred to, -1 of others, and the old numbers in their new order.
struct Renumbering {
    std::vector<int> number;
    std::vector<int> kept;
};

Renumbering referenced(const Eigen::MatrixXi& cells, Eigen::Index n_points) {
    Renumbering r{std::vector<int>(static_cast<std::size_t>(n_points), -1), {}};
    for (Eigen::Index i = 0; i < cells.size(); ++i)
        r.number[static_cast<std::size_t>(cells.data()[i])] = 0;
    for (std::size_t i = 0; i < r.number.size(); ++i)
        if (r.number[i] == 0) {
            r.number[i] = static_cast<int>(r.kept.size());
            r.kept.push_back(static_cast<int>(i));
        }
    return r;
}

void renumber(Eigen::MatrixXi& cells, const std::vector<int>& number) {
    for (Eigen::Index i = 0; i < cells.size(); ++i)
        cells.data()[i] = number[static_cast<std::size_t>(cells.data()[i])];
}

}  // namespace

VolumeMesh to_tet10(const VolumeMesh& tet4) {
    SINEW_ASSERT(tet4.type == ElementType::tet4, "the mesh is {}", name_of(tet4.type));
    const auto n_corners = static_cast<int>(tet4.n_nodes());
    VolumeMesh mesh;
    mesh.type = ElementType::tet10;
    mesh.element_sets = tet4.element_sets;
    mesh.element_arrays = tet4.element_arrays;
    mesh.elements.resize(10, tet4.n_elements());
    mesh.elements.topRows<4>() = tet4.elements;

    std::unordered_map<std::uint64_t, int> number;
    number.reserve(static_cast<std::size_t>(2 * tet4.n_elements()));
    std::vector<std::array<int, 2>> ends;
    for (Eigen::Index e = 0; e < tet4.n_elements(); ++e)
        for (int i = 0; i < 6; ++i) {
            const int a = tet4.elements(Tet10::edges[i][0], e);
            const int b = tet4.elements(Tet10::edges[i][1], e);
            const auto [found, is_new] =
                number.try_emplace(edge_key(a, b), n_corners + static_cast<int>(ends.size()));
            if (is_new) ends.push_back({a, b});
            mesh.elements(4 + i, e) = found->second;
        }

    const auto n_midpoints = static_cast<Eigen::Index>(ends.size());
    const auto with_midpoints = [&](const auto& values) {
        Eigen::MatrixXd all(values.rows(), n_corners + n_midpoints);
        all.leftCols(n_corners) = values;
        for (Eigen::Index i = 0; i < n_midpoints; ++i) {
            const auto& [a, b] = ends[static_cast<std::size_t>(i)];
            all.col(n_corners + i) = (values.col(a) + values.col(b)) / 2;
        }
        return all;
    };
    mesh.positions = with_midpoints(tet4.positions);
    for (const auto& [name, values] : tet4.node_arrays)
        mesh.node_arrays[name] = with_midpoints(values);
    for (const auto& [name, nodes] : tet4.node_sets) {
        std::vector<char> in_set(static_cast<std::size_t>(n_corners), 0);
        for (const int node : nodes) in_set[static_cast<std::size_t>(node)] = 1;
        auto& all = mesh.node_sets[name] = nodes;
        for (std::size_t i = 0; i < ends.size(); ++i)
            if (in_set[static_cast<std::size_t>(ends[i][0])] &&
                in_set[static_cast<std::size_t>(ends[i][1])])
                all.push_back(n_corners + static_cast<int>(i));
    }
    return mesh;
}

bool orient(VolumeMesh& mesh) {
    if (mesh.n_elements() == 0 || !(element_volumes(mesh).array() < 0).all()) return false;
    const auto swap = [&](int a, int b) { mesh.elements.row(a).swap(mesh.elements.row(b)); };
    if (mesh.type == ElementType::hex8) {
        for (int a = 0; a < 4; ++a) swap(a, a + 4);
    } else {
        swap(1, 2);
        if (mesh.type == ElementType::tet10) {  // 01 with 02, 13 with 23
            swap(4, 6);
            swap(8, 9);
        }
    }
    return true;
}

int drop_unreferenced(VolumeMesh& mesh) {
    const Renumbering r = referenced(mesh.elements, mesh.n_nodes());
    const auto n_dropped = static_cast<int>(r.number.size() - r.kept.size());
    if (n_dropped == 0) return 0;
    renumber(mesh.elements, r.number);
    keep_columns(mesh.positions, r.kept);
    for (auto& [name, values] : mesh.node_arrays) keep_columns(values, r.kept);
    for (auto& [name, nodes] : mesh.node_sets) {
        std::vector<int> kept;
        for (const int node : nodes)
            if (const int number = r.number[static_cast<std::size_t>(node)]; number >= 0)
                kept.push_back(number);
        nodes = std::move(kept);
    }
    return n_dropped;
}

int drop_unreferenced(SurfaceMesh& surface) {
    const Renumbering r = referenced(surface.triangles, surface.n_points());
    renumber(surface.triangles, r.number);
    keep_columns(surface.positions, r.kept);
    return static_cast<int>(r.number.size() - r.kept.size());
}

int merge_coincident(SurfaceMesh& surface) {
    const auto n = static_cast<std::size_t>(surface.n_points());
    const auto less = [&](int i, int j) {
        const auto a = surface.positions.col(i), b = surface.positions.col(j);
        for (int axis = 0; axis < 3; ++axis)
            if (a[axis] != b[axis]) return a[axis] < b[axis];
        return i < j;
    };
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), less);
    std::vector<int> first(n);  // of the vertices at the same position
    for (std::size_t i = 0; i < n; ++i) {
        const bool same =
            i > 0 && surface.positions.col(order[i]) == surface.positions.col(order[i - 1]);
        first[static_cast<std::size_t>(order[i])] =
            same ? first[static_cast<std::size_t>(order[i - 1])] : order[i];
    }
    renumber(surface.triangles, first);
    std::vector<int> whole;
    for (int t = 0; t < surface.n_triangles(); ++t) {
        const auto v = surface.triangles.col(t);
        if (v[0] != v[1] && v[1] != v[2] && v[2] != v[0]) whole.push_back(t);
    }
    keep_columns(surface.triangles, whole);
    return drop_unreferenced(surface);
}

MeshData as_surface(MeshData data) {
    if (!data.surface) {
        data.surface = SurfaceMesh{data.volume->positions, boundary(*data.volume).triangles};
        drop_unreferenced(*data.surface);
    }
    data.volume.reset();
    return data;
}

}  // namespace sinew
