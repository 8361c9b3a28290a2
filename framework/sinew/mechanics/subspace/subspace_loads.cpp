#include <cmath>
#include <sinew/mechanics/scene/in_name_of.hpp>
#include <sinew/mechanics/subspace/subspace_loads.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {
namespace {

/// Pulls forces on points back to q.
class SubspaceForces final : public PointForces {
public:
    SubspaceForces(const Body& body, const SubspacePoints& points, Definiteness definiteness,
                   Vector& f, Eigen::MatrixXd* K, Eigen::MatrixXd* C)
        : body_(body), points_(points), definiteness_(definiteness), f_(f), K_(K), C_(C) {}
    bool wants_tangent() const override { return K_ != nullptr; }
    Definiteness definiteness() const override { return definiteness_; }
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override {
        check(point);
        points_.pull_back(point, f, f_);
    }
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& K) override {
        if (K_) add(i, j, K, *K_);
    }
    void damping(const MaterialPoint& i, const MaterialPoint& j,
                 const Eigen::Matrix3d& C) override {
        if (C_) add(i, j, C, *C_);
    }

private:
    void check(const MaterialPoint& point) const {
        check_body(point, 1);
        check_nodes(point, body_);
    }
    void add(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& block,
             Eigen::MatrixXd& to) const {
        check(i);
        check(j);
        to.noalias() += points_.jacobian(i).transpose() * (block * points_.jacobian(j)).eval();
    }

    const Body& body_;
    const SubspacePoints& points_;
    Definiteness definiteness_;
    Vector& f_;
    Eigen::MatrixXd* K_;
    Eigen::MatrixXd* C_;
};

}  // namespace

SubspaceLoads::SubspaceLoads(const Body& body, const std::vector<const Load*>& loads,
                             const MassMatrix& mass, const SubspacePoints& points)
    : body_(body), mass_(mass), points_(points), dead_(Vector::Zero(points.size())) {
    for (const Load* load : loads) {
        Part part{load, dynamic_cast<const UniformLoad*>(load), {}};
        if (part.uniform) {
            part.shares.setZero(points.size(), 3);
            const auto add = [&](const MaterialPoint& point, double share) {
                check_body(point, 1);
                check_nodes(point, body_);
                for (std::size_t a = 0; a < std::size_t(point.n); ++a)
                    part.shares += share * point.weights[a] * points_.node(point.nodes[a]);
            };
            in_name_of(load->provenance, [&] { part.uniform->share_out(site(nullptr), add); });
        }
        parts_.push_back(std::move(part));
    }
}

LoadSite SubspaceLoads::site(const PointMotion* motion) const {
    return {body_, 0, motion, mass_.row_sums(), mass_.volumes()};
}

void SubspaceLoads::move_to(double t) {
    t_ = t;
    dead_.setZero();
    n_followers_ = 0;
    SubspaceForces out(body_, points_, Definiteness::exact, dead_, nullptr, nullptr);
    for (Part& part : parts_) {
        part.active = part.load->common.active(t);
        if (!part.active) continue;
        if (part.load->follows())
            ++n_followers_;
        else
            in_name_of(part.load->provenance, [&] {
                if (part.uniform)
                    dead_.noalias() += part.shares * part.uniform->intensity(body_, t);
                else
                    part.load->evaluate(site(nullptr), t, out);
            });
    }
}

void SubspaceLoads::add_followers(const PointMotion& motion, Definiteness definiteness, Vector& f,
                                  Eigen::MatrixXd* K, Eigen::MatrixXd* C) const {
    SubspaceForces out(body_, points_, definiteness, f, K, C);
    for (const Part& part : parts_)
        if (part.active && part.load->follows())
            in_name_of(part.load->provenance, [&] { part.load->evaluate(site(&motion), t_, out); });
}

bool SubspaceLoads::symmetric() const {
    for (const Part& part : parts_)
        if (part.active && part.load->follows() && !part.load->symmetric()) return false;
    return true;
}

std::string SubspaceLoads::asymmetry() const {
    for (const Part& part : parts_)
        if (!part.load->symmetric()) return named(part.load->provenance, "a load");
    return {};
}

double SubspaceLoads::potential(const PointMotion& motion, const Vector& q) const {
    double sum = -dead_.dot(q);
    for (const Part& part : parts_) {
        if (!part.active || !part.load->follows()) continue;
        double value = 0;
        in_name_of(part.load->provenance, [&] { value = part.load->potential(site(&motion), t_); });
        if (!std::isnan(value)) sum += value;
    }
    return sum;
}

bool SubspaceLoads::conservative(const PointMotion& motion) const {
    for (const Part& part : parts_)
        if (part.active && part.load->follows() &&
            std::isnan(part.load->potential(site(&motion), t_)))
            return false;
    return true;
}

}  // namespace sinew
