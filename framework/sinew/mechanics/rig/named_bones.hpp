/// Bones that a parameter names.
#pragma once

#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Numbers of the bones that the context's parameter `bones` names, or of all if it names none.
/// Fails at the first name that the rig does not have.
std::vector<int> named_bones(const SkeletalRig& rig, const std::vector<std::string>& bones,
                             const BuildContext& context);

}  // namespace sinew
