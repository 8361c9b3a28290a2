#include <cmath>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/full_space/full_space_loads.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {
namespace {

/// Pulls forces on points back to their nodes.
class NodeForces final : public PointForces {
public:
    /// `motion`: of loads that follow it.
    NodeForces(const Body& body, const PointMotion* motion, Vector& f, Definiteness definiteness,
               std::vector<NodeBlock>* blocks)
        : body_(body), motion_(motion), f_(f), definiteness_(definiteness), blocks_(blocks) {}
    bool wants_tangent() const override { return blocks_ != nullptr; }
    Definiteness definiteness() const override { return definiteness_; }
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override {
        check(point);
        check_finite(f, "force", point, body_, motion_);
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            f_.segment<3>(3 * Index(point.nodes[a])) += point.weights[a] * f;
    }
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& K) override {
        add(i, j, false, K);
    }
    void damping(const MaterialPoint& i, const MaterialPoint& j,
                 const Eigen::Matrix3d& C) override {
        add(i, j, true, C);
    }

private:
    void check(const MaterialPoint& point) const {
        if (point.body != 0)
            throw ComputationError(
                fmt::format("a force on body {}, but a load acts on {} alone", point.body,
                            body_.path),
                "this is a mistake in the plugin: MaterialPoint::body is LoadSite::body_index; "
                "what acts between bodies is a coupling");
        check_nodes(point, body_);
    }
    void add(const MaterialPoint& i, const MaterialPoint& j, bool is_damping,
             const Eigen::Matrix3d& block) {
        if (blocks_ == nullptr) return;
        check(i);
        check(j);
        check_finite(block, is_damping ? "damping of a force" : "stiffness of a force", i, body_,
                     motion_);
        for (std::size_t a = 0; a < std::size_t(i.n); ++a)
            for (std::size_t b = 0; b < std::size_t(j.n); ++b)
                blocks_->push_back(
                    {i.nodes[a], j.nodes[b], is_damping, i.weights[a] * j.weights[b] * block});
    }

    const Body& body_;
    const PointMotion* motion_;
    Vector& f_;
    Definiteness definiteness_;
    std::vector<NodeBlock>* blocks_;
};

}  // namespace

FullSpaceLoads::FullSpaceLoads(const Body& body, std::vector<const Load*> loads,
                               const MassMatrix& mass)
    : body_(body),
      loads_(std::move(loads)),
      mass_(mass),
      dead_(Vector::Zero(3 * body.mesh.n_nodes())) {}

LoadSite FullSpaceLoads::site(const PointMotion* motion) const {
    return {body_, 0, motion, mass_.row_sums(), mass_.volumes()};
}

void FullSpaceLoads::move_to(double t) {
    t_ = t;
    active_.clear();
    followers_.clear();
    dead_.setZero();
    NodeForces out(body_, nullptr, dead_, Definiteness::exact, nullptr);
    for (const Load* load : loads_) {
        if (!may_act_ || !load->common.active(t)) continue;
        active_.push_back(load);
        if (load->is_follower())
            followers_.push_back(load);
        else
            attribute_errors_to(load->provenance, [&] { load->evaluate(site(nullptr), t, out); });
    }
}

void FullSpaceLoads::add_followers(const PointMotion& motion, Definiteness definiteness, Vector& f,
                                   std::vector<NodeBlock>* blocks) const {
    NodeForces out(body_, &motion, f, definiteness, blocks);
    for (const Load* load : followers_)
        attribute_errors_to(load->provenance, [&] { load->evaluate(site(&motion), t_, out); });
}

bool FullSpaceLoads::symmetric() const {
    for (const Load* load : followers_)
        if (!load->symmetric()) return false;
    return true;
}

std::string FullSpaceLoads::asymmetry() const {
    if (!may_act_) return {};
    for (const Load* load : loads_)
        if (!load->symmetric()) return named(load->provenance, "a load");
    return {};
}

double FullSpaceLoads::potential_of(const Load& load, const PointMotion& motion) const {
    double value = 0;
    attribute_errors_to(load.provenance, [&] { value = load.potential(site(&motion), t_); });
    return value;
}

double FullSpaceLoads::potential(const PointMotion& motion) const {
    double sum = 0;
    for (const Load* load : active_) {
        const double value = potential_of(*load, motion);
        if (!std::isnan(value)) sum += value;
    }
    return sum;
}

bool FullSpaceLoads::conservative(const PointMotion& motion) const {
    for (const Load* load : active_)
        if (std::isnan(potential_of(*load, motion))) return false;
    return true;
}

}  // namespace sinew
