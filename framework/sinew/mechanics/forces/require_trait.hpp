/// The traits that a reduction requires of the force model in its slot.
#pragma once

#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <string>

namespace sinew {

/// Throws InputError at `where` unless the force model in the slot has the trait. `problem` says
/// what it cannot do ("cannot change `materials` while it runs"); the remedy names the models that
/// can.
void require_trait(PluginRegistry& plugins, const PluginSlot<ForceModel>& model, const char* trait,
                   const std::string& problem, const SourceMark& where);

}  // namespace sinew
