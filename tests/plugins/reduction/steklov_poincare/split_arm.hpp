/// An arm of two bones in a few hundred tetrahedra, its stiffness at rest or in a pose, split.
#pragma once

#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <steklov_poincare/boundary_matrix.hpp>
#include <steklov_poincare/split_stiffness.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

inline std::string arm_of_two(const std::string& turns, const std::string& material,
                              const std::string& cells = "12, 4, 4") {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5], radius: 0.3,\n"
           "       keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [2, 1, -1], angle: " +
           turns.substr(0, turns.find(' ')) +
           "}}]},\n      {name: lower, parent: upper, at: [1.5, 0.5, 0.5], tail: [3, 0.5, 0.5],\n"
           "       radius: 0.3, keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, 1, 0], "
           "angle: " +
           turns.substr(turns.find(' ') + 1) +
           "}}]}]}\n"
           "    mesh: {type: box, size: [3, 1, 1], cells: [" +
           cells +
           "], element: tet4}\n"
           "    weights: {type: closest_bone, blend: 0.5}\n"
           "    material: {type: " +
           material + "}\n    constraints: [{type: attach}]\n";
}

struct SplitArm {
    /// `turns`: angles of the two joints at 1 s [rad].
    explicit SplitArm(const std::string& turns = "0.4 1.5", double t = 0,
                      const std::string& material = "ex_rotated, young: 2 kPa, poisson: 0.4",
                      const std::string& cells = "12, 4, 4")
        : scene(arm_of_two(turns, material, cells)) {
        auto& full = *scene.system().elastic_body();
        full.move_to(t);
        FixedMask constrained;
        constrained.fixed.assign(std::size_t(full.size()), 0);
        for (const Index i : full.prescribed().dofs) constrained.fixed[std::size_t(i)] = 1;
        sets = steklov::split_nodes(scene.body(), constrained, true);
        BlockMatrix K(full.assembler().pattern());
        Vector f;
        full.assembler().forces_and_matrix(Vector::Zero(full.size()), Definiteness::exact, 1, 0,
                                           full.mass().values(), f, K);
        stiffness = std::make_unique<steklov::SplitStiffness>(std::move(K), sets);
    }

    /// Rows of a view, as a full matrix.
    Eigen::MatrixXd dense(const steklov::BlockView& view, Index columns) const {
        Eigen::MatrixXd A = Eigen::MatrixXd::Zero(3 * view.n_rows(), columns);
        for (int i = 0; i < view.n_rows(); ++i)
            for (int k = view.begin(i); k < view.end(i); ++k)
                A.block<3, 3>(3 * i, 3 * view.column(k)) = stiffness->matrix.at(view.block(k));
        return A;
    }
    Eigen::MatrixXd ss() const { return dense(stiffness->ss, 3 * sets.n_surface()); }
    Eigen::MatrixXd si() const { return dense(stiffness->si, 3 * sets.n_interior()); }
    Eigen::MatrixXd ii() const { return dense(stiffness->ii, 3 * sets.n_interior()); }
    /// K_b of the surface, by a full inverse.
    Eigen::MatrixXd complement() const { return ss() - si() * ii().ldlt().solve(si().transpose()); }

    steklov::BlockRows interior_rows() const {
        steklov::BlockRows rows;
        rows.starts.push_back(0);
        for (int i = 0; i < stiffness->ii.n_rows(); ++i) {
            for (int k = stiffness->ii.begin(i); k < stiffness->ii.end(i); ++k) {
                rows.columns.push_back(stiffness->ii.column(k));
                const double* block = stiffness->matrix.block(stiffness->ii.block(k));
                rows.values.insert(rows.values.end(), block, block + 9);
            }
            rows.starts.push_back(int(rows.columns.size()));
        }
        return rows;
    }
    Points interior_points() const {
        return scene.body().mesh.positions(Eigen::all, sets.interior);
    }

    /// Factors the interior of the present stiffness.
    void factor_interior() {
        stiffness->interior =
            std::make_unique<steklov::IncompleteFactor>(interior_rows(), interior_points());
    }
    void factor_boundary() {
        steklov::BlockRows rows = steklov::boundary_pattern(stiffness->matrix.pattern(), sets, 4);
        steklov::fill_boundary_matrix(stiffness->matrix, sets, steklov::Discarded::dropped, rows);
        Points positions(3, Index(sets.free.size()));
        for (Index k = 0; k < positions.cols(); ++k)
            positions.col(k) = scene.body().mesh.positions.col(
                sets.surface[std::size_t(sets.free[std::size_t(k)])]);
        stiffness->boundary = std::make_unique<steklov::IncompleteFactor>(rows, positions);
        stiffness->boundary_rows = std::move(rows);
        stiffness->boundary_points = std::move(positions);
    }

    mutable SceneBody scene;
    steklov::NodeSets sets;
    std::unique_ptr<steklov::SplitStiffness> stiffness;
};

inline Eigen::MatrixXd as_matrix(const Preconditioner& P, Index n) {
    Eigen::MatrixXd M(n, n);
    Vector y;
    for (Index k = 0; k < n; ++k) {
        P.apply(Vector::Unit(n, k), y);
        M.col(k) = y;
    }
    return M;
}

}  // namespace sinew::test
