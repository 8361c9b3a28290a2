#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/rig/named_bones.hpp>

namespace sinew {

std::vector<int> named_bones(const SkeletalRig& rig, const std::vector<std::string>& bones,
                             const BuildContext& context) {
    std::vector<std::string> names;
    for (const Bone& bone : rig.bones()) names.push_back(bone.name);
    std::vector<int> result;
    for (std::size_t k = 0; k < bones.size(); ++k) {
        const auto found = std::find(names.begin(), names.end(), bones[k]);
        if (found == names.end())
            context.fail(context.at(fmt::format("bones[{}]", k)),
                         fmt::format("the rig has no bone '{}'", bones[k]),
                         suggestion(bones[k], names));
        result.push_back(int(found - names.begin()));
    }
    if (result.empty()) {
        result.resize(names.size());
        std::iota(result.begin(), result.end(), 0);
    }
    return result;
}

}  // namespace sinew
