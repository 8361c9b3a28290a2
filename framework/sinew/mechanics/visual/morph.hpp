/// Shapes that are added to a surface, more or less of each in time: morph targets, shape keys.
#pragma once

#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/rig/clip.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Targets whose weights change together.
struct MorphTrack {
    std::vector<std::string> names;  ///< of the targets
    std::vector<Points> targets;     ///< what each adds to the surface: 3 x n_points [m]
    std::vector<double> at_rest;     ///< how much of each the surface at rest has already
    std::vector<double> times;       ///< of keyframes [s]
    Eigen::MatrixXd weights;         ///< of the targets, as `interpolated` takes them
    Interpolation between = Interpolation::linear;

    /// Weights at time t [s] beyond those of the surface at rest; zero of a track without
    /// keyframes.
    Eigen::VectorXd added(double t) const;
};

/// A morph animation: the sum of its tracks.
struct MorphClip {
    std::vector<MorphTrack> tracks;

    /// Displacement from the surface at rest, at the clip's own time t [s]: 3 x n_points [m].
    Points displacement(Eigen::Index n_points, double t) const;
};

/// A mesh plugin whose surface has morph targets.
class MorphingSurface {
public:
    virtual ~MorphingSurface() = default;
    /// A clip of its file, for the surface that it gave. `where` is the place of the name in the
    /// scene. Throws InputError: no such clip, or none that moves the surface.
    virtual MorphClip morph_clip(const SurfaceMesh& loaded, const std::string& name,
                                 const SourceMark& where) const = 0;
};

}  // namespace sinew
