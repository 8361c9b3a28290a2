#include <numeric>
#include <sinew/mechanics/full_space/moving_rest.hpp>

namespace sinew {

MovingRest::MovingRest(const VolumeMesh& mesh, const RestShape& shape)
    : mesh_(mesh), shape_(shape), nodes_(std::size_t(mesh.n_nodes())) {
    constexpr double soon = 1e-4;  // [s]
    std::iota(nodes_.begin(), nodes_.end(), 0);
    move_to(0);
    rate_ = (at(soon) - positions_).reshaped() / soon;
    last_rate_ = rate_;
    acceleration_ = Vector::Zero(rate_.size());
}

Points MovingRest::at(double t) const {
    Points x(3, mesh_.n_nodes());
    shape_.positions(t, nodes_, x);
    return x;
}

void MovingRest::move_to(double t) {
    if (t == t_) return;
    t_ = std::numeric_limits<double>::quiet_NaN();
    fits_elements_ = false;
    positions_ = at(t);
    displacement_ = (positions_ - mesh_.positions).reshaped();
    t_ = t;
}

Event MovingRest::move_to(double t, Assembler& assembler) {
    if (t == t_ && fits_elements_) return {};
    move_to(t);
    const Event event = assembler.move_rest(positions_);
    fits_elements_ = !event;
    return event;
}

void MovingRest::begin_step(double dt, State& state) {
    in_step_ = dt > 0;
    has_jumped_ = false;
    if (!in_step_) return;
    rate_ = (at(t_ + dt) - positions_).reshaped() / dt;
    if (has_begun_) {
        acceleration_ = (rate_ - last_rate_) / dt;
        return;
    }
    acceleration_.setZero();
    state.v += rate_ - last_rate_;
}

void MovingRest::jump(double dt, State& state) {
    in_step_ = has_jumped_ = true;
    const Vector u = deformation(state.q), rate = state.v - last_rate_;
    const auto root = [&] {
        return shape_.poses() ? shape_.poses()->root(t_) : Eigen::Isometry3d::Identity();
    };
    const Eigen::Matrix3d before = root().linear();
    move_to(t_ + dt);
    const Eigen::Matrix3d turn = root().linear() * before.transpose();
    const auto turned = [&](const Vector& x) -> Vector {
        return (turn * x.reshaped(3, x.size() / 3)).reshaped();
    };
    rate_.setZero();
    acceleration_.setZero();
    state.q = displacement_ + turned(u);
    state.v = turned(rate);
    state.a = turned(state.a);
}

void MovingRest::commit() {
    if (!in_step_) return;
    last_rate_ = rate_;
    has_begun_ = !has_jumped_;
}

const Vector& MovingRest::deformation(const Vector& q) const {
    u_ = q - displacement_;
    return u_;
}

const Vector& MovingRest::deformation_rate(const Vector& v) const {
    v_ = v - rate_;
    return v_;
}

void MovingRest::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/rate", last_rate_);
    archive.put(prefix + "/has_begun", double(has_begun_));
}

void MovingRest::restore(const Archive& archive, const std::string& prefix) {
    last_rate_ = archive.vector(prefix + "/rate", last_rate_.size());
    rate_ = last_rate_;
    has_begun_ = archive.number(prefix + "/has_begun") != 0;
}

}  // namespace sinew
