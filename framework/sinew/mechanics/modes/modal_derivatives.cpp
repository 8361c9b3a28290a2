/// Barbic & James 2005, equations 14 and 29 (appendix D); Idelsohn & Cardona, Computers &
/// Structures 20, 1985.
///
/// Equation 29, (K - lambda_i M) Phi = B, has a matrix that is indefinite and singular. The paper
/// adds M Psi_i (M Psi_i)' to it, and solves by MINRES what stays indefinite. Here it is solved by
/// conjugate gradients on what is left when the known modes are taken out:
///
/// - Along a known mode Psi_l the solution is Psi_l'B / (lambda_l - lambda_i) Psi_l; along those of
///   the eigenvalue lambda_i, where any multiple solves, it is zero: the condition Psi_i'M Phi = 0.
/// - On what is M-orthogonal to the known modes, rigid ones among them, all eigenvalues are larger
///   than lambda_i, since the known modes are the lowest. There the matrix is positive definite,
///   and near K, whose factor preconditions.
///
/// Both parts are invariant under the matrix, so that their sum solves equation 29, and with that
/// condition the solution is unique: MINRES would find the same. For a
/// repeated eigenvalue the paper's one vector leaves its matrix singular; here the whole eigenspace
/// is taken out. Rigid parts are left out: the frame of a free body carries them.

#include <fmt/format.h>

#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/modal_derivatives.hpp>

namespace sinew {

namespace {

/// Largest strain of the differences: their error is of fourth order in it, and round-off divided
/// by it.
constexpr double difference_strain = 1e-3;
/// Eigenvalues closer than this, relatively, are one.
constexpr double same_eigenvalue = 1e-6;
/// Reduction of the residual in conjugate gradients, in the norm of the preconditioner.
constexpr double derivative_tolerance = 1e-12;
constexpr int most_iterations = 500;

BlockMatrix stiffness_at(const FullBody& full, const Vector& u) {
    BlockMatrix K(full.assembler().pattern());
    Vector f;
    const Event event = full.assembler().forces_and_matrix(u, Definiteness::exact, 1, 0,
                                                           full.mass().values(), f, K);
    if (event)
        throw ComputationError(fmt::format("the stiffness of {} near rest has no derivative: {}",
                                           full.body().path, event.describe()),
                               "look at its material and at its mesh's worst elements");
    return K;
}

/// (K(h d) - K(-h d)) / 2h, times `factor`.
BlockMatrix tangent_difference(const FullBody& full, const Vector& d, double h, double factor) {
    BlockMatrix D(full.assembler().pattern());
    D.set_zero();
    D.add(factor / (2 * h), stiffness_at(full, h * d));
    D.add(-factor / (2 * h), stiffness_at(full, -h * d));
    return D;
}

Eigen::MatrixXd product_with(const BlockMatrix& A, const ConstMatrix& X) {
    return product_by_columns(X, [&](const Vector& x, Vector& y) { A.multiply(x, y); });
}

/// Solves (K - lambda M) X = B on what is orthogonal to the columns of W, all columns of B at once.
class ShiftedSolve {
public:
    ShiftedSolve(const ModalPencil& pencil, const Eigen::MatrixXd& W)
        : pencil_(pencil), W_(W), MW_(pencil.mass_times(W)) {}

