#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <Eigen/Eigenvalues>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/coupling/penalty_contact.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

namespace {

Eigen::Matrix3d negative_part(const Eigen::Matrix3d& A) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(A);
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseMin(0).asDiagonal() *
           eigen.eigenvectors().transpose();
}

}  // namespace

PenaltyContact::PenaltyContact(std::vector<Body*> bodies, const ContactParams& params,
                               std::unique_ptr<ContactShape> shape)
    : bodies_(std::move(bodies)), params_(params), shape_(std::move(shape)) {
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        first_.push_back(nodes_.size());
        margin_ =
            std::max(margin_, 0.1 * bounding_box(bodies_[b]->mesh.positions).diagonal().norm());
        const std::vector<double> areas = skin_areas(*bodies_[b]);
        const std::vector<int>& skin = bodies_[b]->skin.nodes;
        for (std::size_t k = 0; k < skin.size(); ++k)
            nodes_.push_back({MaterialPoint::at_node(static_cast<int>(b), skin[k]), areas[k],
                              Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()});
    }
    first_.push_back(nodes_.size());
}

namespace {

class ShapeDepth final : public DepthField {
public:
    ShapeDepth(const ContactShape& shape, double t) : shape_(shape), t_(t) {}
    double depth(const Eigen::Vector3d& x) const override { return shape_.probe(x, t_).depth; }

private:
    const ContactShape& shape_;
    double t_;
};

}  // namespace

template <class Visit>
void PenaltyContact::visit_near(const PointMotion& motion, double t, double margin,
                                Visit&& visit) const {
    const ShapeDepth depth(*shape_, t);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        if (motion.skin_near(int(b), depth, margin, near_)) {
            for (const int k : near_) visit(first_[b] + std::size_t(k));
        } else {
            for (std::size_t k = first_[b]; k < first_[b + 1]; ++k) visit(k);
        }
    }
}

std::optional<double> PenaltyContact::stiffness_bound() const {
    double area = 0;
    for (const SkinNode& node : nodes_) area = std::max(area, node.area);
    return params_.stiffness * area;
}

/// The eigenvalues of C = -df_t/dv are mu |f_n| times phi(s)/|v|, and less along the slip.
void PenaltyContact::damp(const PointMotion& motion, double t, PointForces& out) const {
    if (params_.friction == 0) return;
    visit_near(motion, t, 0, [&](std::size_t k) {
        const SkinNode& node = nodes_[k];
        const Eigen::Vector3d x = motion.position(node.point);
        const ContactShape::Probe probe = shape_->probe(x, t);
        if (!(probe.depth > 0)) return;
        const Eigen::Vector3d normal = probe.normal.normalized();
        const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - normal * normal.transpose();
        const double speed =
            (across * (motion.velocity(node.point) - shape_->velocity(x, t))).norm();
        const double s = speed / params_.stick_speed;
        const double ratio = s < 1 ? (2 - s) / params_.stick_speed : 1 / speed;
        out.damping(
            node.point, node.point,
            params_.friction * params_.stiffness * node.area * probe.depth * ratio * across);
    });
}

/// A body that is deep inside when the contact begins to act is shot out, or never finds its
/// equilibrium: say so beforehand.
void PenaltyContact::warn_of_depth(const PointMotion& motion, double t) {
    const double from = common.from.value_or(0);
    const std::string verb =
        from > 0 ? fmt::format("is, when contact begins at {:.6g} s,", from) : "starts";
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
        double deepest = 0;
        Eigen::Vector3d deepest_point = Eigen::Vector3d::Zero();
        for (const SkinNode& node : nodes_) {
            if (node.point.body != static_cast<int>(b)) continue;
            const Eigen::Vector3d x = motion.position(node.point);
            const double depth = shape_->probe(x, t).depth;
            if (!(depth > deepest)) continue;
            deepest = depth;
            deepest_point = x;
        }
        const Body& body = *bodies_[b];
        const double size = std::cbrt(element_volumes(body.mesh).mean());
        if (deepest <= size) continue;
        log_diagnostic(
            Diagnostic::warning(
                fmt::format(
                    "{} {} {:.3g} m inside the shape, at ({:.3g}, {:.3g}, {:.3g}), which is "
                    "more than its mean element size of {:.3g} m",
                    body.path, verb, deepest, deepest_point.x(), deepest_point.y(),
                    deepest_point.z(), size))
                .remedy("the penalty will throw it out, or the first step will fail: move the body "
                        "out with "
                        "its transform or initial: {displacement: ...}, or move or turn the shape")
                .on(provenance));
    }
}

