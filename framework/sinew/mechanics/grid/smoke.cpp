#include "smoke.hpp"

namespace sinew {

Smoke::Smoke(const Grid& grid)
    : grid_(grid),
      density_(Vector::Zero(grid.centres().size())),
      temperature_(Vector::Zero(grid.centres().size())) {}

void Smoke::advect(const Advection& flow, double dt, AdvectionScheme scheme,
                   const std::array<bool, 6>& open) {
    std::vector<Vector> moved =
        flow.advect(grid_.centres(), {&density_, &temperature_}, dt, scheme, open);
    density_.swap(moved[0]);
    temperature_.swap(moved[1]);
}

void Smoke::add_buoyancy(const Buoyancy& buoyancy, VectorField& acceleration) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        double sum = 0;
        int n = 0;
        for (Index corner = 0; corner < 8; ++corner) {
            const Index i = at[0] - (corner & 1), j = at[1] - (corner >> 1 & 1),
                        k = at[2] - (corner >> 2);
            if (i < 0 || j < 0 || k < 0 || i >= cells.count[0] || j >= cells.count[1] ||
                k >= cells.count[2])
                continue;
            const Index cell = cells.at(i, j, k);
            sum += buoyancy.weight * density_[cell] - buoyancy.expansion * temperature_[cell];
            ++n;
        }
        for (int axis = 0; axis < 3; ++axis)
            acceleration[axis][node] += buoyancy.gravity[axis] * sum / n;
    });
}

void Smoke::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/density", density_);
    archive.put(prefix + "/temperature", temperature_);
}

void Smoke::restore(const Archive& archive, const std::string& prefix) {
    density_ = archive.vector(prefix + "/density", density_.size());
    temperature_ = archive.vector(prefix + "/temperature", temperature_.size());
}

}  // namespace sinew
