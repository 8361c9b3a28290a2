/// A load on all nodes of a body.
#pragma once

#include <sinew/mechanics/load/uniform_load.hpp>

namespace sinew::test {

/// Weight along -z and a push along x, both per mass.
class Weight final : public UniformLoad {
public:
    explicit Weight(double along_x = 0) : along_x_(along_x) {}
    Eigen::Vector3d intensity(const Body&, double) const override { return {along_x_, 0, -10}; }
    void share_out(const LoadSite& site, const Visit& visit) const override {
        for (int i = 0; i < int(site.nodal_mass.size()); ++i)
            visit(MaterialPoint::at_node(site.body_index, i), site.nodal_mass(i));
    }

private:
    double along_x_;
};

}  // namespace sinew::test
