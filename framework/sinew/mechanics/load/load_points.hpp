/// The points and faces of a body that a load acts on: of the skin of its elements, or of the
/// visual surface that is embedded in them.
#pragma once

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

namespace sinew {

/// The surface that a load acts on.
enum class LoadedSurface { skin, visual };
template <>
struct EnumNames<LoadedSurface> {
    static constexpr std::array names{std::pair{"skin", LoadedSurface::skin},
                                      std::pair{"visual", LoadedSurface::visual}};
};

/// Common parameter of loads on points and faces.
struct LoadedSurfaceParams {
    LoadedSurface surface = LoadedSurface::skin;
};

inline constexpr auto loaded_surface = field("surface", &LoadedSurfaceParams::surface,
                                             "The surface it acts on: nodes and faces of the "
                                             "elements (skin), or points and triangles of the "
                                             "visual surface that they carry");

/// Points of a body that a load acts on.
struct LoadPoints {
    std::vector<MaterialPoint> points;  ///< of body 0
    Points rest = Points(3, 0);         ///< theirs, in the world, 3 x n [m]
};

/// Faces over such points.
struct LoadFaces : LoadPoints {
    std::vector<std::vector<int>> faces;  ///< numbers of points, as Boundary::faces orders them
};

/// The chosen nodes, or points of the visual surface, or the one point `at` (at rest, in the node's
/// frame [m]): inside of the body, or on the visual surface to a thousandth of its size. Throws
/// InputError unless one of `where` and `at` is given, and if there is no such surface or point.
LoadPoints load_points(LoadedSurface surface, const Selection& where,
                       const std::optional<Eigen::Vector3d>& at, const BuildContext& context);

/// The chosen faces of the skin, or triangles of the visual surface, all of whose points are
/// chosen. Points are those of the faces alone, ascending in the mesh. Throws InputError if there
/// is none.
LoadFaces load_faces(LoadedSurface surface, const Selection& where, const BuildContext& context);

}  // namespace sinew
