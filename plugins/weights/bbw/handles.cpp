#include "handles.hpp"

#include <cmath>
#include <map>

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

namespace {

/// Calls visit(node) for those that are nearest to points along a segment.
template <class Visit>
void nodes_along(const Points& nodes, const BoneSegment& segment, double spacing, Visit&& visit) {
    const Eigen::Vector3d along = segment.tail - segment.head;
    const int n = int(std::ceil(along.norm() / spacing));
    for (int k = 0; k <= n; ++k) {
        const Eigen::Vector3d x = segment.head + along * (double(k) / std::max(n, 1));
        Eigen::Index node = 0;
        (nodes.colwise() - x).colwise().squaredNorm().minCoeff(&node);
        visit(int(node));
    }
}

}  // namespace

std::vector<int> nearest_nodes(const Points& nodes, const std::vector<Bone>& bones,
                               double spacing) {
    std::vector<int> holder(std::size_t(nodes.cols()), -1);
    for (const Bone& bone : bones)
        for (const BoneSegment& segment : bone.segments)
            nodes_along(nodes, segment, spacing, [&](int node) {
                holder[std::size_t(node)] = nearest_bone(bones, nodes.col(node));
            });
    return holder;
}

std::vector<OnCage> on_cage(const Points& nodes, const std::vector<Bone>& bones,
                            const std::vector<int>& holder, double spacing) {
    std::map<int, std::pair<double, OnCage>> nearest;  // by node, with the distance
    for (std::size_t j = 0; j < bones.size(); ++j)
        for (const int other : bones[j].cage) {
            const BoneSegment edge{bones[j].joint, bones[std::size_t(other)].joint};
            nodes_along(nodes, edge, spacing / 4, [&](int node) {
                if (holder[std::size_t(node)] >= 0) return;
                const Eigen::Vector3d x = nodes.col(node), there = nearest_on(edge, x);
                const double distance = (x - there).norm();
                const auto found = nearest.find(node);
                if (found != nearest.end() && found->second.first <= distance) return;
                const double share = (edge.tail - there).norm() / (edge.tail - edge.head).norm();
                nearest[node] = {distance, {node, int(j), other, share}};
            });
        }
    std::vector<OnCage> result;
    for (const auto& [node, found] : nearest) result.push_back(found.second);
    return result;
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
