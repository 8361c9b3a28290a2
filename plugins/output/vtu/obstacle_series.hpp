/// The files of one obstacle.
#pragma once

#include <sinew/mechanics/coupling/obstacle_surface.hpp>
#include <sinew/mechanics/output/pvd.hpp>

namespace sinew::vtu {

/// A part named "world-sphere-1-obstacle": of the first obstacle of the scene, on the node /world.
class ObstacleSeries {
public:
    /// `obstacle` outlives this; the collection has it as claimed last.
    ObstacleSeries(const ObstacleSurface& obstacle, output::PvdCollection& pvd);

    int part() const { return part_; }
    const std::string& name() const { return name_; }
    /// Writes the surface as it is at t [s].
    void write(const std::filesystem::path& file, double t) const;

private:
    const ObstacleSurface* obstacle_;
    std::string name_;
    int part_;
};

}  // namespace sinew::vtu
