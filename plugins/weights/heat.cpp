/// Weights as heat that flows from the bones to the skin, along the skin, and from there inwards.
///
///     -Laplacian w_j + H w_j = H p_j     on the skin,     -Laplacian w_j = 0   inside
///     H = k c / d^2   where the straight line to the nearest bone, at the distance d [m], stays
///                     inside the body; else 0 (no heat comes in there)
///     p_j = 1/k       of the nearest bone; k bones that are equally near (to 1e-6) share
///
/// Both Laplacians are the cotangent ones; H acts with a third of the triangles at a node. Weights
/// of the skin are boundary values for those inside. They lie between 0 and 1 of themselves where
/// no cotangent weight is negative (Delaunay meshes, say); elsewhere negative ones are set to 0.
/// Weights below 1e-9 are dropped, and rows are divided by their sum. A cavity none of whose nodes
/// sees its nearest bone is treated like the inside.
///
/// The mesh is of tet4. Bones have to lie inside the body: a node of the skin sees no bone outside.
///
/// Baran & Popovic, Automatic rigging and animation of 3D characters, 2007, section 4 (the skin).

#include <fmt/format.h>

#include <Eigen/SparseCholesky>
#include <limits>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/mesh/components.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>
#include <sinew/mechanics/weights/weights.hpp>

#include "heat/line_of_sight.hpp"

namespace sinew {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

/// Heat sources of each node of the skin: none where H is 0.
struct Sources {
    Eigen::VectorXd H;  ///< [1/m^2]
    Eigen::MatrixXd p;  ///< n_nodes x n_bones
};

/// The point of a bone that is nearest to x.
Eigen::Vector3d point_on(const Bone& bone, const Eigen::Vector3d& x) {
    Eigen::Vector3d nearest = bone.joint;
    double least = std::numeric_limits<double>::infinity();
    for (const BoneSegment& segment : bone.segments) {
        const Eigen::Vector3d position = nearest_on(segment, x);
        const double distance = (position - x).norm();
        if (distance >= least) continue;
        least = distance;
        nearest = position;
    }
    return nearest;
}

Sources sources(const VolumeMesh& mesh, const Boundary& skin, const std::vector<Bone>& bones,
                double c) {
    Sources result{Eigen::VectorXd::Zero(mesh.n_nodes()),
                   Eigen::MatrixXd::Zero(mesh.n_nodes(), Eigen::Index(bones.size()))};
    const LineOfSight sight(mesh, skin);
    // A bone may touch the skin.
    const double least_distance = 1e-6 * bounding_box(mesh.positions).sizes().norm();
    Points points(3, Eigen::Index(bones.size()));
    for (const int i : skin.nodes) {
        const Eigen::Vector3d x = mesh.positions.col(i);
        for (std::size_t j = 0; j < bones.size(); ++j)
            points.col(Eigen::Index(j)) = point_on(bones[j], x);
        const Eigen::VectorXd distances = (points.colwise() - x).colwise().norm();
        const double nearest = distances.minCoeff();
        for (Eigen::Index j = 0; j < distances.size(); ++j)
            if (distances(j) <= (1 + 1e-6) * nearest && sight.is_clear(i, points.col(j)))
                result.p(i, j) = 1;
        const double k = result.p.row(i).sum();
        if (k == 0) continue;
        const double d = std::max(nearest, least_distance);
        result.p.row(i) /= k;
        result.H(i) = k * c / (d * d);
    }
    return result;
}

/// Nodes of those parts of the skin that any heat reaches.
std::vector<char> heated_nodes(const VolumeMesh& mesh, const Boundary& skin,
                               const Eigen::VectorXd& H) {
    DisjointSets parts(int(mesh.n_nodes()));
    for (const auto& triangle : skin.triangles.colwise())
        for (const int i : triangle) parts.unite(triangle[0], i);
    std::vector<char> is_warm(std::size_t(mesh.n_nodes()), 0), result = is_warm;
    for (const int i : skin.nodes)
        if (H(i) > 0) is_warm[std::size_t(parts.find(i))] = 1;
    for (const int i : skin.nodes) result[std::size_t(i)] = is_warm[std::size_t(parts.find(i))];
    return result;
}

/// A node of a part of the body that no heat reaches; -1 if there is none.
int node_left_cold(const VolumeMesh& mesh, const std::vector<char>& is_heated) {
    DisjointSets parts(int(mesh.n_nodes()));
    for (const auto& element : mesh.elements.colwise())
        for (const int i : element) parts.unite(element[0], i);
    std::vector<char> is_warm(is_heated.size(), 0);
    for (int i = 0; i < int(is_heated.size()); ++i)
        if (is_heated[std::size_t(i)]) is_warm[std::size_t(parts.find(i))] = 1;
    for (int i = 0; i < int(is_heated.size()); ++i)
        if (!is_warm[std::size_t(parts.find(i))]) return i;
    return -1;
}

std::vector<int> where(const std::vector<char>& flags, bool value) {
    std::vector<int> nodes;
    for (std::size_t i = 0; i < flags.size(); ++i)
        if (bool(flags[i]) == value) nodes.push_back(int(i));
    return nodes;
}

/// Rows and columns of a square matrix.
Sparse block(const Sparse& matrix, const std::vector<int>& rows, const std::vector<int>& columns) {
    std::vector<int> position(std::size_t(matrix.rows()), -1);
    for (std::size_t r = 0; r < rows.size(); ++r) position[std::size_t(rows[r])] = int(r);
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t c = 0; c < columns.size(); ++c)
        for (Sparse::InnerIterator entry(matrix, columns[c]); entry; ++entry)
            if (const int r = position[std::size_t(entry.row())]; r >= 0)
                entries.emplace_back(r, int(c), entry.value());
    Sparse result(Eigen::Index(rows.size()), Eigen::Index(columns.size()));
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

Eigen::MatrixXd solved(const Sparse& A, const Eigen::MatrixXd& rhs) {
    const Eigen::SimplicialLDLT<Sparse> factors(A);
    SINEW_ASSERT(factors.info() == Eigen::Success, "not definite, of {} rows", A.rows());
    return factors.solve(rhs);
}

/// (K + M H) w = M H p on the given nodes.
Eigen::MatrixXd on_skin(const VolumeMesh& mesh, const Boundary& skin, const Sources& from,
                        const std::vector<int>& nodes) {
    const Eigen::VectorXd heat =
        areas_of_points(mesh.positions, skin.triangles).cwiseProduct(from.H);
    Sparse A = block(surface_laplacian(mesh.positions, skin.triangles), nodes, nodes);
    A += Sparse(Eigen::VectorXd(heat(nodes)).asDiagonal());
    const Eigen::MatrixXd rhs =
        Eigen::VectorXd(heat(nodes)).asDiagonal() * from.p(nodes, Eigen::all);
    return solved(A, rhs);
}

/// Writes the harmonic extension into the rows of `inside`.
void extend(const VolumeMesh& mesh, const std::vector<int>& given, const std::vector<int>& inside,
            Eigen::MatrixXd& w) {
    if (inside.empty()) return;
    const Sparse K = volume_laplacian(mesh);
    const Eigen::MatrixXd rhs = -(block(K, inside, given) * Eigen::MatrixXd(w(given, Eigen::all)));
    w(inside, Eigen::all) = solved(block(K, inside, inside), rhs);
}

SkinWeights clamped(const Eigen::MatrixXd& w) {
    constexpr double least = 1e-9;
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index i = 0; i < w.rows(); ++i) {
        double sum = 0;
        for (const double value : w.row(i))
            if (value > least) sum += value;
        for (Eigen::Index j = 0; j < w.cols(); ++j)
            if (w(i, j) > least) entries.emplace_back(int(i), int(j), w(i, j) / sum);
    }
    SkinWeights result(w.rows(), w.cols());
    result.setFromTriplets(entries.begin(), entries.end());
    return result;
}

}  // namespace

