#include "assembly.hpp"

#include <algorithm>
#include <Eigen/Dense>

namespace sinew::bench {

TextbookAssembly::TextbookAssembly(const VolumeMesh& mesh)
    : n_nodes_(int(mesh.n_nodes())), elements_(mesh.elements) {
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e) {
        Eigen::Matrix3d edges;
        for (int k = 0; k < 3; ++k)
            edges.col(k) =
                mesh.positions.col(elements_(k + 1, e)) - mesh.positions.col(elements_(0, e));
        volumes_.push_back(edges.determinant() / 6);
        Eigen::Matrix<double, 4, 3> slopes;
        slopes.bottomRows<3>() = edges.inverse();
        slopes.row(0) = -slopes.bottomRows<3>().colwise().sum();
        Gradient gradient = Gradient::Zero();
        for (int a = 0; a < 4; ++a)
            for (int j = 0; j < 3; ++j)
                gradient.block<3, 3>(3 * j, 3 * a) = slopes(a, j) * Eigen::Matrix3d::Identity();
        gradients_.push_back(gradient);
    }
    find_places();
}

void TextbookAssembly::find_places() {
    std::vector<Eigen::Triplet<double>> entries;
    for (Eigen::Index e = 0; e < elements_.cols(); ++e)
        for (int c = 0; c < 12; ++c)
            for (int r = 0; r < 12; ++r)
                entries.emplace_back(3 * elements_(r / 3, e) + r % 3,
                                     3 * elements_(c / 3, e) + c % 3, 0.0);
    matrix_.resize(3 * n_nodes_, 3 * n_nodes_);
    matrix_.setFromTriplets(entries.begin(), entries.end());
    places_.resize(std::size_t(elements_.cols()));
    const int* starts = matrix_.outerIndexPtr();
    const int* columns = matrix_.innerIndexPtr();
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const int row = entries[k].row();
        places_[k / 144][k % 144] = int(
            std::lower_bound(columns + starts[row], columns + starts[row + 1], entries[k].col()) -
            columns);
    }
}

void TextbookAssembly::assemble_some(int first, int end, const Eigen::VectorXd& u, TextbookLaw law,
                                     bool psd_projected, double* force, double* values) const {
    for (int e = first; e < end; ++e) {
        const auto k = std::size_t(e);
        Eigen::Matrix<double, 12, 1> displacements;
        for (int a = 0; a < 4; ++a)
            displacements.segment<3>(3 * a) = u.segment<3>(3 * elements_(a, e));
        const Eigen::Matrix<double, 9, 1> H = gradients_[k] * displacements;
        const Eigen::Matrix3d F = Eigen::Matrix3d::Identity() + H.reshaped(3, 3);
        Eigen::Matrix3d P;
        Matrix9 dPdF;
        law(F, P, dPdF);
        if (psd_projected) project_to_psd(dPdF);
        const Eigen::Matrix<double, 12, 1> f =
            volumes_[k] * gradients_[k].transpose() * P.reshaped();
        const Element K = volumes_[k] * gradients_[k].transpose() * dPdF * gradients_[k];
        for (int i = 0; i < 12; ++i) force[3 * elements_(i / 3, e) + i % 3] += f[i];
        for (std::size_t i = 0; i < 144; ++i) values[places_[k][i]] += K.data()[i];
    }
}

void TextbookAssembly::assemble(const Eigen::VectorXd& u, TextbookLaw law, bool psd_projected,
                                int n_threads) {
    thread_forces_.resize(std::size_t(n_threads));
    thread_values_.resize(std::size_t(n_threads));
    const int n = int(elements_.cols());
#pragma omp parallel for schedule(static) num_threads(n_threads)
    for (int t = 0; t < n_threads; ++t) {
        Eigen::VectorXd& force = thread_forces_[std::size_t(t)];
        Eigen::VectorXd& values = thread_values_[std::size_t(t)];
        force.setZero(3 * n_nodes_);
        values.setZero(matrix_.nonZeros());
        assemble_some(int(long(n) * t / n_threads), int(long(n) * (t + 1) / n_threads), u, law,
                      psd_projected, force.data(), values.data());
    }
    force_ = thread_forces_[0];
    for (std::size_t t = 1; t < thread_forces_.size(); ++t) force_ += thread_forces_[t];
    const Eigen::Index n_values = matrix_.nonZeros();
#pragma omp parallel for schedule(static) num_threads(n_threads)
    for (Eigen::Index i = 0; i < n_values; ++i) {
        double sum = 0;
        for (const Eigen::VectorXd& values : thread_values_) sum += values[i];
        matrix_.valuePtr()[i] = sum;
    }
}

}  // namespace sinew::bench
