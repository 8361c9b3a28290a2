#include <algorithm>
#include <numeric>
#include <sinew/mechanics/material/alike_laws.hpp>
#include <sinew/mechanics/material/plasticity.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <sinew/mechanics/mesh/element_shape.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/recovery/nodal_recovery.hpp>

namespace sinew {

namespace {

using Eigen::Index;

/// Where values are sampled, and their values: element after element.
struct Samples {
    Index n_each = 0;        ///< samples of an element
    Points positions;        ///< at rest [m]
    Eigen::MatrixXd values;  ///< k x n
};

Samples sampled(const VolumeMesh& mesh, const PointFields& points, const Eigen::MatrixXd& values) {
    Samples all{points.n_points, Points(3, values.cols()), values};
    for (Index q = 0; q < points.n_points; ++q) {
        const Eigen::VectorXd N = shape(mesh.type, points.xi.col(q));
        for (Index e = 0; e < mesh.n_elements(); ++e) {
            all.positions.col(points.n_points * e + q).setZero();
            for (Index a = 0; a < N.size(); ++a)
                all.positions.col(points.n_points * e + q) +=
                    N[a] * mesh.positions.col(mesh.elements(a, e));
        }
    }
    if (mesh.type != ElementType::hex8) return all;
    return {1, points.means(all.positions), points.means(values)};
}

/// A polynomial about the centre of its samples, in coordinates that are of order one on its patch.
struct PatchPolynomial {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double radius = 1;             ///< [m]
    Eigen::MatrixXd coefficients;  ///< terms x k