class Heat final : public Weights {
public:
    struct Params {
        double c = 1;
        static constexpr auto fields = std::tuple{
            field("c", &Params::c, unit::one, positive,
                  "How much heat the bones give: weights change over a length of d/sqrt(c)"),
        };
    };
    static constexpr const char* source = "Baran & Popovic 2007, section 4";

    explicit Heat(const Params& params) : c_(params.c) {}

    SkinWeights on_nodes(const VolumeMesh& mesh, const std::vector<Bone>& bones) const override {
        if (mesh.type != ElementType::tet4)
            provenance.fail(fmt::format("weights/heat works on tet4, and the elements of {} are {}",
                                        provenance.node_path, name_of(mesh.type)),
                            "mesh it with tet4, or use weights: {type: closest_bone, blend: ...}");
        const Boundary skin = boundary(mesh);
        const Sources from = sources(mesh, skin, bones, c_);
        const std::vector<char> is_heated = heated_nodes(mesh, skin, from.H);
        if (const int i = node_left_cold(mesh, is_heated); i >= 0)
            provenance.fail(
                fmt::format("no node of the skin sees its nearest bone, in the part of {} about "
                            "({:.4g}, {:.4g}, {:.4g}) m",
                            provenance.node_path, mesh.positions(0, i), mesh.positions(1, i),
                            mesh.positions(2, i)),
                "move the bones inside the body, or use weights: {type: closest_bone}");
        const std::vector<int> given = where(is_heated, true);
        Eigen::MatrixXd w = Eigen::MatrixXd::Zero(mesh.n_nodes(), Eigen::Index(bones.size()));
        w(given, Eigen::all) = on_skin(mesh, skin, from, given);
        extend(mesh, given, where(is_heated, false), w);
        return clamped(w);
    }

private:
    double c_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Heat, "weights/heat", "Weights as heat that flows from the bones to the skin")
