#include <algorithm>
#include <sinew/mechanics/composite/composite_points.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {

Eigen::Vector3d CompositeMotion::position(const MaterialPoint& point) const {
    const int body = numbers_[point.body];
    return bodies_[body]->position(point, at_.q[body]);
}

Eigen::Vector3d CompositeMotion::velocity(const MaterialPoint& point) const {
    const int body = numbers_[point.body];
    return bodies_[body]->velocity(point, at_.q[body], at_.v[body]);
}

bool CompositeMotion::positions(int body, Points& x) const {
    const std::size_t number = std::size_t(numbers_[std::size_t(body)]);
    x = bodies_[number]->positions(at_.q[number]);
    return true;
}

bool CompositeMotion::skin_near(int body, const DepthField& field, double margin,
                                std::vector<int>& found) const {
    const std::size_t number = std::size_t(numbers_[std::size_t(body)]);
    return bodies_[number]->skin_near(at_.q[number], field, margin, found);
}

int CompositeForces::body_of(const MaterialPoint& point) const {
    check_body(point, numbers_.size());
    const int body = numbers_[point.body];
    check_nodes(point, bodies_[body]->body());
    return body;
}

void CompositeForces::force(const MaterialPoint& point, const Eigen::Vector3d& f) {
    const int body = body_of(point);
    bodies_[body]->add_point_force(point, f, at_.q[body], external_[body]);
}

void CompositeForces::stiffness(const MaterialPoint& i, const MaterialPoint& j,
                                const Eigen::Matrix3d& K) {
    add_block(i, j, weights_->stiffness * K);
}

void CompositeForces::damping(const MaterialPoint& i, const MaterialPoint& j,
                              const Eigen::Matrix3d& C) {
    add_block(i, j, weights_->damping * C);
}

/// J_i' K J_j, piece by piece. Two bodies of few degrees of freedom share one block, however many
/// points of theirs touch.
void CompositeForces::add_block(const MaterialPoint& i, const MaterialPoint& j,
                                const Eigen::Matrix3d& K) {
    const int body_i = body_of(i), body_j = body_of(j);
    const auto rows = bodies_[body_i]->point_jacobian(i, at_.q[body_i]);
    const auto cols = bodies_[body_j]->point_jacobian(j, at_.q[body_j]);
    for (const auto& row : rows)
        for (const auto& col : cols) {
            const Index first = offsets_[body_i] + row.first, second = offsets_[body_j] + col.first;
            const auto same = [&](const CouplingBlock& b) {
                return b.row == first && b.col == second && b.block.rows() == row.block.cols() &&
                       b.block.cols() == col.block.cols();
            };
            const bool few = bodies_[body_i]->is_dense() && bodies_[body_j]->is_dense();
            const auto found =
                few ? std::find_if(blocks_->begin(), blocks_->end(), same) : blocks_->end();
            if (found == blocks_->end())
                blocks_->push_back({first, second, row.block.transpose() * K * col.block});
            else
                found->block.noalias() += (row.block.transpose() * K).eval() * col.block;
        }
}

BodyCoordinates split_by_body(const std::vector<Index>& offsets, const Vector& q, const Vector* v) {
    BodyCoordinates at;
    for (std::size_t k = 0; k + 1 < offsets.size(); ++k) {
        const Index n = offsets[k + 1] - offsets[k];
        at.q.push_back(q.segment(offsets[k], n));
        at.v.push_back(v ? Vector(v->segment(offsets[k], n)) : Vector(Vector::Zero(n)));
    }
    return at;
}

}  // namespace sinew
