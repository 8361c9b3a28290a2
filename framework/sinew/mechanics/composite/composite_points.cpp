#include <algorithm>
#include <sinew/mechanics/composite/composite_points.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {
namespace {

/// True if two points of a body hang on the same nodes by the same weights.
bool same_weights(const MaterialPoint& a, const MaterialPoint& b) {
    const auto n = std::ptrdiff_t(a.n);
    return a.n == b.n && std::equal(a.nodes.begin(), a.nodes.begin() + n, b.nodes.begin()) &&
           std::equal(a.weights.begin(), a.weights.begin() + n, b.weights.begin());
}

}  // namespace

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
    if (given.empty()) return false;
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

Vector CompositeMotion::generalised_coordinates(int body) const {
    const std::size_t number = std::size_t(numbers_[std::size_t(body)]);
    const Vector& q = at_.q[number];
    return bodies_[number]->moved_since(q, q) ? q : Vector();
}

double CompositeMotion::moved_since(int body, const Vector& from) const {
    const std::size_t number = std::size_t(numbers_[std::size_t(body)]);
    return bodies_[number]->moved_since(from, at_.q[number]).value();
}

int CompositeForces::body_of(const MaterialPoint& point) const {
    check_body(point, numbers_.size());
    const int body = numbers_[point.body];
    check_nodes(point, bodies_[body]->body());
    return body;
}

/// The point's place in `points`: one for all calls.
int CompositeForces::TouchedPoints::add(const MaterialPoint& point) {
    int& newest_here = newest.try_emplace(point.nodes[0], -1).first->second;
    for (int k = newest_here; k >= 0; k = older[std::size_t(k)])
        if (same_weights(points[std::size_t(k)], point)) return k;
    older.push_back(newest_here);
    newest_here = int(points.size());
    points.push_back(point);
    forces.emplace_back(Eigen::Vector3d::Zero());
    return newest_here;
}

void CompositeForces::force(const MaterialPoint& point, const Eigen::Vector3d& f) {
    const int body = body_of(point);
    is_finite_ = is_finite_ && f.allFinite();
    if (!is_gathered(point))
        return bodies_[body]->add_point_force(point, f, at_.q[body], external_[body]);
    TouchedPoints& touched = touched_[body];
    touched.forces[std::size_t(touched.add(point))] += f;
    has_forces_ = true;
}

CompositeForces::PulledBack CompositeForces::pulled_back(const MaterialPoint& point) const {
    const int body = body_of(point);
    return {body, bodies_[body]->point_jacobian(point, at_.q[body])};
}

void CompositeForces::stiffness(const MaterialPoint& i, const MaterialPoint& j,
                                const Eigen::Matrix3d& K) {
    add(i, j, weights_->stiffness * K);
}

void CompositeForces::stencil(std::span<const MaterialPoint* const> points, const double* forces,
                              const Eigen::Ref<const Eigen::MatrixXd>& K) {
    for (std::size_t i = 0; i < points.size(); ++i)
        force(*points[i], Eigen::Map<const Eigen::Vector3d>(forces + 3 * i));
    if (!wants_tangent()) return;
    is_finite_ = is_finite_ && K.allFinite();
    std::vector<int> places;         // of gathered points, each once
    std::vector<PulledBack> pulled;  // of all, if some are not gathered
    for (const MaterialPoint* point : points)
        places.push_back(is_gathered(*point) ? touched_[body_of(*point)].add(*point) : -1);
    if (std::find(places.begin(), places.end(), -1) != places.end())
        for (const MaterialPoint* point : points) pulled.push_back(pulled_back(*point));
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = 0; j < points.size(); ++j) {
            const Eigen::Matrix3d block =
                weights_->stiffness * K.block<3, 3>(3 * Eigen::Index(i), 3 * Eigen::Index(j));
            if (places[i] >= 0 && places[j] >= 0)
                between_[{body_of(*points[i]), body_of(*points[j])}].push_back(
                    {places[i], places[j], block});
            else
                add_block(pulled[i], pulled[j], block);
        }
}

void CompositeForces::damping(const MaterialPoint& i, const MaterialPoint& j,
                              const Eigen::Matrix3d& C) {
    add(i, j, weights_->damping * C);
}

void CompositeForces::add(const MaterialPoint& i, const MaterialPoint& j,
                          const Eigen::Matrix3d& K) {
    is_finite_ = is_finite_ && K.allFinite();
    if (!is_gathered(i) || !is_gathered(j)) return add_block(pulled_back(i), pulled_back(j), K);
    const int a = body_of(i), b = body_of(j);
    between_[{a, b}].push_back({touched_[a].add(i), touched_[b].add(j), K});
}

bool CompositeForces::is_gathered(const MaterialPoint& point) const {
    return bodies_[body_of(point)]->is_dense();
}

/// J_i' K J_j, piece by piece.
void CompositeForces::add_block(const PulledBack& i, const PulledBack& j,
                                const Eigen::Matrix3d& K) {
    for (const auto& row : i.pieces)
        for (const auto& col : j.pieces)
            blocks_->push_back({offsets_[i.body] + row.first, offsets_[j.body] + col.first,
                                row.block.transpose() * K * col.block});
}

/// dx/dq of the body's touched points, three rows a point.
Eigen::MatrixXd CompositeForces::jacobian(int body) const {
    const std::vector<MaterialPoint>& points = touched_.at(body).points;
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(3 * Index(points.size()), bodies_[body]->size());
    for (std::size_t k = 0; k < points.size(); ++k)
        for (const auto& piece : bodies_[body]->point_jacobian(points[k], at_.q[body]))
            J.block(3 * Index(k), piece.first, 3, piece.block.cols()) += piece.block;
    return J;
}

/// f += J' f_points, and J_a' (K J_b) for each two bodies.
void CompositeForces::finish() {
    std::map<int, Eigen::MatrixXd> jacobians;
    for (const auto& [body, touched] : touched_) {
        const Eigen::MatrixXd& J = jacobians[body] = jacobian(body);
        if (!has_forces_) continue;
        const Eigen::Map<const Vector> forces(touched.forces.front().data(), J.rows());
        external_[body].noalias() += J.transpose() * forces;
    }
    Eigen::MatrixXd product;
    for (const auto& [pair, blocks] : between_) {
        const Eigen::MatrixXd &first = jacobians.at(pair.first),
                              &second = jacobians.at(pair.second);
        product.setZero(first.rows(), second.cols());
        for (const PointBlock& block : blocks)
            product.middleRows<3>(3 * block.i).noalias() +=
                block.K * second.middleRows<3>(3 * block.j);
        blocks_->push_back(
            {offsets_[pair.first], offsets_[pair.second], transpose_times(first, product)});
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
