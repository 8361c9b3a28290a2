#include <sinew/mechanics/pose/rig_features.hpp>

namespace sinew {

PoseFeatures pose_features(const Rig& rig) {
    std::vector<PoseFeatures::Part> values, turns;
    for (Index k = 0; k < rig.n_parameters(); ++k) {
        const RigParameter parameter = rig.parameter(k);
        if (parameter.of_root) continue;
        if (parameter.of_turn < 0)
            values.push_back({k, parameter.scale});
        else if (parameter.of_turn == k)
            turns.push_back({k, parameter.scale});
    }
    return {std::move(values), std::move(turns)};
}

}  // namespace sinew
