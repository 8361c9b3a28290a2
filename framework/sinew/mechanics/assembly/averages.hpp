/// Averages over elements, summed point by point.
#pragma once

#include <sinew/mechanics/assembly/element_forces.hpp>

namespace sinew {

/// Volume averages at rest. The Cauchy stress is that of the point, P F' / det F.
class AverageSum {
public:
    explicit AverageSum(const ElementTable& table);
    /// F: what the law saw; P: the stress it gave [Pa]; psi [J/m^3].
    void add(Index pack, int point, const Mat3<Pack>& F, const Mat3<Pack>& P, const Pack& psi);
    ElementAverages result();

private:
    const ElementTable& table_;
    ElementAverages sum_;
    Eigen::VectorXd volume_;
};

}  // namespace sinew
