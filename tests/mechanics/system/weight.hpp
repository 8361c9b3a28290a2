/// A load on all nodes of a body.
#pragma once

#include <sinew/mechanics/load/dead_load.hpp>

namespace sinew::test {

/// Weight along -z and a push along x, both per mass.
class Weight final : public DeadLoad {
public:
    explicit Weight(double along_x = 0) : along_x_(along_x) {}
    void evaluate(const LoadSite& site, double, PointForces& out) const override {
        for (int i = 0; i < int(site.nodal_mass.size()); ++i)
            out.force(MaterialPoint::at_node(site.body_index, i),
                      site.nodal_mass(i) * Eigen::Vector3d(along_x_, 0, -10));
    }

private:
    double along_x_;
};

}  // namespace sinew::test
