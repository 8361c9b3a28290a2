#include <sinew/mechanics/pose_space/posed_inertia.hpp>

namespace sinew::pose_space {

void PosedInertia::find(const MixedBasis& basis, BasisHistory& history,
                        const Eigen::Isometry3d& root, const Eigen::Matrix3Xd& accelerations,
                        Vector& f) {
    if (sampled_)
        find_of_sample(basis, history, root, accelerations, f);
    else
        find_in_closed_form(basis, history, root.linear(), accelerations, f);
}

/// f += U'M (c+ + c + c-), as if the root had its turn at the end always.
void PosedInertia::add_basis(const MixedBasis& basis, const BasisHistory::Terms& c, Vector& f) {
    kept_ = c.end + c.start + c.before;
    basis.find_momentum(kept_, part_);
    f += part_;
}

void PosedInertia::find_of_sample(const MixedBasis& basis, BasisHistory& history,
                                  const Eigen::Isometry3d& root,
                                  const Eigen::Matrix3Xd& accelerations, Vector& f) {
    const Eigen::Matrix3d R = root.linear();
    const RootAcceleration of_root = history.root_acceleration(root);
    beside_root_ = accelerations;
    sampled_->subtract_root(basis.weights(), of_root, beside_root_);
    sampled_->find_momenta(beside_root_, momenta_);
    momenta_ *= gain_;
    sampled_->find_of_root(basis, R, of_root, f);
    f *= gain_;
    const bool root_turns = history.root_turns(R);
    if (root_turns || history.basis_moves(basis.weights())) {
        const BasisHistory::Terms& c = history.terms(basis, R);
        add_basis(basis, c, f);
        const auto add_turned = [&](const Eigen::Matrix3d& back, const Vector& kept) {
            const Eigen::Matrix3d Q = R * (back - Eigen::Matrix3d::Identity());
            sampled_->find_momenta(kept, of_term_);
            for (Index s = 0; s < of_term_.cols(); ++s) momenta_.col(s) += Q * of_term_.col(s);
        };
        if (root_turns) {
            add_turned(c.R_start, c.start);
            add_turned(c.R_before, c.before);
        }
    }
    sampled_->find_of_momenta(basis, R, momenta_, part_);
    f += part_;
}

void PosedInertia::find_in_closed_form(const MixedBasis& basis, BasisHistory& history,
                                       const Eigen::Matrix3d& R,
                                       const Eigen::Matrix3Xd& accelerations, Vector& f) {
    linear_->find(basis, R, accelerations, f);
    f *= gain_;
    const bool root_turns = history.root_turns(R);
    if (!root_turns && !history.basis_moves(basis.weights())) return;
    const BasisHistory::Terms& c = history.terms(basis, R);
    add_basis(basis, c, f);
    if (!root_turns || !rotated_) return;
    const auto add_turned = [&](const Eigen::Matrix3d& back, const Vector& kept) {
        const Eigen::Matrix3d Q = back - Eigen::Matrix3d::Identity();
        rotated_->times(basis.weights(), Q, kept, part_);
        f += basis.scales().cwiseProduct(part_);
    };
    add_turned(c.R_start, c.start);
    add_turned(c.R_before, c.before);
}

}  // namespace sinew::pose_space
