#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <limits>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/components.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/element_shape.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {
namespace {

/// Below this fraction of the cube of its longest edge a volume is nothing but round-off.
constexpr double flat = 1e-12;

/// The integral of det dx/dxi over each element, and its smallest value at the points of the rule.
struct Jacobians {
    Eigen::VectorXd volume;
    Eigen::VectorXd least;
};

template <ElementType type>
Jacobians jacobians(const VolumeMesh& mesh) {
    using E = Element<type>;
    // det dx/dxi has degree 0 (tet4), 3 (tet10), 2 in each coordinate (hex8).
    const Quadrature rule = quadrature(type, type == ElementType::tet4 ? 1 : 3);
    std::vector<typename E::Gradients> gradients;
    for (Eigen::Index q = 0; q < rule.weights.size(); ++q)
        gradients.push_back(E::gradients(rule.points.col(q)));
    Jacobians result{Eigen::VectorXd(mesh.n_elements()), Eigen::VectorXd(mesh.n_elements())};
    parallel_for(mesh.n_elements(), [&](Eigen::Index e) {
        const auto x = node_positions<type>(mesh, e);
        double volume = 0, least = std::numeric_limits<double>::infinity();
        for (std::size_t q = 0; q < gradients.size(); ++q) {
            const double J = (x * gradients[q]).determinant();
            volume += rule.weights[static_cast<Eigen::Index>(q)] * J;
            least = std::min(least, J);
        }
        result.volume[e] = volume;
        result.least[e] = least;
    });
    return result;
}

Jacobians jacobians(const VolumeMesh& mesh) {
    return dispatch(mesh.type, [&](auto type) { return jacobians<type()>(mesh); });
}

/// Pairs of nodes joined by a straight edge, corners only.
constexpr int tet_edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
constexpr int hex_edges[12][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                  {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
/// The three neighbours of each corner of a hexahedron, right-handed.
constexpr int hex_neighbours[8][3] = {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7},
                                      {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}};

double longest_edge(const VolumeMesh& mesh, Eigen::Index e) {
    double longest = 0;
    const auto measure = [&](const int(&edge)[2]) {
        const auto a = mesh.positions.col(mesh.elements(edge[0], e));
        const auto b = mesh.positions.col(mesh.elements(edge[1], e));
        longest = std::max(longest, (a - b).squaredNorm());
    };
    if (mesh.type == ElementType::hex8)
        for (const auto& edge : hex_edges) measure(edge);
    else
        for (const auto& edge : tet_edges) measure(edge);
    return std::sqrt(longest);
}

double cubed(double x) {
    return x * x * x;
}

double scaled_jacobian(const VolumeMesh& mesh, Eigen::Index e) {
    const auto x = node_positions<ElementType::hex8>(mesh, e);
    double least = std::numeric_limits<double>::infinity();
    for (int a = 0; a < 8; ++a) {
        Eigen::Matrix3d edges;
        for (int i = 0; i < 3; ++i)
            edges.col(i) = (x.col(hex_neighbours[a][i]) - x.col(a)).normalized();
        least = std::min(least, edges.determinant());
    }
    return least;
}

struct Range {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    void extend(double x) {
        low = std::min(low, x);
        high = std::max(high, x);
    }
};

/// Angles between the faces of the tetrahedron of the corners, at its six edges [rad].
void extend_dihedrals(const VolumeMesh& mesh, Eigen::Index e, Range& range) {
    const auto& local = faces(ElementType::tet4);
    Eigen::Matrix<double, 3, 4> normals;
    for (int f = 0; f < 4; ++f) {
        const auto& face = local[static_cast<std::size_t>(f)];
        const Eigen::Vector3d a = mesh.positions.col(mesh.elements(face[0], e));
        const Eigen::Vector3d b = mesh.positions.col(mesh.elements(face[1], e));
        const Eigen::Vector3d c = mesh.positions.col(mesh.elements(face[2], e));
        normals.col(f) = (b - a).cross(c - a).normalized();
    }
    for (int f = 0; f < 4; ++f)
        for (int g = f + 1; g < 4; ++g)
            range.extend(std::acos(std::clamp(-normals.col(f).dot(normals.col(g)), -1.0, 1.0)));
}

int count_components(const VolumeMesh& mesh, const std::vector<char>& referenced) {
    DisjointSets sets(static_cast<int>(mesh.n_nodes()));
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (Eigen::Index a = 1; a < mesh.elements.rows(); ++a)
            sets.unite(mesh.elements(0, e), mesh.elements(a, e));
    int n = 0;
    for (int i = 0; i < mesh.n_nodes(); ++i)
        n += referenced[static_cast<std::size_t>(i)] && sets.find(i) == i;
    return n;
}

/// "elements 3, 17, 20 ... (counted from 0)"
std::string listed(const std::vector<int>& numbers) {
    const std::size_t most = 10;
    const auto last = numbers.begin() + static_cast<std::ptrdiff_t>(std::min(most, numbers.size()));
    return fmt::format("{}{}", fmt::join(numbers.begin(), last, ", "),
                       numbers.size() > most ? ", ..." : "");
}

std::string position_defect(const Points& positions, const char* what) {
    for (Eigen::Index i = 0; i < positions.cols(); ++i)
        if (!positions.col(i).allFinite())
            return fmt::format("{} {} (counted from 0) is at ({}, {}, {})", what, i,
                               positions(0, i), positions(1, i), positions(2, i));
    // Beyond these, volumes and stiffnesses leave the range of double precision.
    constexpr double least = 1e-50, most = 1e50;
    const double size = positions.cols() > 0 ? bounding_box(positions).diagonal().norm() : 0;
    if (positions.cols() > 1 && !(size >= least && size <= most))
        return fmt::format(
            "it extends over {:.3g} m, which cannot be computed with (check its scale)", size);
    return {};
}

std::string index_defect(const Eigen::MatrixXi& cells, Eigen::Index n_points, const char* cell,
                         const char* point) {
    for (Eigen::Index e = 0; e < cells.cols(); ++e)
        for (Eigen::Index a = 0; a < cells.rows(); ++a)
            if (const int i = cells(a, e); i < 0 || i >= n_points)
                return fmt::format("{} {} (counted from 0) names {} {}, but there are {} of them",
                                   cell, e, point, i, n_points);
    return {};
}

/// The first defect of the sets and arrays of n nodes (or elements); "" if there is none.
std::string attached_defect(const std::map<std::string, std::vector<int>>& sets,
                            const std::map<std::string, Eigen::MatrixXd>& arrays, Eigen::Index n,
                            const char* what) {
    for (const auto& [name, members] : sets)
        for (const int i : members)
            if (i < 0 || i >= n)
                return fmt::format("the {} set '{}' names {} {}, but there are {} of them", what,
                                   name, what, i, n);
    for (const auto& [name, values] : arrays)
        if (values.cols() != n)
            return fmt::format("the {} array '{}' has {} values for {} {}s", what, name,
                               values.cols(), n, what);
    return {};
}

/// The first text that is not empty.
std::string first_of(std::initializer_list<std::string> texts) {
    for (const std::string& text : texts)
        if (!text.empty()) return text;
    return {};
}

}  // namespace

Eigen::VectorXd element_volumes(const VolumeMesh& mesh) {
    return jacobians(mesh).volume;
}

MeshQuality quality(const VolumeMesh& mesh) {
    MeshQuality result;
    const Eigen::Index n = mesh.n_elements();
    const Jacobians J = jacobians(mesh);
    result.volume = J.volume.sum();
    Range quality_range, dihedral;
    double sum = 0;
    for (Eigen::Index e = 0; e < n; ++e) {
        const double cube = cubed(longest_edge(mesh, e));
        if (!(std::abs(J.volume[e]) > flat * cube))
            result.degenerate.push_back(static_cast<int>(e));
        else if (!(J.least[e] > 0))
            result.inverted.push_back(static_cast<int>(e));
        double q = 0;
        if (mesh.type == ElementType::hex8) {
            q = scaled_jacobian(mesh, e);
        } else {
            q = cube > 0 ? 6 * std::sqrt(2.0) * std::abs(J.volume[e]) / cube : 0;
            extend_dihedrals(mesh, e, dihedral);
        }
        quality_range.extend(q);
        sum += q;
    }
    if (n > 0) {
        result.min_quality = quality_range.low;
        result.mean_quality = sum / static_cast<double>(n);
        if (mesh.type != ElementType::hex8) {
            result.min_dihedral = dihedral.low;
            result.max_dihedral = dihedral.high;
        }
    }
    std::vector<char> referenced(static_cast<std::size_t>(mesh.n_nodes()), 0);
    for (Eigen::Index i = 0; i < mesh.elements.size(); ++i)
        referenced[static_cast<std::size_t>(mesh.elements.data()[i])] = 1;
    for (std::size_t i = 0; i < referenced.size(); ++i)
        if (!referenced[i]) result.unreferenced.push_back(static_cast<int>(i));
    result.n_components = count_components(mesh, referenced);
    return result;
}

std::string structural_defect(const VolumeMesh& mesh) {
    if (mesh.n_elements() == 0) return "the mesh has no elements";
    return first_of(
        {position_defect(mesh.positions, "node"),
         index_defect(mesh.elements, mesh.n_nodes(), "element", "node"),
         attached_defect(mesh.node_sets, mesh.node_arrays, mesh.n_nodes(), "node"),
         attached_defect(mesh.element_sets, mesh.element_arrays, mesh.n_elements(), "element")});
}

std::string structural_defect(const SurfaceMesh& surface) {
    if (surface.n_triangles() == 0) return "the surface has no triangles";
    return first_of({position_defect(surface.positions, "vertex"),
                     index_defect(surface.triangles, surface.n_points(), "triangle", "vertex")});
}

std::string defect(const VolumeMesh& mesh) {
    if (std::string text = structural_defect(mesh); !text.empty()) return text;

    const Jacobians J = jacobians(mesh);
    std::vector<int> inverted, degenerate;
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        if (!(std::abs(J.volume[e]) > flat * cubed(longest_edge(mesh, e))))
            degenerate.push_back(static_cast<int>(e));
        else if (!(J.least[e] > 0))
            inverted.push_back(static_cast<int>(e));
    }
    if (inverted.empty() && degenerate.empty()) return {};
    std::string text;
    if (!inverted.empty())
        text = fmt::format("{} of {} elements are inverted (negative volume): {}", inverted.size(),
                           mesh.n_elements(), listed(inverted));
    if (!degenerate.empty())
        text += fmt::format("{}{} of {} elements have no volume: {}", text.empty() ? "" : "; ",
                            degenerate.size(), mesh.n_elements(), listed(degenerate));
    return text + " (counted from 0)";
}

}  // namespace sinew
