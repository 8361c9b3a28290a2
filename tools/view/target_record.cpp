#include "target_record.hpp"

#include <fmt/format.h>

namespace sinew::view {

void TargetRecord::add(double time, const Eigen::Vector3d& target) {
    const std::size_t n = keys.size();
    if (n >= 2 && keys[n - 1].target == target && keys[n - 2].target == target)
        keys.back().time = time;
    else
        keys.push_back({time, target});
}

std::string TargetRecord::keyframes(int indentation, const Eigen::Affine3d& from_world) const {
    std::string lines;
    for (const Key& key : keys)
        lines += fmt::format("{:{}}- [{:.12g}, {}]\n", "", indentation, key.time,
                             written(from_world * key.target));
    return lines;
}

std::string written(const Eigen::Vector3d& x) {
    return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", x.x(), x.y(), x.z());
}

}  // namespace sinew::view
