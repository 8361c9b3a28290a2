/// Version of the files that docs/player.md describes.
#pragma once

namespace sinew::player {

/// Raised with every change after which an older player would misread a file.
constexpr int format_version = 2;

}  // namespace sinew::player