void PenaltyContact::begin_step(const PointMotion& motion, double t, double dt) {
    dt_ = dt;
    if (!depth_is_known_ && (t <= 0 || !common.active(t))) warn_of_depth(motion, t);
    depth_is_known_ = true;
    if (params_.friction == 0) return;
    ++step_;
    const Eigen::Isometry3d to_shape = shape_->pose(t).inverse();
    visit_near(motion, t, margin_, [&](std::size_t k) {
        SkinNode& node = nodes_[k];
        const Eigen::Vector3d x = motion.position(node.point);
        node.anchor = to_shape * x;
        node.normal = to_shape.linear() * shape_->probe(x, t).normal.normalized();
        node.step = step_;
    });
}

void PenaltyContact::evaluate(const PointMotion& motion, double t, PointForces& out) {
    const Eigen::Isometry3d pose = shape_->pose(t);
    visit_near(motion, t, 0, [&](std::size_t k_node) {
        const SkinNode& node = nodes_[k_node];
        const Eigen::Vector3d x = motion.position(node.point);
        const ContactShape::Probe probe = shape_->probe(x, t);
        if (!(probe.depth > 0)) return;
        const double k = params_.stiffness * node.area;
        out.force(node.point, k * probe.depth * probe.normal);
        if (out.wants_tangent()) {
            // -d(k d n)/dx, and dd/dx = -n. The curvature has no share along n.
            Eigen::Matrix3d curvature = probe.depth * probe.curvature;
            if (out.definiteness() == Definiteness::psd_projected)
                curvature = negative_part(curvature);
            const Eigen::Matrix3d K = k * (probe.normal * probe.normal.transpose() - curvature);
            out.stiffness(node.point, node.point, K);
        }
        if (params_.friction > 0 && dt_ > 0 && node.step == step_)
            add_friction(node, probe, x, pose, out);
    });
}

/// The plane of sliding is that of the start of the step, which goes with the shape, so that u is
/// linear in x.
void PenaltyContact::add_friction(const SkinNode& node, const ContactShape::Probe& probe,
                                  const Eigen::Vector3d& x, const Eigen::Isometry3d& pose,
                                  PointForces& out) const {
    const Eigen::Vector3d normal = pose.linear() * node.normal;
    const Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - normal * normal.transpose();
    const Eigen::Vector3d u =
        across * (pose.linear() * (pose.inverse() * x - node.anchor).eval()).eval();
    const double length = u.norm(), reach = params_.stick_speed * dt_;
    const double s = length / reach;
    // phi(s)/|u| and its derivative's part, both finite at u = 0.
    const double ratio = s < 1 ? (2 - s) / reach : 1 / length;
    const double k = params_.stiffness * node.area;
    const double normal_force = k * probe.depth;
    out.force(node.point, -params_.friction * normal_force * ratio * u);
    if (!out.wants_tangent()) return;
    const Eigen::Vector3d along = length > 0 ? Eigen::Vector3d(u / length) : u;
    const double slope = s < 1 ? 2 * (1 - s) / reach : 0;  // d phi / d|u|
    Eigen::Matrix3d K = params_.friction * normal_force *
                        (ratio * across + (slope - ratio) * along * along.transpose());
    if (params_.tangent == FrictionTangent::consistent && out.definiteness() == Definiteness::exact)
        K -= params_.friction * k * ratio * u * probe.normal.transpose();
    out.stiffness(node.point, node.point, K);
}

double PenaltyContact::energy(const PointMotion& motion, double t) {
    double sum = 0;
    visit_near(motion, t, 0, [&](std::size_t k) {
        const SkinNode& node = nodes_[k];
        const double depth = shape_->probe(motion.position(node.point), t).depth;
        if (depth > 0) sum += 0.5 * params_.stiffness * node.area * depth * depth;
    });
    return sum;
}

}  // namespace sinew
