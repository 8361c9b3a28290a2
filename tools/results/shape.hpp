/// Shapes that a result file shows: its surface, or a grid of three dimensions.
#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <filesystem>
#include <string>
#include <vector>

namespace sinew::results {

/// The skin of what the file holds, as triangles and polygons, or the grid itself if it is regular
/// and of three dimensions; with all its arrays on points (those of cells are averaged). Throws
/// InputError if VTK cannot read it.
vtkSmartPointer<vtkDataSet> read_shape(const std::filesystem::path& file);

/// The same with normals: smooth, but split along edges sharper than 40 degrees.
vtkSmartPointer<vtkPolyData> shaded(vtkPolyData* skin);

/// Any file that VTK's XML and legacy readers know. Throws InputError.
vtkSmartPointer<vtkDataSet> read_data_set(const std::filesystem::path& file);

/// An array as a colour: a number, the length of a vector, the von Mises stress of a symmetric
/// tensor in Pa, or the norm of another tensor; nullptr if the shape has none of that name.
vtkSmartPointer<vtkDataArray> colour_values(vtkDataSet* shape, const std::string& field);

/// "von_mises" to "von Mises [Pa]": the name in words and the unit that the array carries.
std::string title_of(vtkDataArray* values);

/// Names of the arrays that can colour the shape.
std::vector<std::string> colour_fields(vtkDataSet* shape);

}  // namespace sinew::results
