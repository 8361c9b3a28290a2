#include <cmath>
#include <sinew/mechanics/math/eigen_symmetric.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/symmetric.hpp>
#include <sinew/mechanics/recovery/quantities.hpp>

namespace sinew {

namespace {

/// A function of each column, as columns of `rows` numbers.
template <class Function>
Eigen::MatrixXd by_column(Index rows, const Eigen::MatrixXd& from, Function&& function) {
    Eigen::MatrixXd to(rows, from.cols());
    parallel_for(from.cols(), [&](Index i) { to.col(i) = function(from.col(i)); });
    return to;
}

Eigen::Matrix3d matrix(const Eigen::VectorXd& column_major) {
    return column_major.reshaped(3, 3);
}

Symmetric6 green_lagrange(const Eigen::VectorXd& F) {
    return components(0.5 * (matrix(F).transpose() * matrix(F) - Eigen::Matrix3d::Identity()));
}

/// ln V = 1/2 ln(F F'). The logarithm of an element without volume has no bound; it stays a number.
Symmetric6 logarithmic(const Eigen::VectorXd& F) {
    const Eigen::Matrix3d B = matrix(F) * matrix(F).transpose();
    const EigenSymmetric3<double> pairs = eigen_symmetric3(B);
    const Eigen::Vector3d logarithms = 0.5 * pairs.values.cwiseMax(1e-300).array().log();
    return components(pairs.vectors * logarithms.asDiagonal() * pairs.vectors.transpose());
}

double von_mises(const Symmetric6& s) {
    const auto square = [](double x) { return x * x; };
    return std::sqrt(0.5 * (square(s[0] - s[1]) + square(s[1] - s[2]) + square(s[2] - s[0])) +
                     3 * (square(s[3]) + square(s[4]) + square(s[5])));
}

Eigen::Vector3d principal_values(const Symmetric6& s) {
    return eigen_symmetric3(symmetric_matrix(s)).values.reverse();
}

Eigen::VectorXd principal_directions(const Symmetric6& s) {
    const Eigen::Matrix3d ascending = eigen_symmetric3(symmetric_matrix(s)).vectors;
    return ascending.rowwise().reverse().reshaped();
}

}  // namespace

StrainQuantity tensor_of(StrainQuantity quantity) {
    switch (quantity) {
        case StrainQuantity::von_mises:
        case StrainQuantity::principal_stresses:
        case StrainQuantity::principal_directions:
            return StrainQuantity::cauchy_stress;
        case StrainQuantity::principal_strains:
            return StrainQuantity::logarithmic_strain;
        default:
            return quantity;
    }
}

Eigen::MatrixXd at_points(StrainQuantity tensor, const PointFields& points) {
    const Eigen::MatrixXd& F = points.deformation_gradient;
    switch (tensor) {
        case StrainQuantity::green_lagrange_strain:
            return by_column(6, F, green_lagrange);
        case StrainQuantity::logarithmic_strain:
            return by_column(6, F, logarithmic);
        case StrainQuantity::deformation_gradient:
            return by_column(9, F, [](const Eigen::VectorXd& f) -> Eigen::VectorXd {
                return matrix(f).transpose().reshaped();
            });
        case StrainQuantity::energy_density:
            return points.energy_density.transpose();
        case StrainQuantity::plastic_strain:
            if (points.plastic_strain.size() == 0) return Eigen::MatrixXd::Zero(1, F.cols());
            return points.plastic_strain.transpose();
        default:
            return points.cauchy_stress();
    }
}

Eigen::MatrixXd element_means(StrainQuantity tensor, const PointFields& points) {
    if (tensor == StrainQuantity::cauchy_stress) return points.mean_cauchy_stress();
    return points.means(at_points(tensor, points));
}

Eigen::VectorXd mean_over(std::span<const int> elements, StrainQuantity tensor,
                          const PointFields& points, const Eigen::MatrixXd& values) {
    const bool is_present = tensor == StrainQuantity::cauchy_stress;
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(values.rows());
    double whole = 0;
    for (const int e : elements)
        for (Index i = Index(points.n_points) * e; i < Index(points.n_points) * (e + 1); ++i) {
            const double volume = points.volume[i] * (is_present ? points.volume_change[i] : 1);
            sum += volume * values.col(i);
            whole += volume;
        }
    return sum / whole;
}

Eigen::MatrixXd of_tensors(StrainQuantity quantity, const Eigen::MatrixXd& tensors) {
    switch (quantity) {
        case StrainQuantity::von_mises:
            return by_column(1, tensors,
                             [](const Symmetric6& s) { return Vector::Constant(1, von_mises(s)); });
        case StrainQuantity::principal_stresses:
        case StrainQuantity::principal_strains:
            return by_column(3, tensors, principal_values);
        case StrainQuantity::principal_directions:
            return by_column(9, tensors, principal_directions);
        default:
            return tensors;
    }
}

const char* name_of(StrainQuantity quantity) {
    for (const auto& [name, value] : EnumNames<StrainQuantity>::names)
        if (value == quantity) return name;
    return "";
}

const char* unit_of(StrainQuantity quantity) {
    switch (tensor_of(quantity)) {
        case StrainQuantity::cauchy_stress:
            return quantity == StrainQuantity::principal_directions ? "" : "Pa";
        case StrainQuantity::energy_density:
            return "J/m^3";
        default:
            return "";
    }
}

std::vector<std::string> components_of(StrainQuantity quantity) {
    switch (quantity) {
        case StrainQuantity::von_mises:
        case StrainQuantity::energy_density:
        case StrainQuantity::plastic_strain:
            return {""};
        case StrainQuantity::principal_stresses:
        case StrainQuantity::principal_strains:
            return {"1", "2", "3"};
        case StrainQuantity::principal_directions:
            return {"1x", "1y", "1z", "2x", "2y", "2z", "3x", "3y", "3z"};
        case StrainQuantity::deformation_gradient:
            return {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"};
        default:
            return {"xx", "yy", "zz", "xy", "yz", "xz"};
    }
}

}  // namespace sinew
