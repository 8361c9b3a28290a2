/// Obstacles of contact as scenes describe them: a plane, a sphere, or a closed surface, of
/// prescribed motion.
#pragma once

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/coupling/solid_motion.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <string>

namespace sinew {

/// Parameters of one obstacle: one of three.
struct ObstacleParams {
    struct Plane {
        Varying<Eigen::Vector3d> point;
        Eigen::Vector3d normal{0, 0, 1};
        static constexpr auto fields = std::tuple{
            field("point", &Plane::point, unit::m, "A point of the plane, in the world"),
            field("normal", &Plane::normal, "Direction out of the plane, in the world"),
        };
    };
    struct Sphere {
        Varying<Eigen::Vector3d> center;
        double radius = 1;
        static constexpr auto fields = std::tuple{
            field("center", &Sphere::center, unit::m, "Its centre, in the world"),
            field("radius", &Sphere::radius, unit::m, positive, "Its radius").required(),
        };
    };
    struct Rotation {
        Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
        Varying<double> angle;
        Eigen::Vector3d center = Eigen::Vector3d::Zero();
        static constexpr auto fields = std::tuple{
            field("axis", &Rotation::axis, "Axis, of any length but zero").required(),
            field("angle", &Rotation::angle, unit::rad, "Angle, positive by the right hand")
                .required(),
            field("center", &Rotation::center, unit::m, "A point of the axis, before displacement"),
        };
    };
    struct Surface {
        PluginSlot<MeshSource> mesh;
        Varying<Eigen::Vector3d> displacement;
        std::optional<Rotation> rotate;
        std::string bone;
        Reference rig;
        static constexpr auto fields = std::tuple{
            field("mesh", &Surface::mesh,
                  "The closed surface, in the world, its triangles about as large as those of the "
                  "bodies: a mesh plugin that gives one (a file; isosurface, of a shape), or a "
                  "volume, whose skin is taken")
                .required(),
            field("displacement", &Surface::displacement, unit::m,
                  "Displacement from where the surface is given"),
            field("rotate", &Surface::rotate, "Turns it first"),
            field("bone", &Surface::bone,
                  "Name of a bone that it goes with, from the pose at rest"),
            field("rig", &Surface::rig,
                  "The node whose rig has that bone; the coupling's own, or one above, if absent"),
        };
    };
    std::optional<Plane> plane;
    std::optional<Sphere> sphere;
    std::optional<Surface> surface;
    static constexpr auto fields = std::tuple{
        field("plane", &ObstacleParams::plane, "All behind a plane, which may move"),
        field("sphere", &ObstacleParams::sphere, "A sphere, which may move"),
        field("surface", &ObstacleParams::surface,
              "A rigid body with a closed surface, which may move and turn"),
    };
};

/// Reads the `index`-th entry of a coupling's parameter `obstacles`. All fail with an InputError at
/// the place in the scene.
class ObstacleReader {
public:
    /// Fails unless it is one of the three.
    ObstacleReader(const ObstacleParams& params, std::size_t index, BuildContext& context);

    /// Unit normal of a plane; fails if it has no length.
    Eigen::Vector3d plane_normal() const;
    /// Surface of a surface: closed, a manifold, facing outwards, or it fails.
    SurfaceMesh closed_surface() const;
    /// Motion of a surface; fails if its axis has no length or its bone is not there.
    SolidMotion motion() const;
    /// "/node/plane (obstacles[0])".
    std::string name() const;
    /// Fails at a key of this entry, or at the entry itself.
    [[noreturn]] void fail(const std::string& key, const std::string& what,
                           const std::string& remedy) const;

private:
    const ObstacleParams& params_;
    std::string path_;
    BuildContext& context_;
};

}  // namespace sinew
