/// Tangents of blocks at rest, as multigrid meets them.
#pragma once

#include <fmt/format.h>

#include <multigrid/hierarchy.hpp>
#include <multigrid/tangent_blocks.hpp>
#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <string>
#include <support/scene_body.hpp>

#include "plugins/linear/linear_support.hpp"

namespace sinew::test {

/// A box, or what `mesh` says in its place, and what holds it.
struct BlockScene {
    std::string size = "[1, 1, 1]", cells = "[8, 8, 8]", element = "tet4";
    std::string material = "{type: neo_hookean, young: 1 MPa, poisson: 0.3}";
    std::string constraints = "[{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]";
    std::string mesh = {};

    std::string node() const {
        const std::string box =
            fmt::format("{{type: box, size: {}, cells: {}, element: {}}}", size, cells, element);
        return fmt::format("    mesh: {}\n    material: {}\n    constraints: {}\n",
                           mesh.empty() ? box : mesh, material, constraints);
    }
};

/// The tangent of a body at rest, and what is fixed of it.
class HeldBlock {
public:
    explicit HeldBlock(const BlockScene& scene = {}) : body_(scene.node()) {
        BodySystem& system = body_.system();
        system.move_to(0);
        const Prescribed& prescribed = system.prescribed();
        fixed.fixed.assign(std::size_t(system.size()), 0);
        for (const Index dof : prescribed.dofs) fixed.fixed[std::size_t(dof)] = 1;
        fixed.revision = 1;
        fixed.n_free = system.size() - Index(prescribed.dofs.size());
    }

    /// The tangent at displacements q; at rest if none are given.
    const Tangent& tangent(Vector q = {}) {
        if (q.size() == 0) q = Vector::Zero(body_.system().size());
        return body_.system().tangent(q, Vector::Zero(q.size()), {0, 0, 1},
                                      Definiteness::psd_projected, nullptr);
    }
    BodySystem& system() { return body_.system(); }

    FixedMask fixed;

private:
    SceneBody body_;
};

/// A random vector that is zero where something is fixed.
inline Vector free_vector(const HeldBlock& block, unsigned seed) {
    Vector x = random_vector(Index(block.fixed.fixed.size()), seed);
    for (Index i = 0; i < x.size(); ++i)
        if (block.fixed.fixed[std::size_t(i)]) x[i] = 0;
    return x;
}

/// The tangent without rows and columns of what is fixed, in blocks.
template <class Real>
multigrid::SquareRows<Real, 3> masked_rows(const Tangent& tangent, const FixedMask& fixed) {
    multigrid::TangentBlocks blocks;
    blocks.update(tangent);
    const NodeRows& rows = blocks.rows();
    multigrid::SquareRows<Real, 3> A;
    A.starts.assign(rows.starts, rows.starts + rows.n_rows + 1);
    A.columns.assign(rows.columns, rows.columns + rows.starts[rows.n_rows]);
    A.make_values();
    std::fill(A.values.begin(), A.values.end(), Real(0));
    for (int i = 0; i < A.n_rows(); ++i)
        for (int b = A.begin(i); b < A.end(i); ++b)
            for (int c = 0; c < 3; ++c)
                for (int r = 0; r < 3; ++r)
                    if (!fixed.fixed[std::size_t(3 * i + r)] &&
                        !fixed.fixed[std::size_t(3 * A.column(b) + c)])
                        A.block(b)[3 * c + r] = Real(rows.values[9 * b + 3 * c + r]);
    return A;
}

/// The tangent's rigid motions, zero where something is fixed.
inline multigrid::Motions masked_motions(const Tangent& tangent, const FixedMask& fixed) {
    multigrid::Motions motions = tangent.near_null_space();
    for (Index i = 0; i < motions.rows(); ++i)
        if (fixed.fixed[std::size_t(i)]) motions.row(i).setZero();
    return motions;
}

template <int R, class Real>
Eigen::MatrixXd dense_rows(const multigrid::SquareRows<Real, R>& A) {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(R * A.n_rows(), R * A.n_rows());
    for (int i = 0; i < A.n_rows(); ++i)
        for (int b = A.begin(i); b < A.end(i); ++b)
            full.template block<R, R>(R * i, R * A.column(b)) =
                Eigen::Map<const Eigen::Matrix<Real, R, R>>(A.block(b)).template cast<double>();
    return full;
}

template <class Real, int R>
Eigen::MatrixXd dense_interpolation(const multigrid::Interpolation<Real, R>& P) {
    const auto& blocks = P.blocks();
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(R * blocks.n_rows(), 6 * P.n_aggregates());
    for (int i = 0; i < blocks.n_rows(); ++i)
        for (int b = blocks.begin(i); b < blocks.end(i); ++b)
            full.template block<R, 6>(R * i, 6 * blocks.column(b)) =
                Eigen::Map<const Eigen::Matrix<Real, R, 6, Eigen::RowMajor>>(blocks.block(b))
                    .template cast<double>();
    return full;
}

}  // namespace sinew::test
