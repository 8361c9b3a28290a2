/// The surface that stands for a body in files of other programs.
#pragma once

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <string>

namespace sinew {

/// `visual` is what the node's body carries along (its `visual:`, or the surface that its mesh was
/// made from), `skin` the boundary of its elements; `best` a `visual:` or what bricks carry, else
/// the skin.
enum class Shown { best, visual, skin };
template <>
struct EnumNames<Shown> {
    static constexpr std::array names{std::pair{"best", Shown::best},
                                      std::pair{"visual", Shown::visual},
                                      std::pair{"skin", Shown::skin}};
};

/// Common parameters of the outputs of a surface.
struct ShownSurfaceParams {
    Shown surface = Shown::best;
    std::optional<std::string> name;
};

inline constexpr auto shown_surface = field(
    "surface", &ShownSurfaceParams::surface,
    "What is written of the body: the surface that it carries along, its skin, or the first that "
    "there is");

/// The surface of a body that an output shows, at rest and at present.
class ShownSurface {
public:
    /// Shows a surface of the body of the context's node. Throws InputError if it has none, or no
    /// such surface.
    ShownSurface(Shown which, BuildContext& context);

    const SurfaceMesh& rest() const { return rest_; }  ///< in the world [m]
    Points at(double t) const;                         ///< its points now, at time t [m]
    /// The surface that the body carries, if that is shown; nullptr: its skin.
    const VisualSurface* carried() const { return carried_; }

private:
    const SceneNode* node_;
    const Body* body_;
    const VisualSurface* carried_ = nullptr;
    SurfaceMesh rest_;
};

}  // namespace sinew
