/// Points of the visual surface of a body, on which loads, contact and the mouse act.
///
/// A point whose rest position X lies in an element moves with that element's nodes, x = sum of w_a
/// x_a. So a force on it acts on those nodes by w_a f: their resultant, and their moment, are those
/// of f at x.
///
/// Barbic & James 2005, section 3.1.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/mesh/embedding.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/visual/visual.hpp>

namespace sinew {

/// An embedded point as a point of body 0; nodes whose weight is zero to rounding are left out.
MaterialPoint material_point(const Embedding& embedding);

/// The visual surface of a node's body, for forces to act on. Throws InputError at `where` if the
/// body has none, or if a clip changes it at rest.
const VisualSurface& visual_for_forces(SceneNode& node, const BuildContext& context,
                                       const SourceMark& where);

}  // namespace sinew