    Eigen::MatrixXd solve(double lambda, Eigen::MatrixXd R) const {
        tall_product(-1, MW_, transpose_times(W_, R), 1, R);
        Eigen::MatrixXd X = Eigen::MatrixXd::Zero(R.rows(), R.cols()), Z = precondition(R), P = Z;
        Vector rz = dots(R, Z);
        const Vector goal = derivative_tolerance * derivative_tolerance * rz;
        for (int n = 0; n < most_iterations && (rz.array() > goal.array()).any(); ++n) {
            Eigen::MatrixXd AP = pencil_.stiffness_times(P) - lambda * pencil_.mass_times(P);
            tall_product(-1, MW_, transpose_times(W_, AP), 1, AP);
            const Vector alpha = ratio(rz, dots(P, AP));
            X += P * alpha.asDiagonal();
            R -= AP * alpha.asDiagonal();
            Z = precondition(R);
            const Vector next = dots(R, Z);
            P = (Z + P * ratio(next, rz).asDiagonal()).eval();
            rz = next;
        }
        if ((rz.array() > 1e6 * goal.array()).any())
            throw ComputationError(
                Diagnostic::error(
                    fmt::format("{}: the derivatives of the modes of {} do not converge",
                                named(pencil_.whose(), "a basis"), pencil_.full().body().path))
                    .remedy("ask for one mode more or less, so that the last is not one of several "
                            "with nearly the same frequency")
                    .on(pencil_.whose()));
        return X;
    }

private:
    Eigen::MatrixXd precondition(const Eigen::MatrixXd& R) const {
        Eigen::MatrixXd Z = pencil_.solve(R);
        tall_product(-1, W_, transpose_times(MW_, Z), 1, Z);
        return Z;
    }
    static Vector dots(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
        return A.cwiseProduct(B).colwise().sum().transpose();
    }
    static Vector ratio(const Vector& a, const Vector& b) {
        return (b.array() > 0).select(a.array() / b.array(), 0);
    }

    const ModalPencil& pencil_;
    const Eigen::MatrixXd& W_;
    Eigen::MatrixXd MW_;
};

}  // namespace

BlockMatrix stiffness_derivative(const FullBody& full, const Vector& direction) {
    const PointFields fields = full.system.point_fields(direction);
    const Eigen::MatrixXd F = fields.means(fields.deformation_gradient);
    const Vector identity = Eigen::Matrix3d::Identity().reshaped();
    const double steepest = (F.colwise() - identity).colwise().norm().maxCoeff();
    if (!(steepest > 0)) {  // a translation
        BlockMatrix zero(full.assembler().pattern());
        zero.set_zero();
        return zero;
    }
    const double h = difference_strain / steepest;
    BlockMatrix D = tangent_difference(full, direction, h, 4.0 / 3);
    D.add(1, tangent_difference(full, direction, 2 * h, -1.0 / 3));
    return D;
}

Eigen::MatrixXd static_derivatives(const ModalPencil& pencil, const Eigen::MatrixXd& modes) {
    const Index k = modes.cols();
    Eigen::MatrixXd B(modes.rows(), k * (k + 1) / 2);
    for (Index j = 0, at = 0; j < k; at += ++j) {
        const BlockMatrix D = stiffness_derivative(pencil.full(), modes.col(j));
        B.middleCols(at, j + 1) = -product_with(D, modes.leftCols(j + 1));
    }
    pencil.full().zero_constrained(B);
    return pencil.solve(B);
}

Eigen::MatrixXd inertial_derivatives(const ModalPencil& pencil, const Eigenmodes& modes, Index k) {
    const Index n = modes.vectors.rows(), n_modes = modes.values.size();
    Eigen::MatrixXd all(n, k * k);
    for (Index j = 0; j < k; ++j) {
        const BlockMatrix D = stiffness_derivative(pencil.full(), modes.vectors.col(j));
        const Eigen::MatrixXd right = -product_with(D, modes.vectors.leftCols(k));
        for (Index i = 0; i < k; ++i) all.col(i * k + j) = right.col(i);
    }
    pencil.full().zero_constrained(all);

    Eigen::MatrixXd known(n, n_modes + pencil.rigid().cols());
    known << modes.vectors, pencil.rigid();
    const ShiftedSolve complement(pencil, known);
    for (Index i = 0; i < k; ++i) {
        const double lambda = modes.values(i);
        const Eigen::MatrixXd B = all.middleCols(i * k, k);
        Eigen::MatrixXd weights = transpose_times(modes.vectors, B);
        for (Index l = 0; l < n_modes; ++l) {
            const double gap = modes.values(l) - lambda;
            weights.row(l) *= std::abs(gap) <= same_eigenvalue * lambda ? 0 : 1 / gap;
        }
        Eigen::MatrixXd Phi = complement.solve(lambda, B);
        tall_product(1, modes.vectors, weights, 1, Phi);
        all.middleCols(i * k, k) = Phi;
    }
    return all;
}

}  // namespace sinew
