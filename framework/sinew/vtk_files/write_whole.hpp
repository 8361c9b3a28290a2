/// Writing VTK's XML files, each whole or not at all.
#pragma once

#include <filesystem>

class vtkDataSet;
class vtkXMLWriter;

namespace sinew::vtk_files {

/// Writes the data set with that writer: binary, compressed. Throws ComputationError with the
/// system's reason if the file cannot be written.
void write_whole(vtkXMLWriter& writer, vtkDataSet& set, const std::filesystem::path& file);

/// Adds the array TimeValue [s], by which ParaView knows a file's time.
void add_time(vtkDataSet& set, double time);

}  // namespace sinew::vtk_files
