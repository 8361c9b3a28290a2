#include "handles.hpp"

#include <cmath>

namespace sinew::bbw {

double mean_edge(const VolumeMesh& tets) {
    double sum = 0;
    for (Eigen::Index e = 0; e < tets.n_elements(); ++e)
        for (int a = 0; a < 4; ++a)
            for (int b = 0; b < a; ++b)
                sum += (tets.positions.col(tets.elements(a, e)) -
                        tets.positions.col(tets.elements(b, e)))
                           .norm();
    return sum / double(6 * tets.n_elements());
}

std::vector<int> nearest_nodes(const Points& nodes, const std::vector<Bone>& bones,
                               double spacing) {
    std::vector<int> holder(std::size_t(nodes.cols()), -1);
    for (const Bone& bone : bones)
        for (const BoneSegment& segment : bone.segments) {
            const Eigen::Vector3d along = segment.tail - segment.head;
            const int n = int(std::ceil(along.norm() / spacing));
            for (int k = 0; k <= n; ++k) {
                const Eigen::Vector3d x = segment.head + along * (double(k) / std::max(n, 1));
                Eigen::Index node = 0;
                (nodes.colwise() - x).colwise().squaredNorm().minCoeff(&node);
                holder[std::size_t(node)] = nearest_bone(bones, nodes.col(node));
            }
        }
    return holder;
}

std::vector<int> nodes_within(const Points& nodes, const std::vector<Bone>& bones) {
    std::vector<int> holder(std::size_t(nodes.cols()), -1);
    for (Eigen::Index i = 0; i < nodes.cols(); ++i) {
        const int bone = nearest_bone(bones, nodes.col(i));
        if (bone >= 0 &&
            distance_to(bones[std::size_t(bone)], nodes.col(i)) <= bones[std::size_t(bone)].radius)
            holder[std::size_t(i)] = bone;
    }
    return holder;
}

}  // namespace sinew::bbw
