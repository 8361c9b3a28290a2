/// What a scene may ask of self-contact: an InputError where it asks for more.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>

#include "skin_contact.hpp"

namespace sinew {

/// What only one way out asks for is not given to the other.
void check_way_out(const SkinContactParams& params, BuildContext& context);
/// The cubes of the level set are few enough to keep, and small enough to be of use.
void check_voxel(const Body& body, const SkinContactParams& params, BuildContext& context);
/// The contact is no more than a million times as stiff as an element of the body.
void check_stiffness(const Body& body, const SkinContactParams& params, BuildContext& context);
/// No other self-contact of the scene holds the body too, at the time of `window`.
void check_single(const Body& body, const ActiveWindow& window, BuildContext& context);

/// When a self-contact acts, kept for its constructor.
struct SelfContactWindow : ActiveWindow {
    static void check(const SelfContactWindow& window, BuildContext& context);
    /// Of the one that is being built.
    static ActiveWindow of(BuildContext& context);
};

}  // namespace sinew
