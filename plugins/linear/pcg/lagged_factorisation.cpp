#include "lagged_factorisation.hpp"

#include <nlohmann/json.hpp>

namespace sinew {

Event LaggedFactorisation::prepare(const Tangent& tangent, const FixedMask& fixed) {
    tangent_ = &tangent;
    mask_ = fixed;
    if (policy_.co_rotate) now_ = tangent.node_rotations();
    if (!stored_ || fixed_ != fixed.fixed || renewal_.is_due()) return renew();
    find_turns();
    return {};
}

Event LaggedFactorisation::renew() {
    state_before_.before_change([&](Archive& archive) { save(archive, "linear"); });
    lower_.update(*tangent_, mask_);
    if (stored_)
        stored_->take(lower_);
    else
        stored_ = std::make_unique<StoredTangent>(lower_);
    then_ = now_;
    renewal_.begin();
    return adopt(mask_.fixed);
}

/// Factors the stored matrix: also after a restart, so that bits stay.
Event LaggedFactorisation::adopt(std::vector<char> fixed) {
    fixed_ = std::move(fixed);
    free_.clear();
    for (std::size_t i = 0; i < fixed_.size(); ++i)
        if (!fixed_[i]) free_.push_back(static_cast<Index>(i));
    find_turns();
    const Index n = static_cast<Index>(free_.size());
    const FixedMask none{std::vector<char>(free_.size(), 0), ++none_revision_, n};
    Event event = solver_->prepare(*stored_, none);
    if (event) stored_.reset();
    return event;
}

/// Nodes that are constrained along some axis only stay as they are: Q must not mix what is
/// constrained with what is free.
void LaggedFactorisation::find_turns() {
    rotations_.clear();
    if (now_.empty() || now_.size() != then_.size() || 3 * now_.size() != fixed_.size()) return;
    rotations_.assign(now_.size(), Eigen::Matrix3d::Identity());
    for (std::size_t i = 0; i < now_.size(); ++i)
        if (!fixed_[3 * i] && !fixed_[3 * i + 1] && !fixed_[3 * i + 2])
            rotations_[i] = now_[i] * then_[i].transpose();
}

void LaggedFactorisation::apply(const Vector& x, Vector& y) const {
    const Index n_rotated = static_cast<Index>(rotations_.size());
    rotated_ = x;
    for (Index i = 0; i < n_rotated; ++i)
        rotated_.segment<3>(3 * i).noalias() =
            rotations_[std::size_t(i)].transpose() * x.segment<3>(3 * i);
    b_ = rotated_(free_);
    if (!policy_.rounded || !solver_->solve_rounded(b_, z_)) solver_->solve(b_, z_, 0);
    y.setZero(x.size());
    y(free_) = z_;
    for (Index i = 0; i < n_rotated; ++i)
        y.segment<3>(3 * i) = (rotations_[std::size_t(i)] * y.segment<3>(3 * i)).eval();
}

void LaggedFactorisation::save(Archive& archive, const std::string& prefix) const {
    if (!stored_) return;
    stored_->save(archive, prefix + "/factor");
    archive.put(prefix + "/fixed", std::vector<std::int64_t>(fixed_.begin(), fixed_.end()));
    renewal_.save(archive, prefix);
    Vector turns(9 * Index(then_.size()));
    for (std::size_t i = 0; i < then_.size(); ++i)
        turns.segment<9>(9 * Index(i)) = then_[i].reshaped();
    archive.put(prefix + "/turns", turns);
}

std::function<void()> LaggedFactorisation::way_back() {
    return [this, before = state_before_.begin(), renewal = renewal_] {
        if (*before) restore(**before, "linear");
        renewal_ = renewal;
    };
}

void LaggedFactorisation::restore(const Archive& archive, const std::string& prefix) {
    if (!archive.has(prefix + "/fixed")) {
        stored_.reset();
        return;
    }
    const auto& flags = archive.integers(prefix + "/fixed");
    stored_ = std::make_unique<StoredTangent>(archive, prefix + "/factor");
    const std::vector<double>& turns = archive.numbers(prefix + "/turns");
    then_.resize(turns.size() / 9);
    for (std::size_t i = 0; i < then_.size(); ++i)
        then_[i] = Eigen::Map<const Eigen::Matrix3d>(turns.data() + 9 * i);
    adopt(std::vector<char>(flags.begin(), flags.end()));
    renewal_.restore(archive, prefix);
}

}  // namespace sinew
