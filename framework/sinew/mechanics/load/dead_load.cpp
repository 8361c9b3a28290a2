#include <sinew/mechanics/load/dead_load.hpp>

namespace sinew {
namespace {

/// Sums force times displacement instead of forces.
class Work final : public PointForces {
public:
    explicit Work(const LoadSite& site) : site_(site) {}
    bool wants_tangent() const override { return false; }
    void stiffness(const MaterialPoint&, const MaterialPoint&, const Eigen::Matrix3d&) override {}
    void damping(const MaterialPoint&, const MaterialPoint&, const Eigen::Matrix3d&) override {}
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override {
        Eigen::Vector3d rest = Eigen::Vector3d::Zero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            rest += point.weights[a] * site_.body.mesh.positions.col(point.nodes[a]);
        sum += f.dot(site_.motion->position(point) - rest);
    }
    double sum = 0;

private:
    const LoadSite& site_;
};

}  // namespace

double DeadLoad::potential(const LoadSite& site, double t) const {
    Work work(site);
    evaluate(site, t, work);
    return -work.sum;
}

}  // namespace sinew
