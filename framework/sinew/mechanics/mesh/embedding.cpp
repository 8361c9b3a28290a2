/// A point inside: x(xi) = sum N_a(xi) x_a is inverted by Newton's method in each element whose box
/// holds the point (one step in tets, where the map is affine), and the element it lies deepest in
/// wins. A point outside: the nearest point of the skin gives the element and xi_0, and
///
///     w = N(xi_0) + dN/dxi (dx/dxi)^-1 (x - x(xi_0))
///
/// continues the weights linearly: they sum to 1, give back x, and do not blow up far away as the
/// element's own polynomials would. In tet4 they are the barycentric coordinates.

#include <Eigen/Dense>
#include <optional>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/element_shape.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {
namespace {

/// Distance outside of its element, in reference coordinates, at which a point still counts as
/// inside.
constexpr double tolerance = 1e-9;

/// Depth of xi in the reference element: 0 on its surface, negative outside.
template <ElementType type>
double depth(const Eigen::Vector3d& xi) {
    if constexpr (type == ElementType::hex8)
        return 1 - xi.cwiseAbs().maxCoeff();
    else
        return std::min(xi.minCoeff(), 1 - xi.sum());
}

/// The nearest point of the reference element (near enough: reference coordinates are clamped).
template <ElementType type>
Eigen::Vector3d clamped(const Eigen::Vector3d& xi) {
    if constexpr (type == ElementType::hex8) {
        return xi.cwiseMax(-1).cwiseMin(1);
    } else {
        const Eigen::Vector3d inside = xi.cwiseMax(0);
        return inside / std::max(1.0, inside.sum());
    }
}

/// xi with x(xi) = point, or nothing if Newton's method leaves the element's neighbourhood.
template <ElementType type, class Nodes>
std::optional<Eigen::Vector3d> invert(const Nodes& x, const Eigen::Vector3d& point) {
    using E = Element<type>;
    Eigen::Vector3d xi = E::center();
    for (int i = 0; i < 20; ++i) {
        const Eigen::Vector3d residual = point - x * E::values(xi);
        const Eigen::Matrix3d J = x * E::gradients(xi);
        const Eigen::Vector3d step = J.inverse() * residual;
        xi += step;
        if (!(xi.cwiseAbs().maxCoeff() < 10)) return {};
        if (type == ElementType::tet4 || step.cwiseAbs().maxCoeff() < 1e-12) return xi;
    }
    return {};
}

class Locator {
public:
    explicit Locator(const VolumeMesh& mesh) : mesh_(mesh), skin_(boundary(mesh)) {
        std::vector<BoxTree::Box> boxes(static_cast<std::size_t>(mesh.n_elements()));
        for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
            boxes[static_cast<std::size_t>(e)] = box_of_element(e);
        elements_ = BoxTree(boxes);
        boxes.resize(static_cast<std::size_t>(skin_.triangles.cols()));
        for (std::size_t t = 0; t < boxes.size(); ++t) {
            boxes[t].setEmpty();
            for (int i = 0; i < 3; ++i) boxes[t].extend(corner(static_cast<int>(t), i));
        }
        skin_tree_ = BoxTree(boxes);
    }

    template <ElementType type>
    Embedding locate(const Eigen::Vector3d& point) const {
        int best = -1;
        double best_depth = -tolerance;
        Eigen::Vector3d best_xi = Element<type>::center();
        elements_.overlapping({point, point}, [&](int e) {
            const auto xi = invert<type>(node_positions<type>(mesh_, e), point);
            if (!xi) return;
            const double d = depth<type>(*xi);
            if (d > best_depth || (d == best_depth && e < best)) {
                best = e;
                best_depth = d;
                best_xi = *xi;
            }
        });
        if (best < 0) return hang<type>(point);
        return {best, mesh_.elements.col(best), Element<type>::values(best_xi), true};
    }

private:
    /// Holds the whole element: that of its nodes, or, since curved sides bulge beyond those, of
    /// the Bezier points 2 m - (a + b) / 2 of the edges of a tet10.
    BoxTree::Box box_of_element(Eigen::Index e) const {
        const int n_corners = mesh_.type == ElementType::tet10 ? 4 : nodes_per_element(mesh_.type);
        const auto node = [&](int a) { return mesh_.positions.col(mesh_.elements(a, e)); };
        BoxTree::Box box;
        for (int a = 0; a < n_corners; ++a) box.extend(node(a));
        if (mesh_.type == ElementType::tet10)
            for (int i = 0; i < 6; ++i) {
                const auto& [a, b] = Element<ElementType::tet10>::edges[i];
                box.extend(2 * node(4 + i) - (node(a) + node(b)) / 2);
            }
        const Eigen::Vector3d margin = Eigen::Vector3d::Constant(1e-9 * box.sizes().maxCoeff());
        return {box.min() - margin, box.max() + margin};
    }
    Eigen::Vector3d corner(int triangle, int i) const {
        return mesh_.positions.col(skin_.triangles(i, triangle));
    }
    Eigen::Vector3d nearest_in(int triangle, const Eigen::Vector3d& point) const {
        const Eigen::Vector3d a = corner(triangle, 0), b = corner(triangle, 1),
                              c = corner(triangle, 2);
        const Eigen::Vector3d w = nearest_in_triangle(point, a, b, c);
        return w[0] * a + w[1] * b + w[2] * c;
    }

    template <ElementType type>
    Embedding hang(const Eigen::Vector3d& point) const {
        using E = Element<type>;
        // From farther away squares of distances are no numbers, and all points are as near.
        const Eigen::Vector3d from = point.cwiseMax(-1e100).cwiseMin(1e100);
        const int triangle =
            skin_tree_
                .nearest(from, [&](int t) { return (nearest_in(t, from) - from).squaredNorm(); })
                .first;
        const int e = skin_.element[static_cast<std::size_t>(triangle)];
        const auto x = node_positions<type>(mesh_, e);
        const auto on_skin = invert<type>(x, nearest_in(triangle, from));
        const Eigen::Vector3d xi = clamped<type>(on_skin.value_or(E::center()));
        const typename E::Values N = E::values(xi);
        const typename E::Gradients dN = E::gradients(xi);
        const Eigen::Matrix3d J = x * dN;
        return {e, mesh_.elements.col(e), N + dN * (J.inverse() * (point - x * N)), false};
    }

    const VolumeMesh& mesh_;
    Boundary skin_;
    BoxTree elements_, skin_tree_;
};

}  // namespace

std::vector<Embedding> embed(const VolumeMesh& mesh, const Points& points) {
    SINEW_ASSERT(mesh.n_elements() > 0, "a mesh without elements");
    const Locator locator(mesh);
    std::vector<Embedding> result(static_cast<std::size_t>(points.cols()));
    dispatch(mesh.type, [&](auto type) {
        parallel_for(points.cols(), [&](Eigen::Index i) {
            result[static_cast<std::size_t>(i)] = locator.template locate<type()>(points.col(i));
        });
    });
    return result;
}

}  // namespace sinew
