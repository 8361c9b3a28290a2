/// Block Lanczos on (K + s M)^-1 M in the inner product of M, without restarts, every block made
/// orthogonal to all earlier ones. Blocks of several vectors find eigenvalues as often as they are
/// repeated, and several right-hand sides go through a factor at less than the cost of one each.
///
/// Grimes, Lewis & Simon, A Shifted Block Lanczos Algorithm for Solving Sparse Symmetric
/// Generalized Eigenproblems, SIAM J. Matrix Anal. Appl. 15(1), 1994; Golub & Underwood 1977.

#include <fmt/format.h>

#include <numbers>
#include <random>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/eigenmodes.hpp>

namespace sinew {

namespace {

constexpr Index lanczos_block = 8;
/// Residual of a Ritz pair over its value, at which it has converged.
constexpr double ritz_tolerance = 1e-11;
/// Eigenvalues below this share of the pencil's scale are round-off: motions that nothing resists,
/// or bodies so slender that their stiffness is lost beside that of their elements.
constexpr double zero_eigenvalue = 1e-14;

class BlockLanczos {
public:
    BlockLanczos(const ModalPencil& pencil, Index k) : pencil_(pencil), k_(k) {
        Eigen::MatrixXd start = noise(std::min(lanczos_block, pencil.n_elastic()));
        orthonormalise(start);
        append(start);
    }

    /// Grows the space until the k largest Ritz values have converged or it holds everything.
    Eigenmodes run() {
        for (Index checked = 0;;) {
            leave_if_stopped();
            Eigen::MatrixXd next = pencil_.solve(pencil_.mass_times(last_));
            const Eigen::MatrixXd coupling = project_from(next);
            const Index m = V_.cols(), p = last_.cols(), room = pencil_.n_elastic() - m;
            H_.conservativeResize(m, m);
            H_.rightCols(p) = coupling;
            H_.bottomRows(p) = coupling.transpose();
            next.conservativeResize(Eigen::NoChange, std::min(p, room));
            if (room > 0) next_factor_ = orthonormalise(next);
            if (room == 0 || (m >= k_ && m - checked >= m / 10)) {
                checked = m;
                if (decompose() || room == 0) return result();
            }
            append(next);
        }
    }

private:
    Eigen::MatrixXd noise(Index n_columns) {
        Eigen::MatrixXd X(pencil_.size(), n_columns);
        for (double& x : X.reshaped())
            x = 2.0 * double(random_()) / double(std::mt19937::max()) - 1;
        pencil_.constrain(X);
        return X;
    }

    void append(const Eigen::MatrixXd& block) {
        V_.conservativeResize(pencil_.size(), V_.cols() + block.cols());
        V_.rightCols(block.cols()) = block;
        last_ = block;
    }

    /// Takes from X what lies in the rigid motions and in V; returns the coefficients of V.
    Eigen::MatrixXd project_from(Eigen::MatrixXd& X) const {
        const Eigen::MatrixXd MX = pencil_.mass_times(X);
        if (pencil_.rigid().cols() > 0)
            tall_product(-1, pencil_.rigid(), transpose_times(pencil_.rigid(), MX), 1, X);
        if (V_.cols() == 0) return {};
        const Eigen::MatrixXd C = transpose_times(V_, MX);
        tall_product(-1, V_, C, 1, X);
        return C;
    }

    /// X := Q and returns R of X = Q R, where Q is mass-orthonormal and orthogonal to V and the
    /// rigid motions. Columns that depend on others are replaced, with zero in R.
    Eigen::MatrixXd orthonormalise(Eigen::MatrixXd& X) {
        const Index p = X.cols();
        Eigen::MatrixXd R = Eigen::MatrixXd::Identity(p, p);
        for (int pass = 0; pass < 3; ++pass) {
            leave_if_stopped();
            project_from(X);
            Eigen::MatrixXd MX = pencil_.mass_times(X), step = Eigen::MatrixXd::Zero(p, p);
            for (Index j = 0; j < p; ++j) {
                const double before = std::sqrt(std::max(0.0, X.col(j).dot(MX.col(j))));
                for (Index i = 0; i < j; ++i) {
                    step(i, j) = X.col(i).dot(MX.col(j));
                    X.col(j) -= step(i, j) * X.col(i);
                    MX.col(j) -= step(i, j) * MX.col(i);
                }
                const double norm = std::sqrt(std::max(0.0, X.col(j).dot(MX.col(j))));
                if (norm > 1e-9 * before) {
                    step(j, j) = norm;
                    X.col(j) /= norm;
                    MX.col(j) /= norm;
                } else {  // the next pass makes it orthogonal
                    X.col(j) = noise(1);
                    MX.col(j).setZero();
                    pass = 0;
                }
            }
            R = (step * R).eval();
        }
        return R;
    }

