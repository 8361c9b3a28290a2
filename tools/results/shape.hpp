/// The surface of a result file, ready to be drawn or measured.
#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sinew::results {

/// The skin of what the file holds, as triangles and polygons, with all its arrays on points
/// (those of cells are averaged). Throws InputError if VTK cannot read it.
vtkSmartPointer<vtkPolyData> read_skin(const std::filesystem::path& file);

/// The same with normals: smooth, but split along edges sharper than 40 degrees.
vtkSmartPointer<vtkPolyData> shaded(vtkPolyData* skin);

/// Any file that VTK's XML and legacy readers know. Throws InputError.
vtkSmartPointer<vtkDataSet> read_data_set(const std::filesystem::path& file);

/// An array as a colour: a number, the length of a vector, the von Mises stress of a symmetric
/// tensor in Pa, or the norm of another tensor; nullptr if the skin has none of that name.
vtkSmartPointer<vtkDataArray> colour_values(vtkPolyData* skin, const std::string& field);

/// "von_mises" to "von Mises [Pa]": the name in words and the unit that the array carries.
std::string title_of(vtkDataArray* values);

/// Names of the arrays that can colour the skin.
std::vector<std::string> colour_fields(vtkPolyData* skin);

}  // namespace sinew::results
