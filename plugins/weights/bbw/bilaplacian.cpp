#include "bilaplacian.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/inverse_of_positive.hpp>

namespace sinew::bbw {
namespace {

/// Edges from corner 0, one a column [m].
Eigen::Matrix3d edges(const VolumeMesh& tets, Eigen::Index e) {
    Eigen::Matrix3d D;
    for (int a = 0; a < 3; ++a)
        D.col(a) =
            tets.positions.col(tets.elements(a + 1, e)) - tets.positions.col(tets.elements(0, e));
    return D;
}

double volume(const VolumeMesh& tets, Eigen::Index e) {
    return edges(tets, e).determinant() / 6;
}

}  // namespace

Eigen::VectorXd lumped_volumes(const VolumeMesh& tets) {
    Eigen::VectorXd mass = Eigen::VectorXd::Zero(tets.n_nodes());
    for (Eigen::Index e = 0; e < tets.n_elements(); ++e) {
        const double V = volume(tets, e);
        const double size = edges(tets, e).colwise().norm().maxCoeff();
        if (!(V > 1e-14 * size * size * size))
            throw ComputationError(fmt::format("element {} has no volume ({:.3g} m^3)", e, V),
                                   "repair the mesh: bounded biharmonic weights divide by volumes");
        for (int a = 0; a < 4; ++a) mass(tets.elements(a, e)) += V / 4;
    }
    return mass;
}

Sparse bilaplacian(const Sparse& laplacian, const Eigen::VectorXd& mass) {
    const Eigen::VectorXd inverse = inverse_of_positive(mass);
    const Sparse product = laplacian * (inverse.asDiagonal() * laplacian);
    return Sparse(product.selfadjointView<Eigen::Lower>());
}

std::vector<int> pieces(const Sparse& laplacian) {
    std::vector<int> piece(std::size_t(laplacian.cols()), -1);
    std::vector<int> waiting;
    int n_pieces = 0;
    for (Eigen::Index seed = 0; seed < laplacian.cols(); ++seed) {
        if (piece[std::size_t(seed)] >= 0) continue;
        waiting.push_back(int(seed));
        piece[std::size_t(seed)] = n_pieces;
        while (!waiting.empty()) {
            const int i = waiting.back();
            waiting.pop_back();
            for (Sparse::InnerIterator entry(laplacian, i); entry; ++entry) {
                int& there = piece[std::size_t(entry.row())];
                if (there >= 0) continue;
                there = n_pieces;
                waiting.push_back(int(entry.row()));
            }
        }
        ++n_pieces;
    }
    return piece;
}

}  // namespace sinew::bbw