    /// 1, x y z, xx yy zz xy yz zx: as many as `n`.
    static Eigen::RowVectorXd terms(const Eigen::Vector3d& x, Index n) {
        Eigen::RowVectorXd all(10);
        all << 1, x.x(), x.y(), x.z(), x.x() * x.x(), x.y() * x.y(), x.z() * x.z(), x.x() * x.y(),
            x.y() * x.z(), x.z() * x.x();
        return all.head(n);
    }
    Eigen::VectorXd operator()(const Eigen::Vector3d& x) const {
        return (terms((x - centre) / radius, coefficients.rows()) * coefficients).transpose();
    }
};

/// Terms of a polynomial of the displacements' degree.
Index full_terms(ElementType type) {
    return type == ElementType::tet10 ? 10 : 4;
}

/// The elements around a corner, and more until there are twice as many samples as terms.
std::vector<int> patch_of(const MaterialPatches& patches, Index corner, Index least) {
    const std::span<const int> around = patches.elements(corner);
    std::vector<int> patch(around.begin(), around.end());
    while (Index(patch.size()) < least) {
        std::vector<int> larger = patches.grown(patch);
        if (larger.size() == patch.size()) break;
        patch = std::move(larger);
    }
    return patch;
}

PatchPolynomial fitted(const std::vector<int>& patch, const Samples& samples, Index terms) {
    const Index n = samples.n_each * Index(patch.size());
    // What a single element holds is linear at most, or constant.
    while (n < terms) terms = terms == 10 ? 4 : 1;
    std::vector<Index> from;
    for (const int e : patch)
        for (Index q = 0; q < samples.n_each; ++q) from.push_back(samples.n_each * e + q);
    PatchPolynomial polynomial;
    polynomial.centre = samples.positions(Eigen::all, from).rowwise().mean();
    const Points offsets = samples.positions(Eigen::all, from).colwise() - polynomial.centre;
    polynomial.radius = std::max(offsets.colwise().norm().maxCoeff(), 1e-300);
    Eigen::MatrixXd A(n, terms);
    for (Index i = 0; i < n; ++i)
        A.row(i) = PatchPolynomial::terms(offsets.col(i) / polynomial.radius, terms);
    // Samples in a plane (one layer of hex8) leave terms across it undecided: about their centre
    // the least solution takes nothing of them.
    constexpr double undecided = 1e-6;
    polynomial.coefficients =
        least_squares(A, samples.values(Eigen::all, from).transpose(), undecided);
    return polynomial;
}

}  // namespace

NodalRecovery::NodalRecovery(const Body& body)
    : mesh_(body.mesh),
      patches_(body.mesh,
               alike_laws(*elastic_part(*body.material).bind(body.mesh), body.mesh.n_elements())),
      volume_(Eigen::VectorXd::Zero(patches_.n_corners())) {
    const Eigen::VectorXd volumes = element_volumes(mesh_);
    for (Index c = 0; c < volume_.size(); ++c)
        for (const int e : patches_.elements(c)) volume_[c] += volumes[e];
}

/// Edges of tet10 have nodes in their middle; all other nodes are vertices.
bool NodalRecovery::is_vertex(int corner) const {
    if (mesh_.type != ElementType::tet10) return true;
    const auto nodes = mesh_.elements.col(patches_.elements(corner).front());
    return (nodes.head<4>().array() == patches_.node(corner)).any();
}

/// The corners at both ends of an edge, of the material of the corner in its middle.
std::array<int, 2> NodalRecovery::ends_of_edge(int corner) const {
    const int e = patches_.elements(corner).front();
    int k = 0;
    while (patches_.corner(4 + k, e) != corner) ++k;
    const auto& edge = Element<ElementType::tet10>::edges[k];
    return {patches_.corner(edge[0], e), patches_.corner(edge[1], e)};
}

Eigen::MatrixXd NodalRecovery::at_corners(const PointFields& points, const Eigen::MatrixXd& values,
                                          const std::vector<int>& corners) const {
    const Samples samples = sampled(mesh_, points, values);
    const Index terms = full_terms(mesh_.type);
    const Index least = (2 * terms + samples.n_each - 1) / samples.n_each;
    std::vector<int> vertices;
    for (const int corner : corners) {
        if (is_vertex(corner))
            vertices.push_back(corner);
        else
            for (const int end : ends_of_edge(corner)) vertices.push_back(end);
    }
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    std::vector<PatchPolynomial> polynomials(vertices.size());
    parallel_for(vertices.size(), [&](std::size_t i) {
        polynomials[i] = fitted(patch_of(patches_, vertices[i], least), samples, terms);
    });
    const auto at = [&](int vertex, const Eigen::Vector3d& x) {
        const auto found = std::lower_bound(vertices.begin(), vertices.end(), vertex);
        return polynomials[std::size_t(found - vertices.begin())](x);
    };
    Eigen::MatrixXd result(values.rows(), Index(corners.size()));
    parallel_for(Index(corners.size()), [&](Index i) {
        const int corner = corners[std::size_t(i)];
        const Eigen::Vector3d x = mesh_.positions.col(patches_.node(corner));
        if (is_vertex(corner)) {
            result.col(i) = at(corner, x);
        } else {
            const auto [one, other] = ends_of_edge(corner);
            result.col(i) = 0.5 * (at(one, x) + at(other, x));
        }
    });
    return result;
}

Eigen::MatrixXd NodalRecovery::at_nodes(const PointFields& points,
                                        const Eigen::MatrixXd& values) const {
    std::vector<int> all(std::size_t(patches_.n_corners()));
    std::iota(all.begin(), all.end(), 0);
    const Eigen::MatrixXd at_all = at_corners(points, values, all);
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(values.rows(), mesh_.n_nodes());
    for (int node = 0; node < mesh_.n_nodes(); ++node)
        for (const auto& [corner, share] : shares(node))
            result.col(node) += share * at_all.col(corner);
    return result;
}

std::vector<std::pair<int, double>> NodalRecovery::shares(int node) const {
    const auto [first, end] = patches_.corners_of(node);
    const double whole = volume_.segment(first, end - first).sum();
    std::vector<std::pair<int, double>> shares;
    for (int corner = first; corner < end; ++corner)
        shares.emplace_back(corner, volume_[corner] / whole);
    return shares;
}

}  // namespace sinew
