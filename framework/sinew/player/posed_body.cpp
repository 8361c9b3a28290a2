#include <algorithm>
#include <numeric>
#include <sinew/player/posed_body.hpp>
#include <utility>

namespace sinew::player {

namespace {

/// Nodes that a step needs: those of forces and of inertia, ascending.
std::vector<int> needed(const PosedCubature& forces, const pose_space::PosedInertia& inertia) {
    std::vector<int> nodes = forces.nodes();
    if (inertia.sampled())
        nodes.insert(nodes.end(), inertia.sampled()->needed().begin(),
                     inertia.sampled()->needed().end());
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

std::vector<int> places(const std::vector<int>& nodes, const std::vector<int>& among) {
    std::vector<int> result;
    for (const int node : nodes)
        result.push_back(int(std::lower_bound(among.begin(), among.end(), node) - among.begin()));
    return result;
}

std::vector<int> numbers_to(Index n) {
    std::vector<int> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

void gather(const Eigen::Matrix3Xd& from, const std::vector<int>& columns, Eigen::Matrix3Xd& to) {
    to.resize(3, Index(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k) to.col(Index(k)) = from.col(columns[k]);
}

}  // namespace

PosedBody::PosedBody(PosedModel model, std::vector<int> carrying, PosedCubature& forces)
    : rig_(std::move(model.rig)),
      now_(rig_.model().blend),
      start_(now_),
      start_before_(now_),
      shape_(std::move(model.shape)),
      kept_nodes_(shape_.part(needed(forces, model.inertia))),
      all_nodes_(shape_.part(numbers_to(shape_.n_nodes()))),
      carrying_nodes_(shape_.part(std::move(carrying))),
      of_forces_(places(forces.nodes(), kept_nodes_.nodes)),
      basis_(std::move(model.mass)),
      rows_(std::move(model.rows)),
      inertia_(std::move(model.inertia)),
      clip_(std::move(model.clip)),
      start_pose_(clip_.col(0)),
      forces_(forces),
      inertia_force_(Vector::Zero(basis_.size())) {
    if (inertia_.sampled()) of_inertia_ = places(inertia_.sampled()->needed(), kept_nodes_.nodes);
    if (model.neglects_basis_rate) history_.neglect_basis_rate();
    applied_.setZero(basis_.n_poses() * basis_.size(), 9);
}

Failure PosedBody::reset() {
    history_.forget();
    inertia_points_.forget();
    root_ = {};
    const Failure failure = move_to(start_pose_);
    root_.start = root_.end;
    start_ = now_;
    return failure;
}

Vector PosedBody::pose_beside_start(double by) const {
    Vector p = start_pose_.array() + by;
    const Index root = rig_.model().root;
    if (root >= 0 && !inertia_.serves_turns())
        p.segment<3>(6 * root) = start_pose_.segment<3>(6 * root);
    return p;
}

void PosedBody::begin_step(double dt, const Motion& motion) {
    history_.begin_step(dt, motion.q, motion.v, root_.end, basis_);
    inertia_points_.begin_step(dt);
    start_before_ = start_;
    root_before_ = root_;
    start_ = now_;
    root_.start = root_.end;
    root_.dt = dt;
}

Failure PosedBody::move_to(const Vector& p) {
    if (!rig_.find(p, now_)) return {Failure::Kind::not_finite};
    if (!(basis_.mix(now_.weights) > 1e-6)) return {Failure::Kind::cancelled};
    root_.end = now_.root;
    if (history_.is_in_step() && !inertia_.serves_turns() &&
        !root_.end.linear().isApprox(root_.start.linear(), 1e-12))
        return {Failure::Kind::root_rotates};
    shape_.find(now_, kept_nodes_);
    gather(kept_nodes_.x, of_forces_, rest_);
    pose_space::move_to_root(root_.end, rest_);
    if (const Failure failure = forces_.follow(basis_.weights(), basis_.scales(), rest_))
        return failure;
    if (inertia_.sampled())
        gather(kept_nodes_.x, of_inertia_, inertia_points_.now);
    else
        rig_.find_vectors(now_, shape_.has_corrections(), inertia_points_.now);
    find_inertia();
    return {};
}

void PosedBody::find_inertia() {
    if (!history_.is_in_step()) {
        inertia_force_.setZero(size());
        return;
    }
    inertia_points_.find_accelerations(accelerations_);
    inertia_.find(basis_, history_, root_.end, accelerations_, inertia_force_);
    inertia_force_ *= -1;
}

void PosedBody::cancel_step(const Vector& p) {
    move_to(p);
    start_ = start_before_;
    root_.start = root_before_.start;
    root_.dt = root_before_.dt;
}

void PosedBody::commit() {
    history_.commit();
    inertia_points_.commit();
}

Eigen::Vector3d PosedBody::position(Index node, const Vector& q) {
    basis_.keep(q, kept_);
    return pose_space::displaced(shape_.node(node, now_), root_.end.linear(),
                                 rows_.times(node, kept_));
}

/// As PosedPoints of reduction/pose_space: rates of shape and root are differences over the step.
Eigen::Vector3d PosedBody::velocity(Index node, const Motion& motion) {
    basis_.keep(motion.v, kept_);
    const Eigen::Vector3d rate = rows_.times(node, kept_);
    basis_.keep(motion.q, kept_);
    Eigen::Vector3d v = root_.start.linear() * rate + root_.turn_rate() * rows_.times(node, kept_);
    if (root_.dt > 0) v += (shape_.node(node, now_) - shape_.node(node, start_)) / root_.dt;
    return v;
}

void PosedBody::positions_of(SkinnedShape::Part& part, bool from_rest, const Vector& q, Vector& x) {
    basis_.keep(q, kept_);
    shape_.find(now_, part);
    x.resize(3 * n_nodes());
    for (std::size_t k = 0; k < part.nodes.size(); ++k) {
        const Index node = part.nodes[k];
        const Eigen::Vector3d rest = part.x.col(Index(k));
        auto to = x.segment<3>(3 * node);
        to = pose_space::displaced(rest, root_.end.linear(), rows_.times(node, kept_));
        if (from_rest) to -= rest;
    }
}

void PosedBody::positions(const Vector& q, Vector& x) {
    positions_of(all_nodes_, false, q, x);
}

void PosedBody::carrying_positions(const Vector& q, Vector& x) {
    positions_of(carrying_nodes_, n_shown() > 0, q, x);
}

void PosedBody::add_work(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& F, Vector& f) {
    basis_.add_work(modes, root_.end.linear(), F, f);
}

void PosedBody::apply(Index node, const Eigen::Vector3d& force) {
    work_.resize(applied_.rows());
    for (int a = 0; a < 3; ++a) {
        work_.setZero();
        rows_.add_pulled_back(node, Eigen::Vector3d::Unit(a), work_);
        for (int b = 0; b < 3; ++b) applied_.col(a + 3 * b) += force[b] * work_;
    }
}

/// R'F has the components sum_b R_ba F_b.
void PosedBody::add_applied(Vector& f) {
    const Eigen::Matrix3d R = root_.end.linear();
    work_.setZero(applied_.rows());
    for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b) work_ += R(b, a) * applied_.col(a + 3 * b);
    applied_force_.resize(size());
    basis_.mix_stacked(work_, applied_force_);
    f += applied_force_;
}

}  // namespace sinew::player
