#include "posed_points.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::pose_space {

Eigen::MatrixX3d PosedPoints::rows(const MaterialPoint& point) const {
    Eigen::MatrixX3d sum = Eigen::MatrixX3d::Zero(n_deformations(), 3);
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        sum += point.weights[a] * basis_.node(point.nodes[a]);
    return sum;
}

Vector PosedPoints::displacements(const Eigen::Ref<const Vector>& q) const {
    return (ends(q) - mesh_.positions).reshaped();
}

Eigen::Vector3d PosedPoints::position(const MaterialPoint& point, const Vector& q) const {
    Eigen::Vector3d x = motion_.turn() * (rows(point).transpose() * q.tail(n_deformations()));
    const Points& rest = motion_.rest.all();
    for (std::size_t a = 0; a < std::size_t(point.n); ++a) {
        x += point.weights[a] * rest.col(point.nodes[a]);
        if (transition_) x += point.weights[a] * transition_->offset(point.nodes[a], q[0]);
    }
    return x;
}

Eigen::Vector3d PosedPoints::velocity(const MaterialPoint& point, const Vector& q,
                                      const Vector& v) const {
    const Eigen::MatrixX3d U = rows(point);
    Eigen::Vector3d rate =
        motion_.root.start.linear() * (U.transpose() * v.tail(n_deformations())) +
        motion_.root.turn_rate() * (U.transpose() * q.tail(n_deformations()));
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        rate += point.weights[a] * motion_.rest.all_rates().col(point.nodes[a]);
    return rate;
}

void PosedPoints::jacobian(const MaterialPoint& point, const Vector&, Eigen::Matrix3Xd& J) const {
    J.resize(3, size());
    J.rightCols(n_deformations()) = motion_.turn() * rows(point).transpose();
    if (transition_) J.col(0) = transition_->rate(point);
}

void PosedPoints::pull_back(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector&,
                            Vector& f) const {
    f.tail(n_deformations()) += rows(point) * (motion_.turn().transpose() * force);
    if (transition_) f[0] += transition_->rate(point).dot(force);
}

Points PosedPoints::ends(const Eigen::Ref<const Vector>& q) const {
    Points x = motion_.rest.all();
    const Vector kept = basis_.kept(q);
    const Eigen::Matrix3d R = motion_.turn();
    parallel_for(x.cols(), [&](Index i) {
        x.col(i) = displaced(x.col(i), R, basis_.displacement(int(i), kept));
    });
    return x;
}

Points PosedPoints::positions(const Vector& q) const {
    Points x = ends(q.tail(n_deformations()));
    if (transition_)
        for (Index i = 0; i < x.cols(); ++i) x.col(i) += transition_->offset(int(i), q[0]);
    return x;
}

Points PosedPoints::velocities(const Vector& q, const Vector& v) const {
    return motion_.rest.all_rates() +
           motion_.root.start.linear() *
               basis_.displacements(basis_.kept(v.tail(n_deformations()))) +
           motion_.root.turn_rate() * basis_.displacements(basis_.kept(q.tail(n_deformations())));
}

void PosedPoints::add_share(const MaterialPoint& point, double share, SharedPoints& to) const {
    to.total += share;
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        basis_.add_share(point.nodes[a], share * point.weights[a], to.modes);
}

void PosedPoints::pull_back(const SharedPoints& points, const Eigen::Vector3d& force, const Vector&,
                            Vector& f) const {
    if (basis_.is_rotated()) {
        f.tail(n_deformations()) +=
            basis_.pulled_back(points.modes) * (motion_.turn().transpose() * force);
    } else if (transition_) {
        Vector work = Vector::Zero(n_deformations());
        basis_.add_work(points.modes, motion_.turn(), force, work);
        f.tail(n_deformations()) += work;
    } else {
        basis_.add_work(points.modes, motion_.turn(), force, f);
    }
}

Eigen::Vector3d PosedPoints::displacement(const SharedPoints& points, const Vector& q) const {
    return motion_.turn() *
           (basis_.pulled_back(points.modes).transpose() * q.tail(n_deformations()));
}

}  // namespace sinew::pose_space
