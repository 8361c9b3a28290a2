/// The surface of a solid given by functions (mechanics/shape), as triangles: for `visual:`, and
/// for mesh/voxelize and mesh/tetrahedralize.
///
/// Surface nets: one vertex in each cell of a grid whose corners are not all on one side, at the
/// mean of the points where the cell's edges pass the surface, then drawn onto the surface inside
/// its cell; four triangles' corners around each edge of the grid that passes it. The surface is
/// closed. Sharp edges come out as wide as a cell, and parts thinner than one may be missed.
///
/// Gibson, Constrained Elastic Surface Nets, MICCAI 1998.

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/shape/shape.hpp>

namespace sinew {

namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

/// Values of a shape at the corners of cells that hold it with a margin: the border is outside.
class SampledShape {
public:
    SampledShape(const Shape& shape, double edge) : shape_(shape), edge_(edge) {
        const Eigen::AlignedBox3d box = shape.box();
        n_ = (box.sizes().array() / edge).ceil().cast<int>() + 2;
        lower_ = box.center() - 0.5 * edge * n_.cast<double>().matrix();
        values_.resize(corner(n_ + 1));
        parallel_for(n_[2] + 1, [&](int k) {
            for (int j = 0; j <= n_[1]; ++j)
                for (int i = 0; i <= n_[0]; ++i)
                    values_[corner({i, j, k})] = shape.value(position({i, j, k}));
        });
    }

    SurfaceMesh surface() const {
        std::vector<Vector3d> vertices;
        std::vector<Vector3i> triangles;
        // Vertices of the cells in the layer below and in this one.
        std::array<std::vector<int>, 2> layers;
        for (int k = 0; k < n_[2]; ++k) {
            std::swap(layers[0], layers[1]);
            layers[1] = add_vertices(k, vertices);
            add_triangles(k, layers, vertices, triangles);
        }
        SurfaceMesh mesh{Points(3, Eigen::Index(vertices.size())),
                         Eigen::MatrixXi(3, Eigen::Index(triangles.size()))};
        for (std::size_t i = 0; i < vertices.size(); ++i)
            mesh.positions.col(Eigen::Index(i)) = vertices[i];
        for (std::size_t i = 0; i < triangles.size(); ++i)
            mesh.triangles.col(Eigen::Index(i)) = triangles[i];
        return mesh;
    }

private:
    using GridIndex = Eigen::Array3i;

    std::size_t corner(const GridIndex& at) const {
        return std::size_t(at[0]) +
               std::size_t(n_[0] + 1) * (std::size_t(at[1]) + std::size_t(n_[1] + 1) * at[2]);
    }
    Vector3d position(const GridIndex& at) const {
        return lower_ + edge_ * at.cast<double>().matrix();
    }
    double value(const GridIndex& at) const { return values_[corner(at)]; }
    bool inside(const GridIndex& at) const { return value(at) < 0; }

    std::vector<int> add_vertices(int k, std::vector<Vector3d>& vertices) const {
        std::vector<int> layer(std::size_t(n_[0]) * std::size_t(n_[1]), -1);
        for (int j = 0; j < n_[1]; ++j)
            for (int i = 0; i < n_[0]; ++i) {
                Vector3d sum = Vector3d::Zero();
                const int n = crossings({i, j, k}, sum);
                if (n == 0) continue;
                layer[std::size_t(i + n_[0] * j)] = static_cast<int>(vertices.size());
                vertices.push_back(drawn(sum / n, {i, j, k}));
            }
        return layer;
    }

    /// Number of a cell's twelve edges that cross the surface; adds the crossings' positions to
    /// `sum`.
    int crossings(const GridIndex& cell, Vector3d& sum) const {
        int n = 0;
        for (int edge = 0; edge < 12; ++edge) {
            const int axis = edge / 4;
            GridIndex a = cell;
            a[(axis + 1) % 3] += edge & 1;
            a[(axis + 2) % 3] += edge >> 1 & 1;
            GridIndex b = a;
            ++b[axis];
            if (inside(a) == inside(b)) continue;
            const double t = value(a) / (value(a) - value(b));
            sum += (1 - t) * position(a) + t * position(b);
            ++n;
        }
        return n;
    }

