/// Plots of benchmarks: lines with markers over linear or logarithmic axes.
#pragma once

#include <string>

namespace sinew::results {

/// `description` is a JSON file: {title, x, y, log_x, log_y, series: [{label, x: [...], y:
/// [...]}]}. Writes a PNG. Throws InputError if the file is not that.
int plot(const std::string& description, const std::string& picture);

}  // namespace sinew::results
