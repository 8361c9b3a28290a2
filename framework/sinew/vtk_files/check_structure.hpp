/// The sizes and indices of what VTK has read, before anything relies on them.
#pragma once

#include <sinew/vtk_files/promises.hpp>
#include <string>
#include <vector>

class vtkDataObject;

namespace sinew::vtk_files {

/// Throws InputError naming the file unless each cell of a grid or of polygons is of a type that
/// VTK knows and names points that are there, and each array has a value for each point or cell.
/// Numbers of points are compared as they stand in the file, in 64 bits; there may be 2^31 - 1
/// points and cells. Lists of cells are as long as the file has promised: VTK reads on behind the
/// end of one that is not.
void check_structure(vtkDataObject& data, const std::vector<Promise>& promises,
                     const std::string& name);

}  // namespace sinew::vtk_files
