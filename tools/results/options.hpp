/// Options of `sinew render`.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace sinew::results {

enum class Ground { automatic, on, off };

struct RenderOptions {
    std::string folder;
    std::string output;              ///< folder for the pictures
    std::string field;               ///< "" chooses; "none" draws one colour
    std::string view = "iso";        ///< a preset, or "x,y,z": from where one looks
    std::vector<std::string> parts;  ///< all if empty
    int width = 1280, height = 720;
    int n_frames = 60;
    std::optional<double> every;  ///< [s], in place of n_frames
    bool edges = false;
    bool track = false;  ///< the camera goes with the bodies
    Ground ground = Ground::automatic;
};

int render(const RenderOptions& options);

/// Prints the content of a .vtu, .vtp, .vtk, .pvd, .series or .e to standard output.
int info(const std::string& file);

}  // namespace sinew::results
