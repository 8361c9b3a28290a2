/// A bounded deformation tree: which points of a body in a subspace may be near something, without
/// a look at each of them.
#pragma once

#include <algorithm>
#include <sinew/mechanics/reduced/basis_rows.hpp>
#include <vector>

namespace sinew {

/// A hierarchy of spheres over points at rest. With u = U q the centre of a sphere, the mean of its
/// points, moves by the mean of their rows of U, and its radius grows by no more than
///
///     sum over k of max over p of |(U_p - mean U)_k| |q_k|,
///
/// so that it bounds its points at any q, and costs O(r) to place.
///
/// James & Pai, BD-Tree: output-sensitive collision detection for reduced deformable models,
/// SIGGRAPH 2004, section 3.
class DeformationTree {
public:
    DeformationTree() = default;
    /// Builds the tree over some nodes of a body (`rest`: 3 x n_nodes [m]); results are indices
    /// into `nodes`.
    DeformationTree(const Points& rest, const BasisRows& basis, const std::vector<int>& nodes);

    /// Puts into `found` the numbers, ascending, of all points whose spheres reach(centre, radius),
    /// all the way down.
    template <class Reach>
    void visit(const Eigen::Ref<const Vector>& q, Reach&& reach, std::vector<int>& found) const {
        found.clear();
        if (spheres_.empty()) return;
        open_.assign(1, 0);
        while (!open_.empty()) {
            const int at = open_.back();
            open_.pop_back();
            const Sphere& sphere = spheres_[std::size_t(at)];
            const Eigen::Vector3d center = sphere.center + means_.middleRows<3>(3 * Index(at)) * q;
            const double radius = sphere.radius + growth_.col(at).dot(q.cwiseAbs());
            if (!reach(center, radius)) continue;
            if (sphere.right < 0) {
                for (int i = sphere.first; i < sphere.last; ++i)
                    found.push_back(items_[std::size_t(i)]);
            } else {
                open_.push_back(sphere.right);
                open_.push_back(at + 1);
            }
        }
        std::sort(found.begin(), found.end());
    }

    /// Number of spheres on all levels.
    int n_spheres() const { return int(spheres_.size()); }

private:
    static constexpr int leaf_size = 8;
    struct Sphere {
        Eigen::Vector3d center;  ///< at rest
        double radius;           ///< at rest
        int first, last;         ///< of items_
        int right;               ///< child; the left one is the next; -1 in a leaf
    };
    int build(const Points& rest, const BasisRows& basis, const std::vector<int>& nodes, int first,
              int last);

    std::vector<Sphere> spheres_;
    std::vector<int> items_;
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>
        means_;               ///< of U: 3 rows a sphere, r columns
    Eigen::MatrixXd growth_;  ///< r x n_spheres
    mutable std::vector<int> open_;
};

}  // namespace sinew
