#include <fmt/format.h>

#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/format_version.hpp>

namespace sinew {

void check_format_version(const TextNode& node, Diagnostics& diagnostics) {
    const std::string ours = std::to_string(scene_format_version);
    if (node.kind == TextNode::Kind::scalar && node.text == ours) return;
    const std::string theirs = node.kind == TextNode::Kind::scalar ? quote(node.text) : "no number";
    // What another version means is not known, so its other mistakes cannot be found.
    give_up(
        diagnostics, node.mark,
        fmt::format("the scene is of format version {}; this Sinew reads version {}", theirs, ours),
        fmt::format("use the Sinew that the scene was written for, or write 'sinew: {}' if it "
                    "follows that version",
                    ours));
}

}  // namespace sinew
