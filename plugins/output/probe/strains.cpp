#include "strains.hpp"

#include <algorithm>

namespace sinew::probe {

Strains::Strains(const NodalRecovery& recovery, const std::vector<Target>& targets,
                 PointFields points)
    : recovery_(recovery), points_(std::move(points)) {
    for (const Target& target : targets)
        for (const auto& [corner, weight] : target.corners) corners_.push_back(corner);
    std::sort(corners_.begin(), corners_.end());
    corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
}

const Eigen::MatrixXd& Strains::tensors(StrainQuantity tensor) {
    const auto found = at_points_.find(tensor);
    if (found != at_points_.end()) return found->second;
    return at_points_.emplace(tensor, at_points(tensor, points_)).first->second;
}

Eigen::VectorXd Strains::at(const Target& target, StrainQuantity quantity) {
    const StrainQuantity tensor = tensor_of(quantity);
    if (target.corners.empty())
        return of_tensors(quantity, mean_over(target.elements, tensor, points_, tensors(tensor)));
    auto found = at_corners_.find(tensor);
    if (found == at_corners_.end())
        found =
            at_corners_.emplace(tensor, recovery_.at_corners(points_, tensors(tensor), corners_))
                .first;
    const Eigen::MatrixXd& recovered = found->second;
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(recovered.rows());
    for (const auto& [corner, weight] : target.corners)
        sum += weight * recovered.col(std::lower_bound(corners_.begin(), corners_.end(), corner) -
                                      corners_.begin());
    return of_tensors(quantity, sum);
}

Eigen::VectorXd Strains::at_point(int element, int q, StrainQuantity quantity) {
    return of_tensors(quantity,
                      tensors(tensor_of(quantity)).col(Index(element) * points_.n_points + q));
}

}  // namespace sinew::probe
