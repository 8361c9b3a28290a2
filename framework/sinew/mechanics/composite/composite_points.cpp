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

bool CompositeMotion::is_prescribed(const MaterialPoint& point) const {
    const std::size_t body = std::size_t(numbers_[std::size_t(point.body)]);
    const std::vector<Index>& given = bodies_[body]->prescribed().dofs;
    for (const BodySystem::Jacobian& piece : bodies_[body]->point_jacobian(point, at_.q[body])) {
        // Ascending and without repetition: all of them, or not as many in the range.
        const Index last = piece.first + piece.block.cols();
        const auto first = std::lower_bound(given.begin(), given.end(), piece.first);
        if (std::lower_bound(first, given.end(), last) - first < piece.block.cols()) return false;
    }
    return true;
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

CompositeForces::PulledBack CompositeForces::pulled_back(const MaterialPoint& point) const {
    const int body = body_of(point);
    return {body, bodies_[body]->point_jacobian(point, at_.q[body])};
}

void CompositeForces::stiffness(const MaterialPoint& i, const MaterialPoint& j,
                                const Eigen::Matrix3d& K) {
    add_block(pulled_back(i), pulled_back(j), weights_->stiffness * K);
}

void CompositeForces::stencil(std::span<const MaterialPoint* const> points, const double* forces,
                              const Eigen::Ref<const Eigen::MatrixXd>& K) {
    for (std::size_t i = 0; i < points.size(); ++i)
        force(*points[i], Eigen::Map<const Eigen::Vector3d>(forces + 3 * i));
    if (!wants_tangent()) return;
    std::vector<PulledBack> pulled;
    for (const MaterialPoint* point : points) pulled.push_back(pulled_back(*point));
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j)
            add_block(
                pulled[i], pulled[j],
                weights_->stiffness * K.block<3, 3>(3 * Eigen::Index(i), 3 * Eigen::Index(j)));
}

void CompositeForces::damping(const MaterialPoint& i, const MaterialPoint& j,
                              const Eigen::Matrix3d& C) {
    add_block(pulled_back(i), pulled_back(j), weights_->damping * C);
}

/// J_i' K J_j, piece by piece. Two bodies of few degrees of freedom share one block, however many
/// points of theirs touch.
void CompositeForces::add_block(const PulledBack& i, const PulledBack& j,
                                const Eigen::Matrix3d& K) {
    const bool few = bodies_[i.body]->is_dense() && bodies_[j.body]->is_dense();
    for (const auto& row : i.pieces)
        for (const auto& col : j.pieces) {
            const Index first = offsets_[i.body] + row.first, second = offsets_[j.body] + col.first;
            const auto same = [&](const CouplingBlock& b) {
                return b.row == first && b.col == second && b.block.rows() == row.block.cols() &&
                       b.block.cols() == col.block.cols();
            };
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
