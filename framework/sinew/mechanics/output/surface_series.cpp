#include <fmt/format.h>

#include <algorithm>
#include <sinew/mechanics/output/surface_series.hpp>

namespace sinew {

void SurfaceSeries::begin(SurfaceFrames earlier, Write write) {
    frames_ = std::move(earlier);
    write_ = std::move(write);
    n_written_ = 0;
}

void SurfaceSeries::keep(double time, const Points& points) {
    frames_.times.push_back(time);
    frames_.points.push_back(points.cast<float>());
}

void SurfaceSeries::add(double time, const Points& points) {
    keep(time, points);
    if (8 * (n_frames() - n_written_) > n_written_) flush();
}

void SurfaceSeries::flush() {
    if (n_written_ == n_frames()) return;
    write_(frames_);
    n_written_ = n_frames();
}

SurfaceFrames frames_until(SurfaceFrames frames, double time) {
    const auto n = std::size_t(std::upper_bound(frames.times.begin(), frames.times.end(), time) -
                               frames.times.begin());
    frames.times.resize(n);
    frames.points.resize(n);
    return frames;
}

std::string obj_text(const Points& points, const Eigen::MatrixXi& triangles,
                     std::optional<int> digits) {
    fmt::memory_buffer text;
    const auto out = std::back_inserter(text);
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
        fmt::format_to(out, "v");
        for (const double x : points.col(i))
            if (digits)
                fmt::format_to(out, " {:.{}f}", x, *digits);
            else
                fmt::format_to(out, " {}", x);
        fmt::format_to(out, "\n");
    }
    for (Eigen::Index t = 0; t < triangles.cols(); ++t)
        fmt::format_to(out, "f {} {} {}\n", triangles(0, t) + 1, triangles(1, t) + 1,
                       triangles(2, t) + 1);
    return {text.data(), text.size()};
}

}  // namespace sinew
