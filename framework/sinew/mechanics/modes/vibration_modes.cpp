#include <sinew/mechanics/modes/vibration_modes.hpp>

namespace sinew {

namespace {

/// The attachment by which a node holds them.
struct PublishedModes {
    std::vector<VibrationMode> modes;
};

}  // namespace

void publish_vibration_modes(SceneNode& node, std::vector<VibrationMode> modes) {
    node.attachment<PublishedModes>([] { return new PublishedModes; }).modes = std::move(modes);
}

const std::vector<VibrationMode>* vibration_modes_of(const SceneNode& node) {
    const auto* published = node.attached<PublishedModes>();
    return published ? &published->modes : nullptr;
}

}  // namespace sinew
