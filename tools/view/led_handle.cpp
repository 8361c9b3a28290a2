#include "led_handle.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sinew::view {

namespace {

/// A handle lags behind the cursor by twice this [s].
constexpr double lag = 0.04;

}  // namespace

LedHandle::LedHandle(RigHandles& rig, Index number, std::string path)
    : rig_(rig), number_(number), name_(std::move(path) + " " + rig.handle_name(number)) {
    record_.add(0, target(0));
}

void LedHandle::follow(const Eigen::Vector3d& cursor, double t) {
    cursor_ = cursor;
    if (is_led_) return;
    is_led_ = true;
    x_ = target(t);
    v_.setZero();
}

/// x'' = (cursor - x - 2 lag x') / lag^2, solved exactly over the step.
void LedHandle::step(double t, double dt) {
    if (is_led_) {
        const double decay = std::exp(-dt / lag);
        const Eigen::Vector3d away = x_ - cursor_, slope = v_ + away / lag;
        x_ = cursor_ + decay * (away + dt * slope);
        v_ = decay * (v_ - dt / lag * slope);
        rig_.lead(number_, t, x_);
    }
    record_.add(t, target(t));
}

void LedHandle::reset() {
    is_led_ = false;
    rig_.let_go();
    record_.keys.clear();
    record_.add(0, target(0));
}

std::string LedHandle::as_target() const {
    return fmt::format("# {}, {}: `target: !include FILE` of this handle.\nkeyframes:\n{}", name_,
                       head_of_target, record_.keyframes(2, rig_.handle_frame().inverse()));
}

}  // namespace sinew::view
