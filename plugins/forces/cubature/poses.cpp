#include "poses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::cubature {

namespace {

/// Below this part of the largest eigenvalue a mode moves the body without deforming it.
constexpr double rigid = 1e-9;
constexpr int most_rejections = 40;  ///< in a row
/// Below this part of the snapshots' root mean square one is at rest.
constexpr double at_rest = 1e-5;

/// Modes z of the linear motion in the subspace, K z = omega^2 M z, each times 1 / omega: with
/// standard normal coordinates every mode has the same mean energy. Modes that do not deform the
/// body go as far as the softest that does. r x r.
Eigen::MatrixXd modes_of_equal_energy(FullBody& full, const Eigen::MatrixXd& U,
                                      const SourceMark& where) {
    const Index r = U.cols();
    const BlockTangent K = full.matrix(Vector::Zero(full.size()), 1, 0);
    Eigen::MatrixXd K_r(r, r), M_r(r, r);
    Vector y;
    for (Index j = 0; j < r; ++j) {
        K.apply(U.col(j), y);
        K_r.col(j).noalias() = U.transpose() * y;
        full.mass().multiply(U.col(j), y);
        M_r.col(j).noalias() = U.transpose() * y;
    }
    const SymmetricDecomposition modes = symmetric_decomposition(K_r, M_r);
    const Vector& squares = modes.values;
    Index softest = 0;
    while (softest < r && !(squares[softest] > rigid * squares[r - 1])) ++softest;
    if (softest == r)
        throw InputError(where, "the basis holds no vector that deforms the body",
                         "forces of a body that only moves as a whole need no cubature: use "
                         "forces: {type: projection}");
    return modes.vectors *
           squares.cwiseMax(squares[softest]).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The largest root mean square displacement of a node for independent normal coordinates.
double spread(const Eigen::MatrixXd& U, const Eigen::MatrixXd& modes) {
    Vector squares = Vector::Zero(U.rows() / 3);
    Vector u;
    for (Index k = 0; k < modes.cols(); ++k) {
        u.noalias() = U * modes.col(k);
        squares += u.reshaped(3, squares.size()).colwise().squaredNorm().transpose();
    }
    return std::sqrt(squares.maxCoeff());
}

/// Poses, their forces, the target of the fit and one column for each of r elements: with less than
/// that no cubature is found.
void refuse_too_many(int count, Index r, const Origin& origin) {
    const double each = double(sizeof(double)) * double(r) * double(4 + r);
    const double needed = each * count;
    const auto there = double(memory_of_machine());
    if (needed <= there) return;
    throw InputError(
        origin.at("poses.count"),
        fmt::format("{} poses of {} reduced coordinates take at least {:.3g} GB of memory, and "
                    "there are {:.3g} GB",
                    count, r, needed / 1e9, there / 1e9),
        fmt::format("take at most count: {:.0f}; some hundreds are enough as a rule",
                    std::floor(there / each)));
}

double squared_mass_norm(const FullBody& full, const Eigen::MatrixXd& X) {
    return X.cwiseProduct(full.mass().times(X)).sum();
}

}  // namespace

Poses random_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                   Random& random, const Origin& origin) {
    const int count = params.n_gaussian();
    refuse_too_many(count, U.cols(), origin);
    const Eigen::MatrixXd modes = modes_of_equal_energy(full, U, origin.where);
    const double amplitude = params.gaussian_amplitude();
    const double scale = amplitude * full.system.length_scale() / spread(U, modes);
    Poses poses;
    poses.q.resize(U.cols(), count);
    poses.forces.resize(U.cols(), count);
    Vector z(U.cols()), u, f;
    for (int t = 0; t < count; ++t) {
        int n_rejected = 0;
        for (double factor = 1;; factor *= 0.7) {
            for (double& entry : z) entry = random.normal();
            poses.q.col(t).noalias() = modes * (factor * scale * z);
            u.noalias() = U * poses.q.col(t);
            const Event event = full.assembler().forces(u, f);
            poses.forces.col(t).noalias() = U.transpose() * f;
            if (!event && poses.forces.col(t).norm() > 0) break;
            if (++n_rejected > most_rejections)
                throw InputError(
                    origin.at("poses.amplitude"),
                    fmt::format("no pose without inverted elements was found, not even "
                                "at {:.1g} times the amplitude of {:g}",
                                factor, amplitude),
                    "lower poses.amplitude, and look at the basis and the mesh");
        }
        poses.n_rejected += n_rejected;
    }
    return poses;
}

Poses snapshot_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                     Random& random, const Origin& origin) {
    const Eigen::MatrixXd S = snapshot_displacements(params, full);
    const Eigen::MatrixXd MU = full.mass().times(U);
    Eigen::MatrixXd q = transpose_times(U, MU).llt().solve(transpose_times(MU, S));
    Poses poses;
    const double whole = squared_mass_norm(full, S);
    if (whole > 0) {
        Eigen::MatrixXd left = S;
        tall_product(-1, U, q, 1, left);
        poses.outside = std::sqrt(std::max(squared_mass_norm(full, left), 0.0) / whole);
    }

    std::vector<Index> order(std::size_t(q.cols()));
    std::iota(order.begin(), order.end(), 0);
    for (int k = int(order.size()) - 1; k > 0; --k)
        std::swap(order[std::size_t(k)], order[std::size_t(random.below(k + 1))]);
    q = q(Eigen::all, order).eval();

    const double least = at_rest * std::sqrt(whole / std::max<Index>(q.cols(), 1));
    poses.q.resize(U.cols(), q.cols());
    poses.forces.resize(U.cols(), q.cols());
    Index n = 0;
    Vector u, f;
    for (Index t = 0; t < q.cols(); ++t) {
        u.noalias() = U * q.col(t);
        if (squared_mass_norm(full, u) <= least * least) {
            ++poses.n_at_rest;
        } else if (full.assembler().forces(u, f)) {
            ++poses.n_rejected;
        } else {
            poses.q.col(n) = q.col(t);
            poses.forces.col(n).noalias() = U.transpose() * f;
            if (poses.forces.col(n).norm() > 0) ++n;
        }
    }
    if (n == 0)
        throw InputError(origin.at("poses.snapshots"),
                         fmt::format("no pose is left of {} snapshots: {} are at rest in the "
                                     "subspace, {} have inverted elements there",
                                     q.cols(), poses.n_at_rest, poses.n_rejected),
                         "take a run in which the body is deformed, and a basis that holds its "
                         "deformations");
    poses.q.conservativeResize(Eigen::NoChange, n);
    poses.forces.conservativeResize(Eigen::NoChange, n);
    return poses;
}

}  // namespace sinew::cubature
