#include <algorithm>
#include <sinew/player/embedding.hpp>
#include <sinew/player/player.hpp>
#include <utility>

namespace sinew::player {

/// A step from the start makes room for all others.
Player::Player(Model model)
    : model_(std::move(model)),
      step_(model_.size(), *model_.forces, model_.damping, model_.scheme, model_.iterations),
      external_(Vector::Zero(model_.size())),
      applied_(Vector::Zero(model_.size())),
      positions_(model_.rest.size()),
      modes_(model_.size(), 3) {
    reset();
    step();
    Vector forces;
    internal_forces(forces);
    reset();
}

void Player::reset() {
    motion_ = model_.start;
    n_steps_ = 0;
    clear_forces();
    step_.begin(motion_.q);
}

/// Of the time where the step ends.
void Player::find_loads() {
    external_.setZero();
    for (const Load& load : model_.loads) {
        const Index column = std::min<Index>(n_steps_ + 1, load.intensity.cols() - 1);
        pull_back(load.modes, load.intensity.col(column), external_);
    }
    external_ += applied_;
}

/// From t0 to t1 as a run's clock has them: their difference is not the same to the last bit.
Failure Player::step() {
    const double dt = duration(time(), double(n_steps_ + 1) * model_.step);
    find_loads();
    if (const Failure failure = step_.take(dt, external_, motion_)) return failure;
    ++n_steps_;
    return {};
}

void Player::add_node_force(Index node, const Eigen::Vector3d& force) {
    modes_ = model_.rows.middleCols<3>(3 * node);
    pull_back(modes_, force, applied_);
}

void Player::add_point_force(Index point, const Eigen::Vector3d& force) {
    const Surface& surface = model_.surface;
    modes_.setZero();
    for (auto k = std::size_t(surface.first[std::size_t(point)]);
         k < std::size_t(surface.first[std::size_t(point) + 1]); ++k)
        modes_ += surface.weights[k] * model_.rows.middleCols<3>(3 * Index(surface.nodes[k]));
    pull_back(modes_, force, applied_);
}

Eigen::Vector3d Player::node_position(Index node) const {
    return model_.rest.segment<3>(3 * node) + node_displacement(model_.rows, node, motion_.q);
}

Eigen::Vector3d Player::node_velocity(Index node) const {
    return node_displacement(model_.rows, node, motion_.v);
}

const Vector& Player::node_positions() {
    displacements(model_.rows, motion_.q, positions_);
    positions_ += model_.rest;
    return positions_;
}

void Player::surface_positions(double* to) {
    const Surface& surface = model_.surface;
    const Vector& nodes = node_positions();
    for (std::size_t i = 0; i + 1 < surface.first.size(); ++i, to += 3) {
        const auto first = std::size_t(surface.first[i]);
        Eigen::Map<Eigen::Vector3d>{to} =
            embedded_point(surface.first[i + 1] - surface.first[i], &surface.nodes[first],
                           &surface.weights[first], nodes.data());
    }
}

}  // namespace sinew::player
