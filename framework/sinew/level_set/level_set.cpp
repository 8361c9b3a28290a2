#include <openvdb/openvdb.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/task_arena.h>

#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/level_set/level_set.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

namespace {

constexpr float band_outside = 3;  ///< in voxels

/// The quadratic B-spline's weights of the nearest point and its neighbours, f in [-1/2, 1/2] from
/// it, and their derivatives.
struct Weights {
    explicit Weights(double f)
        : value{0.5 * (0.5 - f) * (0.5 - f), 0.75 - f * f, 0.5 * (0.5 + f) * (0.5 + f)},
          slope{f - 0.5, -2 * f, f + 0.5},
          bend{1, -2, 1} {}
    double value[3], slope[3], bend[3];
};

}  // namespace

struct LevelSet::Grid {
    openvdb::FloatGrid::Ptr distances;
    Eigen::Vector3d origin;  ///< of its indices [m]
};

LevelSet::LevelSet(const SurfaceMesh& closed, double voxel)
    : box_(bounding_box(closed.positions)), voxel_(voxel) {
    SINEW_ASSERT(closed.n_triangles() > 0 && voxel > 0, "no surface, or a voxel of {}", voxel);
    const Eigen::Vector3d origin = box_.center();
    std::vector<openvdb::Vec3s> points;
    for (const auto& x : closed.positions.colwise()) {
        const Eigen::Vector3d position = (x - origin) / voxel;
        points.emplace_back(float(position.x()), float(position.y()), float(position.z()));
    }
    std::vector<openvdb::Vec4I> polygons;
    for (const auto& t : closed.triangles.colwise())
        polygons.emplace_back(t[0], t[1], t[2], openvdb::util::INVALID_IDX);
    const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec4I> mesh(points,
                                                                                          polygons);
    const auto transform = openvdb::math::Transform::createLinearTransform(voxel);
    // Nothing is deeper than half the shortest side.
    const float band_inside = float(0.5 * box_.sizes().minCoeff() / voxel) + 3;
    openvdb::FloatGrid::Ptr distances;
    // One thread: what OpenVDB computes is then the same whatever the machine.
    tbb::task_arena(1).execute([&] {
        distances = openvdb::tools::meshToVolume<openvdb::FloatGrid>(mesh, *transform, band_outside,
                                                                     band_inside);
    });
    grid_ = std::make_unique<Grid>(Grid{distances, origin});
}

LevelSet::~LevelSet() = default;
LevelSet::LevelSet(LevelSet&&) noexcept = default;
LevelSet& LevelSet::operator=(LevelSet&&) noexcept = default;

LevelSet::Sample LevelSet::at(const Eigen::Vector3d& x) const {
    const Eigen::Vector3d position = (x - grid_->origin) / voxel_;
    const double reach = box_.sizes().maxCoeff() / voxel_ + 10;
    // Far away, and what is not a number.
    if (!(position.cwiseAbs().maxCoeff() < reach)) {
        Sample outside;
        outside.distance = band_outside * voxel_;
        return outside;
    }
    const Eigen::Vector3d nearest = (position.array() + 0.5).floor();
    const Weights wx(position.x() - nearest.x()), wy(position.y() - nearest.y()),
        wz(position.z() - nearest.z());
    const openvdb::Coord at(int(nearest.x()), int(nearest.y()), int(nearest.z()));
    const openvdb::FloatGrid::ConstUnsafeAccessor values =
        grid_->distances->getConstUnsafeAccessor();
    Sample sample;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            double value = 0, slope = 0, bend = 0;  // along z
            for (int k = 0; k < 3; ++k) {
                const double v = values.getValue(at.offsetBy(i - 1, j - 1, k - 1));
                value += wz.value[k] * v;
                slope += wz.slope[k] * v;
                bend += wz.bend[k] * v;
            }
            sample.distance += wx.value[i] * wy.value[j] * value;
            sample.gradient += Eigen::Vector3d(wx.slope[i] * wy.value[j] * value,
                                               wx.value[i] * wy.slope[j] * value,
                                               wx.value[i] * wy.value[j] * slope);
            sample.curvature(0, 0) += wx.bend[i] * wy.value[j] * value;
            sample.curvature(1, 1) += wx.value[i] * wy.bend[j] * value;
            sample.curvature(2, 2) += wx.value[i] * wy.value[j] * bend;
            sample.curvature(0, 1) += wx.slope[i] * wy.slope[j] * value;
            sample.curvature(0, 2) += wx.slope[i] * wy.value[j] * slope;
            sample.curvature(1, 2) += wx.value[i] * wy.slope[j] * slope;
        }
    sample.curvature(1, 0) = sample.curvature(0, 1);
    sample.curvature(2, 0) = sample.curvature(0, 2);
    sample.curvature(2, 1) = sample.curvature(1, 2);
    sample.gradient /= voxel_;
    sample.curvature /= voxel_ * voxel_;
    return sample;
}

double LevelSet::n_voxels(const SurfaceMesh& closed, double voxel) {
    double area = 0;
    for (const auto& t : closed.triangles.colwise()) {
        const Eigen::Vector3d a = closed.positions.col(t[0]);
        const Eigen::Vector3d b = closed.positions.col(t[1]), c = closed.positions.col(t[2]);
        area += 0.5 * (b - a).cross(c - a).norm();
    }
    const double inside = std::abs(inspect(closed).volume) / std::pow(voxel, 3);
    return inside + double(band_outside) * area / (voxel * voxel);
}

}  // namespace sinew
