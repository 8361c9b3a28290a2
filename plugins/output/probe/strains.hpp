/// Stresses and strains at a probe's targets.
#pragma once

#include <map>
#include <optional>
#include <sinew/mechanics/recovery/quantities.hpp>

#include "target.hpp"

namespace sinew::probe {

/// The values of one moment. Tensors are found once, whatever is asked of them.
class Strains {
public:
    /// All outlive it.
    Strains(const NodalRecovery& recovery, const std::vector<Target>& targets, PointFields points);

    /// The quantity at a point or node, recovered; of a region or element, its mean.
    Eigen::VectorXd at(const Target& target, StrainQuantity quantity);
    /// The quantity at integration point q of an element.
    Eigen::VectorXd at_point(int element, int q, StrainQuantity quantity);

private:
    const Eigen::MatrixXd& tensors(StrainQuantity tensor);

    const NodalRecovery& recovery_;
    PointFields points_;
    std::vector<int> corners_;  ///< of all targets, ascending
    std::map<StrainQuantity, Eigen::MatrixXd> at_points_, at_corners_;
};

}  // namespace sinew::probe
