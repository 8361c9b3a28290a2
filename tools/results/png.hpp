/// Pictures as files.
#pragma once

#include <filesystem>

class vtkImageData;

namespace sinew::results {

/// Throws ComputationError with the system's reason if the file cannot be written.
void write_png(const std::filesystem::path& file, vtkImageData* image);

}  // namespace sinew::results
