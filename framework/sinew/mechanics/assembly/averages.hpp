/// Averages over elements, summed point by point.
#pragma once

#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew {

/// F and psi are averaged over the volume at rest, the Cauchy stress P F' / det F over the present
/// one: so its integral over an element is that of P F' over the element at rest, which the
/// internal forces f_a on its nodes x_a hold in balance: sum of f_a (x) x_a. The stress of laws of
/// small strains is the average of P.
class AverageSum {
public:
    /// `small_strain`: the law is one of small strains.
    AverageSum(const ElementTable& table, bool small_strain);
    /// F: of the displacements; P: the stress whose work with changes of F the internal forces do
    /// [Pa]; psi [J/m^3].
    void add(Index pack, int point, const Mat3<Pack>& F, const Mat3<Pack>& P, const Pack& psi);
    /// The averages of all points added, in the mesh's order of elements.
    ElementAverages result();

private:
    const ElementTable& table_;
    bool small_strain_;
    ElementAverages sum_;
    Eigen::VectorXd volume_, present_volume_;
};

}  // namespace sinew
