/// Forces that bodies exert on each other in contact, summed up.
#pragma once

#include <Eigen/Core>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sinew {

/// Force and moment of each pair of bodies, and the sum of its normal forces. Bodies are numbers.
class ContactResultants {
public:
    void clear() { of_pairs_.clear(); }
    /// A force [N] at x [m] on the body `on`, due to the body `of`; its opposite is added, too.
    void add(int on, int of, const Eigen::Vector3d& force, const Eigen::Vector3d& x);
    /// A normal force between two bodies, or of a body on itself; positive if it repels [N].
    void add_normal(int a, int b, double force);
    /// Adds `resultants` and `self_normal_forces` to run.json; names[b] is that of body b.
    void report(nlohmann::json& report, const std::vector<std::string>& names) const;

private:
    struct Resultant {
        Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< on the first body [N]
        Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< about the origin [N m]
        double normal = 0;                                 ///< sum of the normal forces [N]
    };
    std::map<std::pair<int, int>, Resultant> of_pairs_;  ///< smaller number first
};

}  // namespace sinew
