/// Forces by few elements about a rest shape that moves, in a basis that is mixed of those of
/// poses.
///
/// Xu & Barbic 2016, section 5.3, equations 17 to 22.
#pragma once

#include <memory>
#include <sinew/mechanics/kernels/element_geometry.hpp>
#include <sinew/player/posed_rows.hpp>
#include <sinew/player/weighted_elements.hpp>

namespace sinew::player {

/// One caller at a time; no call allocates memory once each has been made.
class PosedCubature final : public Forces {
public:
    /// `weights_of_poses`: of the elements, one pose a column.
    PosedCubature(std::unique_ptr<WeightedElements> sum, ElementGeometry geometry, PosedRows rows,
                  Eigen::MatrixXd weights_of_poses)
        : sum_(std::move(sum)),
          packs_(sum_->sum().packs),
          geometry_(std::move(geometry)),
          rows_(std::move(rows)),
          weights_of_poses_(std::move(weights_of_poses)) {}

    /// The body's nodes that elements have, ascending.
    const std::vector<int>& nodes() const { return sum_->sum().nodes; }
    /// Forces are those at these weights of the poses and scales of the mixed vectors, about these
    /// positions of nodes(), seen from the root [m]. The failure: an element is turned inside out.
    Failure follow(const Vector& pose_weights, const Vector& scales, const Eigen::Matrix3Xd& rest);

    Failure forces(const Vector& q, Vector& f) override { return sum_->forces(q, f); }
    Failure forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                 Eigen::MatrixXd& K) override {
        return sum_->forces_and_stiffness(q, definiteness, f, K);
    }

private:
    std::unique_ptr<WeightedElements> sum_;
    ElementPacks packs_;
    ElementGeometry geometry_;
    PosedRows rows_;
    Eigen::MatrixXd weights_of_poses_;
    Vector weights_;
};

}  // namespace sinew::player