    /// x moved onto the surface by two steps of Newton's method along the gradient, in its cell.
    Vector3d drawn(Vector3d x, const GridIndex& cell) const {
        const double h = 1e-3 * edge_;
        for (int step = 0; step < 2; ++step) {
            Vector3d gradient;
            for (int axis = 0; axis < 3; ++axis) {
                const Vector3d along = h * Vector3d::Unit(axis);
                gradient[axis] = (shape_.value(x + along) - shape_.value(x - along)) / (2 * h);
            }
            if (!(gradient.squaredNorm() > 1e-6)) break;
            x -= shape_.value(x) / gradient.squaredNorm() * gradient;
            x = x.cwiseMax(position(cell)).cwiseMin(position(cell + 1));
        }
        return x;
    }

    /// Adds the triangles around the edges that start at a corner of layer k, and end there or in
    /// the layer above.
    void add_triangles(int k, const std::array<std::vector<int>, 2>& layers,
                       const std::vector<Vector3d>& vertices,
                       std::vector<Vector3i>& triangles) const {
        const auto vertex = [&](const GridIndex& cell) {
            return layers[cell[2] == k][std::size_t(cell[0] + n_[0] * cell[1])];
        };
        for (int j = 0; j < n_[1]; ++j)
            for (int i = 0; i < n_[0]; ++i)
                for (int axis = 0; axis < 3; ++axis) {
                    const GridIndex a(i, j, k), step = Vector3i::Unit(axis).array();
                    if (inside(a) == inside(a + step)) continue;
                    const GridIndex u = Vector3i::Unit((axis + 1) % 3).array();
                    const GridIndex v = Vector3i::Unit((axis + 2) % 3).array();
                    // Counter-clockwise seen from where the edge points to.
                    std::array<int, 4> ring{vertex(a - u - v), vertex(a - v), vertex(a),
                                            vertex(a - u)};
                    if (!inside(a)) std::swap(ring[1], ring[3]);
                    add_quadrangle(ring, vertices, triangles);
                }
    }

    /// Cut along the shorter of its diagonals.
    static void add_quadrangle(const std::array<int, 4>& ring,
                               const std::vector<Vector3d>& vertices,
                               std::vector<Vector3i>& triangles) {
        const auto length = [&](int a, int b) {
            return (vertices[std::size_t(ring[std::size_t(a)])] -
                    vertices[std::size_t(ring[std::size_t(b)])])
                .squaredNorm();
        };
        const std::size_t first = length(0, 2) <= length(1, 3) ? 0 : 1;
        const auto at = [&](std::size_t i) { return ring[(first + i) % 4]; };
        triangles.emplace_back(at(0), at(1), at(2));
        triangles.emplace_back(at(0), at(2), at(3));
    }

    const Shape& shape_;
    double edge_;
    GridIndex n_;
    Vector3d lower_;
    std::vector<double> values_;
};

}  // namespace

class Isosurface final : public MeshSource {
public:
    static constexpr const char* source = "Gibson 1998";

    struct Params {
        Shape shape;
        double edge = 0;
        static constexpr auto fields = std::tuple{
            field("shape", &Params::shape, "The solid").required(),
            field("edge", &Params::edge, unit::m, positive,
                  "Length of a cell's edges, and about that of the triangles'")
                .required(),
        };
    };

    Isosurface(const Params& params, BuildContext& context)
        : MeshSource("the surface", context.where()), params_(params) {
        params_.shape = params.shape.grown(context);
        const Eigen::AlignedBox3d box = params_.shape.bounded_box(context);
        const double n_cells = ((box.sizes().array() / params_.edge).ceil() + 2).prod();
        if (n_cells > most_cells)
            context.fail(context.at("edge"),
                         fmt::format("an edge of {:.6g} m makes {:.2g} cells, more than {:.2g}",
                                     params_.edge, n_cells, most_cells),
                         fmt::format("give an edge of {:.2g} m or more",
                                     1.1 * params_.edge * std::cbrt(n_cells / most_cells)));
    }

protected:
    MeshData generate() const override {
        MeshData data;
        data.surface = SampledShape(params_.shape, params_.edge).surface();
        if (data.surface->n_triangles() == 0)
            throw InputError(params_.shape.mark(),
                             fmt::format("the shape is empty, or too thin to be found by cells of "
                                         "{:.6g} m",
                                         params_.edge),
                             "check differences and intersections, or give a smaller edge");
        return data;
    }

private:
    static constexpr double most_cells = 5e7;

    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Isosurface, "mesh/isosurface", "Triangles of the surface of blended shapes")
