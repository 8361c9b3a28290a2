// Stresses and strains of states that have closed forms.
#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <set>
#include <sinew/mechanics/math/symmetric.hpp>
#include <sinew/mechanics/recovery/quantities.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

Eigen::Matrix3d some_rotation() {
    return Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
}

PointFields one_point(const Eigen::Matrix3d& F,
                      const Eigen::Matrix3d& tau = Eigen::Matrix3d::Zero()) {
    PointFields points;
    points.n_points = 1;
    points.xi = Eigen::Vector3d::Constant(0.25);
    points.volume = Vector::Constant(1, 2.0);
    points.deformation_gradient = F.reshaped();
    points.kirchhoff_stress = components(tau);
    points.volume_change = Vector::Constant(1, F.determinant());
    points.energy_density = Vector::Constant(1, 7.0);
    return points;
}

Vector values(StrainQuantity quantity, const PointFields& points) {
    return of_tensors(quantity, at_points(tensor_of(quantity), points));
}

}  // namespace

TEST_CASE("quantities: strains of turned stretches") {
    const Eigen::Matrix3d R = some_rotation();
    const Eigen::Vector3d stretches(1.5, 0.8, 1.1);
    const Eigen::Matrix3d U = stretches.asDiagonal();
    const PointFields points = one_point(R * U);
    // Green and Lagrange's is of the body at rest: the rotation is not in it.
    Vector green(6);
    green << (1.5 * 1.5 - 1) / 2, (0.64 - 1) / 2, (1.21 - 1) / 2, 0, 0, 0;
    CHECK((values(StrainQuantity::green_lagrange_strain, points) - green).norm() < 1e-14);
    const Eigen::Matrix3d logarithm =
        R * Eigen::Matrix3d(Eigen::Vector3d(stretches.array().log()).asDiagonal()) * R.transpose();
    CHECK((values(StrainQuantity::logarithmic_strain, points) - components(logarithm)).norm() <
          1e-14);
    const Eigen::Vector3d principal(std::log(1.5), std::log(1.1), std::log(0.8));
    CHECK((values(StrainQuantity::principal_strains, points) - principal).norm() < 1e-14);
    CHECK((values(StrainQuantity::deformation_gradient, points) -
           Eigen::Matrix3d((R * U).transpose()).reshaped())
              .norm() < 1e-15);
    CHECK(values(StrainQuantity::energy_density, points)[0] == 7);
    CHECK(values(StrainQuantity::plastic_strain, points)[0] == 0);
    PointFields flowed = points;
    flowed.plastic_strain = Vector::Constant(1, 0.2);
    CHECK(values(StrainQuantity::plastic_strain, flowed)[0] == 0.2);
}

TEST_CASE("quantities: principal stresses descend, and their directions go with them") {
    const Eigen::Matrix3d R = some_rotation();
    const Eigen::Matrix3d sigma =
        R * Eigen::Matrix3d(Eigen::Vector3d(3, -5, 11).asDiagonal()) * R.transpose();
    const Eigen::Matrix3d F = 1.2 * Eigen::Matrix3d::Identity();
    const PointFields points = one_point(F, F.determinant() * sigma);
    CHECK((values(StrainQuantity::cauchy_stress, points) - components(sigma)).norm() < 1e-13);
    CHECK((values(StrainQuantity::principal_stresses, points) - Eigen::Vector3d(11, 3, -5)).norm() <
          1e-13);
    const Vector directions = values(StrainQuantity::principal_directions, points);
    const int order[] = {2, 0, 1};
    for (int k = 0; k < 3; ++k)
        CHECK(std::abs(directions.segment<3>(3 * k).dot(R.col(order[k]))) ==
              Approx(1).epsilon(1e-13));
    CHECK(values(StrainQuantity::von_mises, points)[0] ==
          Approx(std::sqrt((8.0 * 8 + 16 * 16 + 8 * 8) / 2)));
}

TEST_CASE("quantities: von Mises stress of a pull is itself, of a shear sqrt 3 times, else none") {
    Eigen::MatrixXd stresses(6, 6);
    stresses << 5, 0, 0, 0, 0, -7,  //
        0, -5, 0, 0, 0, -7,         //
        0, 0, 0, 0, 0, -7,          //
        0, 0, 2, 0, 0, 0,           //
        0, 0, 0, -2, 0, 0,          //
        0, 0, 0, 0, 2, 0;
    Eigen::RowVectorXd expected(6);
    const double shear = 2 * std::sqrt(3.0);
    expected << 5, 5, shear, shear, shear, 0;
    CHECK((of_tensors(StrainQuantity::von_mises, stresses) - expected).norm() < 1e-14);
}

TEST_CASE("quantities: means of the Cauchy stress are over the present volume, others at rest") {
    PointFields points = one_point(Eigen::Matrix3d::Identity());
    points.n_points = 2;
    points.volume = Eigen::Vector2d(1, 3);
    points.volume_change = Eigen::Vector2d(2, 0.5);
    points.energy_density = Eigen::Vector2d(4, 8);
    points.deformation_gradient = points.deformation_gradient.replicate(1, 2).eval();
    points.kirchhoff_stress = Eigen::MatrixXd::Zero(6, 2);
    points.kirchhoff_stress(0, 0) = 10;
    const int element[] = {0};
    // 1 x 10 over 1 x 2 + 3 x 0.5.
    CHECK(element_means(StrainQuantity::cauchy_stress, points)(0, 0) == Approx(10 / 3.5));
    CHECK(mean_over(element, StrainQuantity::cauchy_stress, points,
                    at_points(StrainQuantity::cauchy_stress, points))[0] == Approx(10 / 3.5));
    CHECK(element_means(StrainQuantity::energy_density, points)(0, 0) == Approx(7));
    CHECK(mean_over(element, StrainQuantity::energy_density, points,
                    at_points(StrainQuantity::energy_density, points))[0] == Approx(7));
}

TEST_CASE("quantities: each has a name of its own, and as many components as numbers") {
    std::set<std::string> names;
    const PointFields points = one_point(some_rotation(), Eigen::Matrix3d::Identity());
    for (const auto& [name, quantity] : EnumNames<StrainQuantity>::names) {
        names.insert(name_of(quantity));
        CHECK(name_of(quantity) == std::string(name));
        CHECK(Index(components_of(quantity).size()) == values(quantity, points).size());
    }
    CHECK(names.size() == EnumNames<StrainQuantity>::names.size());
}
