/// Names of the files that a scene's outputs write, each used once.
#pragma once

#include <optional>
#include <sinew/kernel/graph/build_context.hpp>
#include <string>

namespace sinew {

/// The node's path as part of a file's name: "/arm/hand" is "arm-hand", the root "scene".
std::string file_words(const SceneNode& node);

/// `given`, if the scene names the output: an InputError if another output of this scene has that
/// name. Else `proposed`, with "-2", "-3" ... behind it if it is taken. An extension of `use`
/// ("csv") keeps names of one sort apart from those of another.
std::string claim_output_name(BuildContext& context, const std::string& use,
                              const std::optional<std::string>& given, const std::string& proposed);

}  // namespace sinew