    /// The Ritz pairs; whether those that are wanted have converged.
    bool decompose() {
        const Index m = H_.rows();
        if (m < k_) return false;
        const SerialEigen serial;
        ritz_ = symmetric_decomposition(H_);
        if (next_factor_.cols() < last_.cols()) return false;
        for (Index i = 0; i < k_; ++i) {
            const Vector end = ritz_.vectors.col(m - 1 - i).tail(last_.cols());
            const double residual = (next_factor_ * end).norm();
            if (residual > ritz_tolerance * ritz_.values(m - 1 - i)) return false;
        }
        return true;
    }

    Eigenmodes result() const {
        Eigenmodes modes;
        const Eigen::MatrixXd Y = ritz_.vectors.rightCols(k_).rowwise().reverse();
        tall_product(1, V_, Y, 0, modes.vectors);
        const Eigen::MatrixXd KX = pencil_.stiffness_times(modes.vectors);
        modes.values = modes.vectors.cwiseProduct(KX).colwise().sum().transpose();
        return modes;
    }

    const ModalPencil& pencil_;
    Index k_;
    std::mt19937 random_{20051};
    Eigen::MatrixXd V_, H_, last_, next_factor_;
    SymmetricDecomposition ritz_;
};

}  // namespace

Eigenmodes elastic_modes(const ModalPencil& pencil, int k) {
    const std::string& path = pencil.full().body().path;
    const Origin& whose = pencil.whose();
    if (k > pencil.n_elastic())
        whose.fail(
            whose.at("modes"),
            fmt::format("{} modes asked of {}, which has {} free degrees of freedom{}{}", k, path,
                        pencil.full().constrained.n_free,
                        pencil.rigid().cols() == 0
                            ? ""
                            : fmt::format(", {} of them rigid motions", pencil.rigid().cols()),
                        pencil.full().multipoint.rows() == 0
                            ? ""
                            : fmt::format(", and {} that contact leaves", pencil.n_elastic())),
            fmt::format("ask for {} at most, or refine the mesh", pencil.n_elastic()));
    if (k == 0) return {Vector(0), Eigen::MatrixXd(pencil.size(), 0)};
    Eigenmodes modes = BlockLanczos(pencil, k).run();
    if (!(modes.values(0) > zero_eigenvalue * pencil.scale())) {
        const std::string motions = pencil.unresisted();
        if (!motions.empty())
            whose.fail(
                fmt::format("{} has motions without stiffness beside those of the whole body: {}",
                            path, motions),
                "join its parts by faces, or hold each of them");
        if (!(modes.values(0) > 0))
            whose.fail(
                fmt::format("the softest mode of {} is lost in the round-off of its stiffest "
                            "elements",
                            path),
                "take larger elements, or materials whose stiffness differs less");
    }
    fix_signs(modes.vectors);
    return modes;
}

Vector frequencies(const Vector& eigenvalues) {
    return eigenvalues.cwiseSqrt() / (2 * std::numbers::pi);
}

void fix_signs(Eigen::MatrixXd& vectors) {
    for (auto x : vectors.colwise()) {
        const double largest = x.cwiseAbs().maxCoeff();
        for (const double entry : x) {
            if (std::abs(entry) < (1 - 1e-6) * largest) continue;
            if (entry < 0) x *= -1;
            break;
        }
    }
}

}  // namespace sinew
