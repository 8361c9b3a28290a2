/// The mesh of other people that scenes/eulerian/light and heavy are about.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace sinew::bench {

/// The value of --set that names it; nothing unless SINEW_DATA names the folder that holds it.
inline std::optional<std::string> shared_animal() {
    const char* folder = std::getenv("SINEW_DATA");
    if (!folder) return std::nullopt;
    return "let.animal=" + std::string(folder) + "/animals_pd/spot_low_resolution.obj";
}

}  // namespace sinew::bench
