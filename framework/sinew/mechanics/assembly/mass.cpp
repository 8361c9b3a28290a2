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

    struct Element {
        Eigen::MatrixXd integral;  ///< of the product of two nodes' shape functions [m^3]
        Eigen::VectorXd shares, lumped;
        std::vector<int> places;  ///< in the pattern, column by column of `integral`
    };
    const auto integrate = [&](Index e, Element& element) {
        const auto nodes = mesh.elements.col(e);
        Eigen::Matrix3Xd X(3, n);
        for (int a = 0; a < n; ++a) X.col(a) = mesh.positions.col(nodes(a));
        Eigen::VectorXd weights(n_points);
        for (Index q = 0; q < n_points; ++q)
            weights(q) = rule.weights(q) * (X * gradients[std::size_t(q)]).determinant();
        element.integral = values * weights.asDiagonal() * values.transpose();
        element.shares = element.integral.rowwise().sum();
        element.lumped = mesh.type == ElementType::tet10
                             ? Eigen::VectorXd(element.integral.diagonal() *
                                               (element.shares.sum() / element.integral.trace()))
                             : element.shares;
        element.places.clear();
        for (int b = 0; b < n; ++b)
            for (int a = 0; a < n; ++a)
                element.places.push_back(pattern_->find(nodes(a), nodes(b)));
    };
    // Integrals on all threads, a batch of elements at a time; sums in the order of the elements.
    constexpr Index batch = 4096;
    std::vector<Element> elements(std::size_t(std::min(batch, mesh.n_elements())));
    for (Index first = 0; first < mesh.n_elements(); first += batch) {
        const Index count = std::min(batch, mesh.n_elements() - first);
        parallel_for_if(count >= parallel_rows, count,
                        [&](Index k) { integrate(first + k, elements[std::size_t(k)]); });
        for (Index k = 0; k < count; ++k) {
            const Element& element = elements[std::size_t(k)];
            const auto nodes = mesh.elements.col(first + k);
            const double rho = density(first + k);
            for (int a = 0; a < n; ++a) {
                volumes_(nodes(a)) += element.shares(a);
                row_sums_(nodes(a)) += rho * element.shares(a);
                lumped_(nodes(a)) += rho * element.lumped(a);
            }
            for (std::size_t i = 0; i < element.places.size(); ++i)
                values_(element.places[i]) += rho * element.integral.data()[i];
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
