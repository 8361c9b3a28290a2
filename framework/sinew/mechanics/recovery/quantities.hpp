/// Stresses and strains as results are read: which there are, and where.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/system/point_fields.hpp>
#include <span>

namespace sinew {

/// Stresses and strains. The logarithmic strain is ln V of the left stretch, V^2 = F F'; principal
/// strains are the logarithms of the principal stretches. Principal values descend. The plastic
/// strain is the equivalent one of what has flowed, zero in elastic bodies.
enum class StrainQuantity {
    cauchy_stress,
    von_mises,
    principal_stresses,
    principal_directions,
    green_lagrange_strain,
    logarithmic_strain,
    principal_strains,
    deformation_gradient,
    energy_density,
    plastic_strain
};

template <>
struct EnumNames<StrainQuantity> {
    static constexpr std::array names{
        std::pair{"cauchy_stress", StrainQuantity::cauchy_stress},
        std::pair{"von_mises", StrainQuantity::von_mises},
        std::pair{"principal_stresses", StrainQuantity::principal_stresses},
        std::pair{"principal_directions", StrainQuantity::principal_directions},
        std::pair{"green_lagrange_strain", StrainQuantity::green_lagrange_strain},
        std::pair{"logarithmic_strain", StrainQuantity::logarithmic_strain},
        std::pair{"principal_strains", StrainQuantity::principal_strains},
        std::pair{"deformation_gradient", StrainQuantity::deformation_gradient},
        std::pair{"energy_density", StrainQuantity::energy_density},
        std::pair{"plastic_strain", StrainQuantity::plastic_strain}};
};

/// The tensor that is recovered at nodes and averaged over elements for a quantity: cauchy_stress
/// of stresses, logarithmic_strain of principal strains, else the quantity itself.
StrainQuantity tensor_of(StrainQuantity quantity);
/// A tensor at integration points, k x n. Symmetric ones as xx yy zz xy yz xz, the deformation
/// gradient row by row; strains are those of the tensor, not twice its shears.
Eigen::MatrixXd at_points(StrainQuantity tensor, const PointFields& points);
/// Means of a tensor over each element, k x n_elements: of the Cauchy stress over the present
/// volume, else over that at rest.
Eigen::MatrixXd element_means(StrainQuantity tensor, const PointFields& points);
/// The mean of a tensor over some elements, k numbers; as above. `values`: at_points of it.
Eigen::VectorXd mean_over(std::span<const int> elements, StrainQuantity tensor,
                          const PointFields& points, const Eigen::MatrixXd& values);
/// The quantity of its tensors, column by column; principal directions as three unit vectors, of
/// the greatest stress first.
Eigen::MatrixXd of_tensors(StrainQuantity quantity, const Eigen::MatrixXd& tensors);

/// The name that scenes write.
const char* name_of(StrainQuantity quantity);
/// "" for pure numbers.
const char* unit_of(StrainQuantity quantity);
/// The names of its components; one empty name of a scalar.
std::vector<std::string> components_of(StrainQuantity quantity);

}  // namespace sinew
