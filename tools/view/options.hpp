/// Options of `sinew view` and `sinew sketch`.
#pragma once

#include <optional>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew::view {

struct WindowOptions {
    std::string scene;
    std::vector<Override> overrides;
    int n_threads = 1;
    int width = 1024, height = 768;
    std::string camera = "iso";
    std::string picture;  ///< file; "": none
    std::string report;   ///< file; "": none
};

struct ViewOptions : WindowOptions {
    std::optional<double> duration;   ///< in place of time.end [s]
    std::optional<double> stiffness;  ///< of pulls [N/m]
    std::optional<double> after;      ///< when the picture is taken, in the scene's time [s]
    std::string record;               ///< file; "": none
    bool waits = true;                ///< at the scene's end, until the window is closed
};

struct SketchOptions : WindowOptions {
    std::string output = "forces.txt";
    std::string body;  ///< path of its node; "": the only one
    int n_modes = 20;
    std::optional<double> distance;  ///< that the mouse moves between recorded forces [m]
};

/// Nothing if only help was asked for, which is then printed. Throw UsageError.
std::optional<ViewOptions> read_view_options(const std::vector<std::string>& words);
std::optional<SketchOptions> read_sketch_options(const std::vector<std::string>& words);

/// Throws InputError if the file of --screenshot or --report cannot be written.
void check_picture_and_report(const WindowOptions& options);

int view(const ViewOptions& options);
int sketch(const SketchOptions& options);

}  // namespace sinew::view
