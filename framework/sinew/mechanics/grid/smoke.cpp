#include "smoke.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

Smoke::Smoke(const Grid& grid)
    : grid_(grid),
      density_(Vector::Zero(grid.centres().size())),
      temperature_(Vector::Zero(grid.centres().size())) {}

void Smoke::advect(const VectorField& velocity, double dt, AdvectionScheme scheme) {
    std::vector<Vector> moved =
        Advection(grid_.nodes(), velocity)
            .advect(grid_.centres(), {&density_, &temperature_}, dt, scheme);
    density_.swap(moved[0]);
    temperature_.swap(moved[1]);
}

void Smoke::add_buoyancy(const Buoyancy& buoyancy, VectorField& acceleration) const {
    const Lattice nodes = grid_.nodes(), cells = grid_.centres();
    parallel_for(nodes.count[2], [&](Index k) {
        for (Index j = 0; j < nodes.count[1]; ++j)
            for (Index i = 0; i < nodes.count[0]; ++i) {
                double sum = 0;
                int n = 0;
                for (Index c = std::max<Index>(k - 1, 0); c < std::min(k + 1, cells.count[2]); ++c)
                    for (Index b = std::max<Index>(j - 1, 0); b < std::min(j + 1, cells.count[1]);
                         ++b)
                        for (Index a = std::max<Index>(i - 1, 0);
                             a < std::min(i + 1, cells.count[0]); ++a, ++n) {
                            const Index cell = cells.at(a, b, c);
                            sum += buoyancy.weight * density_[cell] -
                                   buoyancy.expansion * temperature_[cell];
                        }
                const Index node = nodes.at(i, j, k);
                for (int axis = 0; axis < 3; ++axis)
                    acceleration[axis][node] += buoyancy.gravity[axis] * sum / n;
            }
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
