#include <numeric>
#include <sinew/mechanics/reduced/deformation_tree.hpp>

namespace sinew {

DeformationTree::DeformationTree(const Points& rest, const BasisRows& basis,
                                 const std::vector<int>& nodes) {
    if (nodes.empty()) return;
    items_.resize(nodes.size());
    std::iota(items_.begin(), items_.end(), 0);
    const Index most = 2 * Index(nodes.size());
    means_.resize(3 * most, basis.size());
    growth_.resize(basis.size(), most);
    build(rest, basis, nodes, 0, int(nodes.size()));
    means_.conservativeResize(3 * Index(spheres_.size()), Eigen::NoChange);
    growth_.conservativeResize(Eigen::NoChange, Index(spheres_.size()));
}

/// Halves its points across the longest side of their box.
int DeformationTree::build(const Points& rest, const BasisRows& basis,
                           const std::vector<int>& nodes, int first, int last) {
    const int at = int(spheres_.size());
    const auto node = [&](int i) { return nodes[std::size_t(items_[std::size_t(i)])]; };
    Sphere sphere{Eigen::Vector3d::Zero(), 0, first, last, -1};
    Eigen::MatrixX3d mean = Eigen::MatrixX3d::Zero(basis.size(), 3);
    Eigen::AlignedBox3d box;
    for (int i = first; i < last; ++i) {
        sphere.center += rest.col(node(i)) / (last - first);
        mean += basis.node(node(i)) / (last - first);
        box.extend(rest.col(node(i)));
    }
    Vector growth = Vector::Zero(basis.size());
    for (int i = first; i < last; ++i) {
        const double distance = (rest.col(node(i)) - sphere.center).norm();
        sphere.radius = std::max(sphere.radius, distance);
        growth = growth.cwiseMax((basis.node(node(i)) - mean).rowwise().norm());
    }
    means_.middleRows<3>(3 * Index(at)) = mean.transpose();
    growth_.col(at) = growth;
    spheres_.push_back(sphere);
    if (last - first <= leaf_size) return at;
    int axis = 0;
    box.sizes().maxCoeff(&axis);
    const int middle = first + (last - first) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last,
                     [&](int a, int b) {
                         const double x = rest(axis, nodes[std::size_t(a)]);
                         const double y = rest(axis, nodes[std::size_t(b)]);
                         return x < y || (x == y && a < b);
                     });
    build(rest, basis, nodes, first, middle);
    const int right = build(rest, basis, nodes, middle, last);
    spheres_[std::size_t(at)].right = right;
    return at;
}

}  // namespace sinew
