#include "poses.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

namespace sinew::cubature {

namespace {

/// Below this part of the largest eigenvalue a mode moves the body without deforming it.
constexpr double rigid = 1e-9;
constexpr int most_rejections = 40;  ///< in a row

/// Modes z of the linear motion in the subspace, K z = omega^2 M z, each times 1 / omega: with
/// standard normal coordinates every mode has the same mean energy. Modes that do not deform the
/// body go as far as the softest that does. r x r.
Eigen::MatrixXd modes_of_equal_energy(FullBody& full, const Eigen::MatrixXd& U,
                                      const SourceMark& where) {
    const Index r = U.cols();
    const FullSpaceTangent K = full.matrix(Vector::Zero(full.size()), 1, 0);
    Eigen::MatrixXd K_r(r, r), M_r(r, r);
    Vector y;
    for (Index j = 0; j < r; ++j) {
        K.apply(U.col(j), y);
        K_r.col(j).noalias() = U.transpose() * y;
        full.mass().multiply(U.col(j), y);
        M_r.col(j).noalias() = U.transpose() * y;
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(K_r, M_r);
    const Vector& squares = modes.eigenvalues();
    Index softest = 0;
    while (softest < r && !(squares[softest] > rigid * squares[r - 1])) ++softest;
    if (softest == r)
        throw InputError(where, "the basis holds no vector that deforms the body",
                         "forces of a body that only moves as a whole need no cubature: use "
                         "forces: {type: projection}");
    return modes.eigenvectors() *
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

}  // namespace

Poses random_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                   Random& random, const SourceMark& where) {
    const Eigen::MatrixXd modes = modes_of_equal_energy(full, U, where);
    const double scale = params.amplitude * full.system.length_scale() / spread(U, modes);
    Poses poses{Eigen::MatrixXd(U.cols(), params.count), Eigen::MatrixXd(U.cols(), params.count),
                0};
    Vector z(U.cols()), u, f;
    for (int t = 0; t < params.count; ++t) {
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
                    where,
                    fmt::format("no pose without inverted elements was found, not even "
                                "at {:.1g} times the amplitude of {:g}",
                                factor, params.amplitude),
                    "lower poses.amplitude, and look at the basis and the mesh");
        }
        poses.n_rejected += n_rejected;
    }
    return poses;
}

}  // namespace sinew::cubature
