#include <algorithm>
#include <limits>
#include <numeric>
#include <sinew/mechanics/rig/bone.hpp>

namespace sinew {

std::vector<int> bones_as_counted(const std::vector<Bone>& bones) {
    std::vector<int> order(bones.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        const auto number = [&](int bone) {
            const int given = bones[std::size_t(bone)].number;
            return given < 0 ? bone : given;
        };
        return number(a) < number(b);
    });
    return order;
}

Eigen::Vector3d nearest_on(const BoneSegment& segment, const Eigen::Vector3d& x) {
    const Eigen::Vector3d along = segment.tail - segment.head;
    const double length2 = along.squaredNorm();
    if (length2 == 0) return segment.head;
    return segment.head + std::clamp((x - segment.head).dot(along) / length2, 0.0, 1.0) * along;
}

double distance_to(const Bone& bone, const Eigen::Vector3d& x) {
    double least = std::numeric_limits<double>::infinity();
    for (const BoneSegment& segment : bone.segments)
        least = std::min(least, (nearest_on(segment, x) - x).norm());
    return least;
}

int nearest_bone(const std::vector<Bone>& bones, const Eigen::Vector3d& x) {
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < bones.size(); ++k) {
        const double distance = distance_to(bones[k], x);
        if (distance >= least) continue;
        least = distance;
        nearest = int(k);
    }
    return nearest;
}

}  // namespace sinew
