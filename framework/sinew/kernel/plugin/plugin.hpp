/// A plugin exports one C symbol, which returns a description; a macro defines it:
///
///     SINEW_PLUGIN(sinew::NeoHookean, "material/neo_hookean", "Compressible neo-Hookean solid")
///
/// T derives from the interface of its kind (which has `static constexpr const char* kind`), has a
/// nested `Params` with `fields`, and a constructor T(const Params&) or T(const Params&,
/// BuildContext&); the constructor completes the object. Where a base class does that for its heirs
/// it has a static make(const Params&, BuildContext&) instead. A T without parameters has an empty
/// Params. A T may state `static constexpr const char* source` (paper, section) for the reference,
/// and `static constexpr std::array traits` of words that its kind defines for further abilities,
/// and `static constexpr std::array refusals` of Refusal for what it does not work with. `static
/// constexpr std::array former_plugins` of FormerPlugin answers scenes that name what it has taken
/// the place of.
#pragma once

#include <sinew/kernel/plugin/plugin_impl.hpp>
