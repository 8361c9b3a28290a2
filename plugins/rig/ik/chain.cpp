#include "chain.hpp"

#include <cmath>
#include <Eigen/LU>

namespace sinew {
namespace {

/// The turn by the length of omega about it.
Eigen::Quaterniond turn_by(const Eigen::Vector3d& omega) {
    const double angle = omega.norm();
    if (angle == 0) return Eigen::Quaterniond::Identity();
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, omega / angle));
}

/// The matrix of a -> a x r.
Eigen::Matrix3d cross_with(const Eigen::Vector3d& r) {
    Eigen::Matrix3d K;
    K << 0, r.z(), -r.y(), -r.z(), 0, r.x(), r.y(), -r.x(), 0;
    return K;
}

}  // namespace

IkChain::IkChain(const SkeletalRig& rig, std::vector<int> bones, const Eigen::Vector3d& point)
    : bones_(std::move(bones)),
      carrier_(rig.bones()[std::size_t(bones_.front())].parent),
      point_(point) {
    for (const int b : bones_) {
        rest_.push_back(rig.bones()[std::size_t(b)].joint);
        Eigen::Matrix3d axes;
        for (int k = 0; k < 3; ++k) {
            Vector p = Vector::Zero(rig.n_parameters());
            p[6 * b + k] = 1;
            axes.col(k) = Eigen::AngleAxisd(rig.pose(p)[std::size_t(b)].linear()).axis();
        }
        axes_.push_back(axes);
    }
    for (std::size_t i = 0; i < rest_.size(); ++i)
        length_ += ((i + 1 < rest_.size() ? rest_[i + 1] : point_) - rest_[i]).norm();
}

Eigen::Isometry3d IkChain::carried(const Turned& turned, std::size_t i,
                                   const Eigen::Isometry3d& carrier) const {
    return carrier * Eigen::Translation3d(turned.joint) * turned.turn *
           Eigen::Translation3d(-rest_[i]);
}

Eigen::Vector3d IkChain::point(const std::vector<Turned>& turned, Eigen::Isometry3d base) const {
    for (std::size_t i = 0; i < turned.size(); ++i) base = carried(turned[i], i, base);
    return base * point_;
}

void IkChain::step(std::vector<Turned>& turned, const Eigen::Isometry3d& base,
                   const Eigen::Vector3d& x, const Eigen::Vector3d& e, double damping) const {
    Eigen::Matrix3d A = damping * damping * length_ * e.norm() * Eigen::Matrix3d::Identity();
    std::vector<Eigen::Matrix3d> J;
    Eigen::Isometry3d carrier = base;
    for (std::size_t i = 0; i < turned.size(); ++i) {
        J.push_back(cross_with(x - carrier * turned[i].joint) * carrier.linear());
        A += J.back() * J.back().transpose();
        carrier = carried(turned[i], i, carrier);
    }
    const Eigen::Vector3d y = A.inverse() * e;
    for (std::size_t i = 0; i < turned.size(); ++i)
        turned[i].turn = (turn_by(J[i].transpose() * y) * turned[i].turn).normalized();
}

void IkChain::lead(Vector& p, const BoneMotion& motion, const Eigen::Vector3d& target,
                   double weight, double damping, int iterations) const {
    const Eigen::Isometry3d base =
        carrier_ < 0 ? Eigen::Isometry3d::Identity() : motion[std::size_t(carrier_)];
    std::vector<Turned> turned;
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        const Eigen::Isometry3d& carrier = i == 0 ? base : motion[std::size_t(bones_[i - 1])];
        const Eigen::Isometry3d seen = carrier.inverse() * motion[std::size_t(bones_[i])];
        turned.push_back({seen * rest_[i], Eigen::Quaterniond(seen.linear())});
    }
    const Eigen::Vector3d begin = point(turned, base);
    const Eigen::Vector3d goal = begin + weight * (target - begin);
    for (int k = 0; k < iterations; ++k) {
        const Eigen::Vector3d x = point(turned, base);
        Eigen::Vector3d e = goal - x;
        const double distance = e.norm();
        if (!(distance > 1e-15 * length_)) break;
        if (distance > length_) e *= length_ / distance;
        step(turned, base, x, e, damping);
    }
    for (std::size_t i = 0; i < bones_.size(); ++i) {
        const Eigen::AngleAxisd turn(axes_[i].transpose() * turned[i].turn.toRotationMatrix() *
                                     axes_[i]);
        p.segment<3>(6 * bones_[i]) = turn.angle() * turn.axis();
    }
}

}  // namespace sinew
