/// Plots are drawn by sinew-results, so that what is measured here runs without VTK.
#pragma once

#include <filesystem>

#include "report.hpp"

namespace sinew::bench {

/// Writes a PNG. Throws ComputationError with what sinew-results says if it cannot.
void draw(const Plot& plot, const std::filesystem::path& file);

}  // namespace sinew::bench
