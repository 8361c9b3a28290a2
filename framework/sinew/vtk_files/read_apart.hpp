/// Files of VTK's formats, read in a process of its own: VTK's readers believe what a file says of
/// its sizes and indices, and a damaged one brings them down.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

class vtkDataObject;

namespace sinew::vtk_files {

/// A file to be read.
struct Source {
    std::filesystem::path file;
    std::string name;    ///< as messages call it
    std::string ending;  ///< with its dot: .vtk, .vtu, .vtp, .stl, or another of VTK's XML formats
};

/// Reads the file with VTK's reader for its ending, in a child of this process, checks what came
/// (check_structure) and gives the bytes that `take` makes of it there. Throws InputError naming
/// the file: for the first thing that VTK complains of, for sizes in its header that it cannot
/// hold, for indices that lead nowhere, and if the reader crashes, goes on without end or asks for
/// more memory than there is.
std::string read_apart(const Source& source,
                       const std::function<std::string(vtkDataObject&)>& take);

}  // namespace sinew::vtk_files
