#include <sinew/mechanics/pose_space/basis_history.hpp>
#include <utility>

namespace sinew::pose_space {

void BasisHistory::begin_step(double dt, const Vector& q, const Vector& v,
                              const Eigen::Isometry3d& root, const MixedBasis& basis,
                              bool has_jumped) {
    before_ = done_;
    if (has_jumped) before_.dt = 0;
    has_jumped_ = has_jumped;
    step_.dt = dt;
    step_.q = q;
    step_.v = v;
    step_.root = root;
    step_.weights = basis.weights();
    basis.keep(q, step_.u);
    work_.setZero(q.size());
    if (dt > 0) work_ = q / (dt * dt) + v / dt;
    if (dt > 0 && before_.dt > 0) work_ += before_.q / (dt * before_.dt);
    basis.keep(work_, start_term_);
    start_term_ *= -1;
    is_in_step_ = dt > 0;
}

void BasisHistory::commit() {
    if (!is_in_step_) return;
    is_in_step_ = false;
    done_ = step_;
    if (has_jumped_) done_.dt = 0;
}

void BasisHistory::restart(Step done) {
    is_in_step_ = false;
    step_ = before_ = {};
    done_ = std::move(done);
}

bool BasisHistory::root_turns(const Eigen::Matrix3d& end) const {
    const Eigen::Matrix3d start = step_.root.linear();
    return end != start || (before_.dt > 0 && before_.root.linear() != start);
}

bool BasisHistory::basis_moves(const Vector& weights) const {
    return has_basis_rate_ &&
           (weights != step_.weights || (before_.dt > 0 && weights != before_.weights));
}

RootAcceleration BasisHistory::root_acceleration(const Eigen::Isometry3d& end) const {
    if (before_.dt == 0) return {};
    const auto difference = [&](const auto& last, const auto& start, const auto& first) {
        return (((last - start) / step_.dt - (start - first) / before_.dt) / step_.dt).eval();
    };
    return {difference(end.linear(), step_.root.linear(), before_.root.linear()),
            difference(end.translation(), step_.root.translation(), before_.root.translation())};
}

const BasisHistory::Terms& BasisHistory::terms(const MixedBasis& basis,
                                               const Eigen::Matrix3d& turn) const {
    const double dt = step_.dt;
    work_ = step_.q / (dt * dt) + step_.v / dt;
    basis.keep(work_, terms_.end);
    terms_.R_start.noalias() = turn.transpose() * step_.root.linear();
    terms_.R_before.noalias() = turn.transpose() * before_.root.linear();
    if (has_basis_rate_) {
        terms_.start = start_term_;
        if (before_.dt > 0)
            terms_.before = before_.u / (dt * before_.dt);
        else
            terms_.before.setZero(start_term_.size());
        return terms_;
    }
    // All of them by the basis of the end.
    terms_.start = -terms_.end;
    terms_.before.setZero(start_term_.size());
    if (before_.dt > 0) {
        work_ = before_.q / (dt * before_.dt);
        basis.keep(work_, terms_.before);
        terms_.start -= terms_.before;
    }
    return terms_;
}

}  // namespace sinew::pose_space
