/// Pictures side by side.
#pragma once

#include <vtkImageData.h>
#include <vtkSmartPointer.h>

#include <vector>

namespace sinew::results {

/// Row by row from the top left, `n_columns` in a row, on white. All pictures are of one size.
vtkSmartPointer<vtkImageData> contact_sheet(
    const std::vector<vtkSmartPointer<vtkImageData>>& images, int n_columns);

}  // namespace sinew::results
