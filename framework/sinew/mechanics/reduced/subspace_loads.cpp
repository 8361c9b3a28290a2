#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/mechanics/reduced/subspace_loads.hpp>
#include <sinew/mechanics/system/point_checks.hpp>

namespace sinew {
namespace {

/// Pulls forces on points back to q.
class SubspaceForces final : public PointForces {
public:
    /// `motion`: of loads that follow it.
    SubspaceForces(const Body& body, const PointMotion* motion, const ReducedPoints& points,
                   const Vector& q, Definiteness definiteness, Vector& f, Eigen::MatrixXd* K,
                   Eigen::MatrixXd* C, SubspaceLoads::Work& work)
        : body_(body),
          motion_(motion),
          points_(points),
          q_(q),
          definiteness_(definiteness),
          f_(f),
          K_(K),
          C_(C),
          work_(work) {}
    bool wants_tangent() const override { return K_ != nullptr; }
    Definiteness definiteness() const override { return definiteness_; }
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override {
        check(point);
        check_finite(f, "force", point, body_, motion_);
        points_.pull_back(point, f, q_, f_);
    }
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& K) override {
        if (K_) add(i, j, K, "stiffness of a force", *K_);
    }
    void damping(const MaterialPoint& i, const MaterialPoint& j,
                 const Eigen::Matrix3d& C) override {
        if (C_) add(i, j, C, "damping of a force", *C_);
    }

private:
    void check(const MaterialPoint& point) const {
        check_body(point, 1);
        check_nodes(point, body_);
    }
    /// to += J_i' block J_j.
    void add(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& block,
             const char* what, Eigen::MatrixXd& to) {
        check(i);
        check(j);
        check_finite(block, what, i, body_, motion_);
        points_.jacobian(i, q_, work_.J_i);
        points_.jacobian(j, q_, work_.J_j);
        work_.K_J_j.noalias() = block * work_.J_j;
        to.noalias() += work_.J_i.transpose().lazyProduct(work_.K_J_j);
    }

    const Body& body_;
    const PointMotion* motion_;
    const ReducedPoints& points_;
    const Vector& q_;
    Definiteness definiteness_;
    Vector& f_;
    Eigen::MatrixXd* K_;
    Eigen::MatrixXd* C_;
    SubspaceLoads::Work& work_;
};

}  // namespace

SubspaceLoads::SubspaceLoads(const Body& body, const std::vector<const Load*>& loads,
                             const MassMatrix& mass, const ReducedPoints& points)
    : body_(body), mass_(mass), points_(points) {
    for (const Load* load : loads) {
        LoadPart part;
        part.load = load;
        part.uniform = load->uniform();
        if (part.uniform)
            attribute_errors_to(load->provenance,
                                [&] { part.points = shared(*part.uniform, site(nullptr)); });
        parts_.push_back(std::move(part));
    }
}

SharedPoints SubspaceLoads::shared(const UniformLoad& load, const LoadSite& site) const {
    SharedPoints sum;
    load.share_out(site, [&](const MaterialPoint& point, double share) {
        check_body(point, 1);
        check_nodes(point, body_);
        points_.add_share(point, share, sum);
    });
    return sum;
}

/// Shares are linear in the nodal masses, if they depend on them.
void SubspaceLoads::add_region(const Vector& nodal_mass) {
    const Vector more = mass_.row_sums() + nodal_mass;
    const LoadSite heavier{body_, 0, nullptr, more, mass_.volumes()};
    for (LoadPart& part : parts_) {
        if (!part.uniform) continue;
        attribute_errors_to(part.load->provenance, [&] {
            SharedPoints sum = shared(*part.uniform, heavier);
            sum.total -= part.points.total;
            sum.moment -= part.points.moment;
            sum.modes -= part.points.modes;
            part.of_regions.push_back(std::move(sum));
        });
    }
    more_.push_back(0);
}

LoadSite SubspaceLoads::site(const PointMotion* motion) const {
    return {body_, 0, motion, mass_.row_sums(), mass_.volumes()};
}

void SubspaceLoads::move_to(double t) {
    t_ = t;
    n_followers_ = 0;
    for (LoadPart& part : parts_) {
        part.active = part.load->common.active(t);
        if (!part.active) continue;
        if (part.load->is_follower()) ++n_followers_;
        if (part.uniform)
            attribute_errors_to(part.load->provenance, [&] {
                part.intensity = part.uniform->intensity(body_, t);
                const MaterialPoint first = MaterialPoint::at_node(0, 0);
                check_finite(part.intensity, "force", first, body_, nullptr);
            });
    }
}

