#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/mesh/element.hpp>

namespace sinew {

MassMatrix::MassMatrix(const VolumeMesh& mesh, const Eigen::VectorXd& density,
                       std::shared_ptr<const BlockPattern> pattern)
    : pattern_(std::move(pattern)), values_(Vector::Zero(pattern_->n_blocks())) {
    SINEW_ASSERT(density.size() == mesh.n_elements(), "{} != {}", density.size(),
                 mesh.n_elements());
    row_sums_ = lumped_ = volumes_ = Vector::Zero(mesh.n_nodes());
    const int n = nodes_per_element(mesh.type);
    const Quadrature rule = quadrature(mesh.type, mass_degree(mesh.type));
    const Index n_points = rule.weights.size();
    std::vector<Eigen::MatrixX3d> gradients;
    Eigen::MatrixXd values(n, n_points);
    for (Index q = 0; q < n_points; ++q) {
        gradients.push_back(shape_gradient(mesh.type, rule.points.col(q)));
        values.col(q) = shape(mesh.type, rule.points.col(q));
    }

    Eigen::Matrix3Xd X(3, n);
    Eigen::VectorXd weights(n_points);
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        const auto nodes = mesh.elements.col(e);
        for (int a = 0; a < n; ++a) X.col(a) = mesh.positions.col(nodes(a));
        for (Index q = 0; q < n_points; ++q)
            weights(q) = rule.weights(q) * (X * gradients[std::size_t(q)]).determinant();
        const Eigen::MatrixXd integral = values * weights.asDiagonal() * values.transpose();
        const Eigen::VectorXd shares = integral.rowwise().sum();
        const Eigen::VectorXd lumped =
            mesh.type == ElementType::tet10
                ? Eigen::VectorXd(integral.diagonal() * (shares.sum() / integral.trace()))
                : shares;
        for (int a = 0; a < n; ++a) {
            volumes_(nodes(a)) += shares(a);
            row_sums_(nodes(a)) += density(e) * shares(a);
            lumped_(nodes(a)) += density(e) * lumped(a);
            for (int b = 0; b < n; ++b)
                values_(pattern_->find(nodes(a), nodes(b))) += density(e) * integral(a, b);
        }
    }
}

void MassMatrix::multiply(const Vector& x, Vector& y) const {
    const int n = pattern_->n_rows();
    SINEW_ASSERT(x.size() == 3 * Index(n), "{} != 3 * {}", x.size(), n);
    y.resize(x.size());
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (int b = pattern_->begin(i); b < pattern_->end(i); ++b)
            sum += values_[b] * x.segment<3>(3 * Index(pattern_->column(b)));
        y.segment<3>(3 * Index(i)) = sum;
    });
}

Eigen::MatrixXd MassMatrix::times(const Eigen::Ref<const Eigen::MatrixXd>& X) const {
    return product_by_columns(X, [this](const Vector& x, Vector& y) { multiply(x, y); });
}

void MassMatrix::move_to(std::shared_ptr<const BlockPattern> pattern) {
    Vector values = Vector::Zero(pattern->n_blocks());
    for (int i = 0; i < pattern_->n_rows(); ++i)
        for (int b = pattern_->begin(i); b < pattern_->end(i); ++b)
            values[pattern->find(i, pattern_->column(b))] = values_[b];
    values_ = std::move(values);
    pattern_ = std::move(pattern);
}

}  // namespace sinew
