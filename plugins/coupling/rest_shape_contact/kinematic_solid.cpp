#include "kinematic_solid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/level_set/level_set.hpp>

namespace sinew {
namespace {

std::function<SolidAtTime(double)> plane(const Varying<Eigen::Vector3d>& point,
                                         const Eigen::Vector3d& normal) {
    return [=](double t) -> SolidAtTime {
        return [origin = point.at(t), normal](const Eigen::Vector3d& x) {
            return SignedDistance{normal.dot(x - origin), normal};
        };
    };
}

std::function<SolidAtTime(double)> sphere(const Varying<Eigen::Vector3d>& center, double radius) {
    return [=](double t) -> SolidAtTime {
        return [at = center.at(t), radius](const Eigen::Vector3d& x) {
            const Eigen::Vector3d from = x - at;
            const double r = from.norm();
            return SignedDistance{r - radius,
                                  r > 0 ? from / r : Eigen::Vector3d(Eigen::Vector3d::UnitZ())};
        };
    };
}

/// Outside the box of the surface its distance from that box is less than the true one.
std::function<SolidAtTime(double)> rigid_surface(LevelSet distances, const SolidMotion& motion) {
    const auto shared = std::make_shared<const LevelSet>(std::move(distances));
    return [shared, motion](double t) -> SolidAtTime {
        return [shared, pose = motion.at(t)](const Eigen::Vector3d& x) {
            const Eigen::Matrix3d R = pose.linear();
            const Eigen::Vector3d X = R.transpose() * (x - pose.translation());
            const double to_box = shared->box().exteriorDistance(X);
            if (to_box > 0) return SignedDistance{to_box};
            const LevelSet::Sample at = shared->at(X);
            return SignedDistance{at.distance, R * at.gradient.normalized()};
        };
    };
}

LevelSet level_set(const SurfaceMesh& surface, std::optional<double> given,
                   const ObstacleReader& reader) {
    const Eigen::AlignedBox3d box = bounding_box(surface.positions);
    const double voxel = given.value_or(box.sizes().maxCoeff() / 80);
    const double n = LevelSet::n_voxels(surface, voxel);
    if (n > LevelSet::most_voxels)
        reader.fail("surface",
                    fmt::format("a voxel of {:.3g} m makes {:.2g} voxels, more than {:.2g}", voxel,
                                n, LevelSet::most_voxels),
                    fmt::format("give a voxel of {:.2g} m or more",
                                1.1 * voxel * std::cbrt(n / LevelSet::most_voxels)));
    if (2 * voxel > box.sizes().minCoeff())
        reader.fail("surface",
                    fmt::format("the surface is only {:.3g} m thick, less than two voxels of "
                                "{:.3g} m: most of it would not be found",
                                box.sizes().minCoeff(), voxel),
                    "give a smaller voxel, or a thicker surface");
    return LevelSet(surface, voxel);
}

}  // namespace

KinematicSolid make_solid(const ObstacleParams& params, std::optional<double> voxel,
                          std::size_t index, const Eigen::AlignedBox3d& box,
                          BuildContext& context) {
    const ObstacleReader reader(params, index, context);
    if (params.plane) {
        const Eigen::Vector3d normal = reader.plane_normal();
        const auto& point = params.plane->point;
        return {plane(point, normal), ObstacleSurface::plane(reader.name(), point, normal, box)};
    }
    if (params.sphere) {
        const auto& [center, radius] = *params.sphere;
        return {sphere(center, radius), ObstacleSurface::sphere(reader.name(), center, radius)};
    }
    const SurfaceMesh surface = reader.closed_surface();
    const SolidMotion motion = reader.motion();
    return {rigid_surface(level_set(surface, voxel, reader), motion),
            ObstacleSurface::rigid(reader.name(), surface, motion)};
}

}  // namespace sinew