void SubspaceLoads::add_dead(const Vector& q, Vector& f) {
    for (const LoadPart& part : parts_) {
        if (!part.active || part.load->is_follower()) continue;
        if (part.uniform) {
            each(part, [&](const SharedPoints& points, double factor) {
                points_.pull_back(points, factor * part.intensity, q, f);
            });
            continue;
        }
        SubspaceForces out(body_, nullptr, points_, q, Definiteness::exact, f, nullptr, nullptr,
                           work_);
        attribute_errors_to(part.load->provenance,
                            [&] { part.load->evaluate(site(nullptr), t_, out); });
    }
}

/// The column of each time, without those at the end that repeat the one before.
Eigen::Matrix3Xd SubspaceLoads::intensities(const LoadPart& part,
                                            const std::vector<double>& times) const {
    Eigen::Matrix3Xd each = Eigen::Matrix3Xd::Zero(3, Index(times.size()));
    attribute_errors_to(part.load->provenance, [&] {
        for (Index j = 0; j < each.cols(); ++j)
            if (const double t = times[std::size_t(j)]; part.load->common.active(t))
                each.col(j) = part.uniform->intensity(body_, t);
    });
    Index n = each.cols();
    while (n > 1 && each.col(n - 1) == each.col(n - 2)) --n;
    return each.leftCols(n);
}

void SubspaceLoads::export_to(Archive& archive, const std::vector<double>& times) const {
    archive.put("loads/size", std::int64_t(parts_.size()));
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        const LoadPart& part = parts_[k];
        if (!part.uniform)
            throw InputError(
                part.load->provenance.where,
                fmt::format("{} cannot be exported: a player takes loads that share "
                            "one force over fixed points",
                            named(part.load->provenance, "a load")),
                "take it away, and let the program that plays the model add its forces "
                "(sinew_player_add_node_force); or use load/gravity, body_force, "
                "point or traction");
        const std::string key = fmt::format("loads/{}", k);
        archive.put(key + "/type", part.load->provenance.plugin);
        archive.put(key + "/modes", Vector(part.points.modes.reshaped()));
        archive.put(key + "/intensity", Vector(intensities(part, times).reshaped()));
    }
}

void SubspaceLoads::add_followers(const PointMotion& motion, const Vector& q,
                                  Definiteness definiteness, Vector& f, Eigen::MatrixXd* K,
                                  Eigen::MatrixXd* C) {
    SubspaceForces out(body_, &motion, points_, q, definiteness, f, K, C, work_);
    for (const LoadPart& part : parts_)
        if (part.active && part.load->is_follower())
            attribute_errors_to(part.load->provenance,
                                [&] { part.load->evaluate(site(&motion), t_, out); });
}

bool SubspaceLoads::symmetric() const {
    for (const LoadPart& part : parts_)
        if (part.active && part.load->is_follower() && !part.load->symmetric()) return false;
    return true;
}

std::string SubspaceLoads::asymmetry() const {
    for (const LoadPart& part : parts_)
        if (!part.load->symmetric()) return named(part.load->provenance, "a load");
    return {};
}

double SubspaceLoads::potential(const PointMotion& motion, const Vector& q) const {
    double sum = 0;
    for (const LoadPart& part : parts_) {
        if (!part.active) continue;
        if (part.uniform) {
            each(part, [&](const SharedPoints& points, double factor) {
                sum -= factor * part.intensity.dot(points_.displacement(points, q));
            });
            continue;
        }
        double value = 0;
        attribute_errors_to(part.load->provenance,
                            [&] { value = part.load->potential(site(&motion), t_); });
        if (!std::isnan(value)) sum += value;
    }
    return sum;
}

double SubspaceLoads::potential_of_uniform(const Points& displacements) const {
    double sum = 0;
    for (const LoadPart& part : parts_) {
        if (!part.active || !part.uniform) continue;
        part.uniform->share_out(site(nullptr), [&](const MaterialPoint& point, double share) {
            for (std::size_t a = 0; a < std::size_t(point.n); ++a)
                sum -= share * point.weights[a] *
                       part.intensity.dot(displacements.col(point.nodes[a]));
        });
    }
    return sum;
}

bool SubspaceLoads::conservative(const PointMotion& motion) const {
    for (const LoadPart& part : parts_)
        if (part.active && !part.uniform && std::isnan(part.load->potential(site(&motion), t_)))
            return false;
    return true;
}

}  // namespace sinew
