#include <fmt/format.h>
#include <fmt/ranges.h>

#include <atomic>
#include <Eigen/Cholesky>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/assembly/null_space_product.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/model/rigid_modes.hpp>
#include <sinew/mechanics/modes/modal_pencil.hpp>

namespace sinew {

namespace {

/// The shift over the pencil's scale. Slender bodies have their lowest frequencies near it; the
/// factor keeps half of the digits in rigid motions, which are projected out anyway.
constexpr double relative_shift = 1e-8;

/// Numbers that no pattern of another body has, nor another choice of unknowns: one linear solver
/// may serve several bodies of one mesh, and their multi-point constraints differ.
long new_revision() {
    static std::atomic<long> revision{1'000'000};
    return ++revision;
}

/// Tolerance of an iterative solver at which it does as well as a direct one.
constexpr double linear_tolerance = 1e-13;

}  // namespace

ModalPencil::ModalPencil(FullBody& full, LinearSolver& linear, const Origin& whose,
                         const PencilState& at)
    : full_(full), linear_(linear), whose_(whose), at_(at) {
    if (at_.displacement.size() == 0) at_.displacement = Vector::Zero(size());
    if (at_.is_lumped) lumped_ = full.mass().lumped().transpose().replicate(3, 1).reshaped();
    for (Index i = 0; i < size(); ++i)
        if (full.constrained.fixed[std::size_t(i)]) constrained_.push_back(i);
    find_null_space();
    stiffness_ = matrix(0);
    stiffness_.is_symmetric = full.system.asymmetry().empty();
    if (const std::string unsupported = linear.unsupported(stiffness_.properties());
        !unsupported.empty())
        whose_.fail(whose_.at("linear"), unsupported, "choose another `linear`");
    find_rigid();
    find_scale();
    if (rigid_.cols() > 0) {
        shift_ = relative_shift * scale_;
        shifted_ = matrix(shift_);
    }
    if (unsolved_.n_free == 0) return;
    if (!multipoint_.is_empty()) {
        in_null_space_ = shift_ > 0 ? shifted_ : stiffness_;
        in_null_space_.matrix = null_space_product(in_null_space_.matrix, multipoint_);
        in_null_space_.revision = new_revision();
    }
    const BlockTangent& tangent = !multipoint_.is_empty() ? in_null_space_
                                  : shift_ > 0            ? shifted_
                                                          : stiffness_;
    const bool is_skew = !full.frames().empty();
    if (is_skew) in_nodal_frames_ = std::make_unique<NodalFrameTangent>(tangent, full.frames());
    if (const Event event = linear.prepare(
            is_skew ? static_cast<const Tangent&>(*in_nodal_frames_) : tangent, unsolved_)) {
        const std::string motions = unresisted();
        whose_.fail(
            fmt::format("the stiffness of {} {} is not positive definite ({}){}", full.body().path,
                        at_.is_loaded ? "under its loads" : "at rest", event.detail,
                        motions.empty() ? "" : "; nothing resists " + motions),
            at_.is_loaded ? "lower the loads, under which the body buckles"
                          : "hold or join all parts of the body, and look at its material");
    }
}

/// The multi-point constraints of W x, and what they leave to solve for.
void ModalPencil::find_null_space() {
    unsolved_ = full_.constrained;
    if (full_.multipoint.rows() == 0) return;
    SINEW_ASSERT(full_.frames().empty(), "multi-point constraints of {}, which has skew nodes",
                 full_.body().path);
    ConstraintRows rows = full_.multipoint;
    if (at_.mass_weights.size() > 0) rows = rows * at_.mass_weights.asDiagonal();
    multipoint_ = NullSpace(rows, full_.constrained.fixed);
    for (const Index i : multipoint_.dependent()) unsolved_.fixed[std::size_t(i)] = 1;
    unsolved_.n_free -= Index(multipoint_.dependent().size());
    unsolved_.revision = new_revision();
}

void ModalPencil::constrain(Eigen::MatrixXd& X) const {
    full_.zero_constrained(X);
    multipoint_.expand(X);
}

/// K + shift M.
BlockTangent ModalPencil::matrix(double shift) const {
    BlockTangent tangent = full_.matrix(at_.displacement, 1, at_.is_lumped ? 0 : shift);
    if (at_.is_lumped && shift > 0)
        for (int i = 0; i < int(size() / 3); ++i)
            tangent.matrix.at(tangent.matrix.pattern().diagonal(i)).diagonal().array() +=
                shift * lumped_[3 * i];
    if (at_.is_loaded) full_.system.add_load_stiffness(at_.displacement, tangent.matrix);
    return tangent;
}

void ModalPencil::find_rigid() {
    rigid_ = rigid_motions(full_);
    if (!constrained_.empty() || full_.multipoint.rows() > 0) {
        Eigen::MatrixXd rows(Index(constrained_.size()) + full_.multipoint.rows(), rigid_.cols());
        rows.topRows(Index(constrained_.size())) = rigid_(constrained_, Eigen::all);
        if (full_.multipoint.rows() > 0)
            rows.bottomRows(full_.multipoint.rows()) = full_.multipoint * rigid_;
        const SingularDecomposition svd = singular_decomposition(rows);
        const Vector& s = svd.values;
        Index rank = 0;
        while (rank < s.size() && s(rank) > 1e-8 * s(0)) ++rank;
        rigid_ = (rigid_ * svd.V.rightCols(6 - rank)).eval();
        full_.zero_constrained(rigid_);
    }
    if (at_.is_lumped && rigid_.cols() > 0) {
        const Eigen::MatrixXd gram = rigid_.transpose() * mass_times(rigid_);
        rigid_ = gram.llt().matrixL().solve(rigid_.transpose()).transpose().eval();
    }
}

void ModalPencil::find_scale() {
    const Vector diagonal = stiffness_.matrix.diagonal();
    const BlockPattern& pattern = stiffness_.matrix.pattern();
    double stiffness = 0, mass = 0;
    for (Index i = 0; i < size(); ++i) {
        if (full_.constrained.fixed[std::size_t(i)]) continue;
        stiffness += diagonal(i);
        const double weight = at_.mass_weights.size() > 0 ? at_.mass_weights[i] : 1;
        mass += weight * weight * full_.mass().values()(pattern.diagonal(int(i / 3)));
    }
    scale_ = stiffness / mass;
}

Eigen::MatrixXd ModalPencil::stiffness_times(const Eigen::MatrixXd& X) const {
    const NodalFrames& frames = full_.frames();
    Eigen::MatrixXd Y = product_by_columns(X, [&](const Vector& x, Vector& y) {
        if (frames.empty())
            stiffness_.matrix.multiply(x, y);
        else
            NodalFrameTangent(stiffness_, frames).apply(x, y);
    });
    full_.zero_constrained(Y);
    return Y;
}

Eigen::MatrixXd ModalPencil::mass_times(const Eigen::MatrixXd& X) const {
    if (at_.mass_weights.size() > 0)
        return at_.mass_weights.asDiagonal() * full_.mass_times(at_.mass_weights.asDiagonal() * X);
    if (!at_.is_lumped) return full_.mass_times(X);
    Eigen::MatrixXd Y = lumped_.asDiagonal() * X;
    full_.zero_constrained(Y);
    return Y;
}

Eigen::MatrixXd ModalPencil::solve(const Eigen::MatrixXd& B) const {
    Eigen::MatrixXd X, in_null_space;
    if (!multipoint_.is_empty()) {
        in_null_space = B;
        multipoint_.restrict(in_null_space);
    }
    if (const LinearOutcome outcome =
            linear_.solve_many(multipoint_.is_empty() ? B : in_null_space, X, linear_tolerance);
        outcome.event)
        throw ComputationError(
            Diagnostic::error(fmt::format("{}: a linear solve failed: {}", named(whose_, "a basis"),
                                          outcome.event.describe()))
                .remedy("choose linear: {type: cholesky}")
                .on(whose_));
    multipoint_.expand(X);
    return X;
}

std::string ModalPencil::unresisted() const {
    Prescribed prescribed = full_.system.prescribed();
    prescribed.dofs = constrained_;
    Vector at = at_.displacement;
    to_nodal_axes(prescribed.frames, at);
    const NodalFrameTangent stiffness(stiffness_, prescribed.frames);
    const std::vector<std::string> motions =
        unresisted_motions({{&full_.system, 0}}, stiffness, prescribed, at);
    return fmt::format("{}", fmt::join(motions, ", "));
}

void ModalPencil::require_anchored(const std::string& or_else) const {
    if (rigid_.cols() == 0) return;
    whose_.fail(
        whose_.at("anchored"),
        fmt::format("{} is not anchored: nothing resists {}", full_.body().path, unresisted()),
        "hold nodes that leave no rigid motion (constraints: [{type: fixed, where: ...}]), or " +
            or_else);
}

}  // namespace sinew
