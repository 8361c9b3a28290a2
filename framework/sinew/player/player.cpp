#include <algorithm>
#include <sinew/player/embedding.hpp>
#include <sinew/player/player.hpp>
#include <utility>

namespace sinew::player {

/// Some steps from the start make room for all others: in poses that differ a little, since what
/// stands still is not looked at.
Player::Player(Model model)
    : model_(std::move(model)),
      step_(model_.size(), *model_.forces, model_.damping, model_.scheme, model_.iterations),
      external_(Vector::Zero(model_.size())),
      positions_(3 * model_.n_nodes()) {
    reset();
    for (int k = 1; k <= 3; ++k) {
        if (model_.posed) pose_ = model_.posed->pose_beside_start(1e-4 * k);
        step();
    }
    Vector forces;
    internal_forces(forces);
    add_node_force(0, Eigen::Vector3d::Zero());
    find_loads();
    node_positions();
    std::vector<double> points(3 * std::size_t(model_.surface.n_points()));
    surface_positions(points.data());
    node_position(0);
    node_velocity(0);
    reset();
}

void Player::reset() {
    motion_ = model_.start;
    n_steps_ = 0;
    clear_forces();
    if (PosedBody* body = model_.posed) {
        body->reset();
        pose_ = last_pose_ = body->clip().col(0);
        step_.set_mass(&body->mass());
    }
    step_.begin(motion_.q);
}

/// Loads are those of the time where the step ends.
void Player::find_loads() {
    external_.setZero();
    for (const Load& load : model_.loads) {
        const Index column = std::min<Index>(n_steps_ + 1, load.intensity.cols() - 1);
        model_.kinematics->add_work(load.modes, load.intensity.col(column), external_);
    }
    model_.kinematics->add_applied(external_);
    if (model_.posed) model_.posed->add_inertia(external_);
}

Failure Player::move_pose(double dt) {
    if (!model_.posed) return {};
    model_.posed->begin_step(dt, motion_);
    const Failure failure = model_.posed->move_to(pose_);
    step_.forget();
    return failure;
}

/// Goes back to where a step that failed began.
void Player::move_back() {
    if (!model_.posed) return;
    model_.posed->cancel_step(last_pose_);
    step_.forget();
}

/// From t0 to t1 as a run's clock has them: their difference is not the same to the last bit.
Failure Player::step() {
    const double dt = duration(time(), double(n_steps_ + 1) * model_.step);
    Failure failure = move_pose(dt);
    if (!failure) {
        find_loads();
        failure = step_.take(dt, external_, motion_);
    }
    if (failure) {
        move_back();
        return failure;
    }
    if (model_.posed) {
        model_.posed->commit();
        last_pose_ = pose_;
    }
    ++n_steps_;
    return {};
}

void Player::add_node_force(Index node, const Eigen::Vector3d& force) {
    model_.kinematics->apply(node, force);
}

void Player::add_point_force(Index point, const Eigen::Vector3d& force) {
    const Surface& surface = model_.surface;
    for (auto k = std::size_t(surface.first[std::size_t(point)]);
         k < std::size_t(surface.first[std::size_t(point) + 1]); ++k)
        model_.kinematics->apply(surface.nodes[k], surface.weights[k] * force);
}

Eigen::Vector3d Player::node_position(Index node) const {
    return model_.kinematics->position(node, motion_.q);
}

Eigen::Vector3d Player::node_velocity(Index node) const {
    return model_.kinematics->velocity(node, motion_);
}

const Vector& Player::node_positions() {
    model_.kinematics->positions(motion_.q, positions_);
    return positions_;
}

/// A surface with a rest shape of its own goes from there by what moves its nodes from theirs.
void Player::surface_positions(double* to) {
    const Surface& surface = model_.surface;
    model_.kinematics->carrying_positions(motion_.q, positions_);
    const bool has_rest = model_.posed && model_.posed->n_shown() > 0;
    for (std::size_t i = 0; i + 1 < surface.first.size(); ++i, to += 3) {
        const auto first = std::size_t(surface.first[i]);
        Eigen::Map<Eigen::Vector3d> x(to);
        x = embedded_point(surface.first[i + 1] - surface.first[i], &surface.nodes[first],
                           &surface.weights[first], positions_.data());
        if (has_rest) x = model_.posed->surface_point(Index(i)) + x;
    }
}

}  // namespace sinew::player
