#include "obstacle_series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "frame.hpp"

namespace sinew::vtu {
namespace {

/// "/world/sphere (obstacles[0])" to "world-sphere".
std::string words(const std::string& name) {
    std::string words = name.substr(1, name.find(' ') - 1);
    std::replace(words.begin(), words.end(), '/', '-');
    return words;
}

}  // namespace

ObstacleSeries::ObstacleSeries(const ObstacleSurface& obstacle, output::PvdCollection& pvd)
    : obstacle_(&obstacle),
      name_(fmt::format("{}-{}-obstacle", words(obstacle.name()), pvd.n_obstacles())),
      part_(pvd.add_part(name_)) {}

void ObstacleSeries::write(const std::filesystem::path& file, double t) const {
    output::FrameData frame;
    frame.time = t;
    frame.points = obstacle_->at(t);
    write_surface(file, obstacle_->triangles(), frame);
}

}  // namespace sinew::vtu
