/// A moving surface that one file holds as a whole.
#pragma once

#include <functional>
#include <optional>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A frame in single precision, as such files hold it: positions or displacements of its points,
/// one a column [m].
using FramePoints = Eigen::Matrix3Xf;

/// Frames of a surface, one a time.
struct SurfaceFrames {
    std::vector<double> times;        ///< ascending [s]
    std::vector<FramePoints> points;  ///< one a time, 3 x n_points [m]
};

/// Keeps all frames, and writes the file whole when an eighth has been added since it last did, so
/// that the writing costs no more than some ten times the file. `flush` writes what is missing: at
/// the end of a run, and whenever a checkpoint is written, so that a run that goes on from it finds
/// its frames.
class SurfaceSeries {
public:
    /// Writes the whole file.
    using Write = std::function<void(const SurfaceFrames&)>;

    /// `earlier`: frames that the file has already, of the run that is continued.
    void begin(SurfaceFrames earlier, Write write);
    /// Adds a frame: time [s] and points, 3 x n [m].
    void add(double time, const Points& points);
    /// The same, but leaves the writing to `flush`: for a file that takes long to make.
    void keep(double time, const Points& points);
    /// Writes the file if frames are missing in it.
    void flush();
    /// Number of frames kept, written or not.
    std::size_t n_frames() const { return frames_.times.size(); }
    const SurfaceFrames& frames() const { return frames_; }

private:
    SurfaceFrames frames_;
    Write write_;
    std::size_t n_written_ = 0;
};

/// The frames up to a time.
SurfaceFrames frames_until(SurfaceFrames frames, double time);

/// The surface as Wavefront OBJ, in numbers that read back bit by bit, or of so many `digits` after
/// the point.
std::string obj_text(const Points& points, const Eigen::MatrixXi& triangles,
                     std::optional<int> digits = {});

}  // namespace sinew
