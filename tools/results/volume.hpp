/// Fields on grids of three dimensions, drawn as smoke is seen.
#pragma once

#include <vtkSmartPointer.h>

#include <string>

#include "camera.hpp"

class vtkColorTransferFunction;
class vtkDataSet;
class vtkImageData;
class vtkProp3D;

namespace sinew::results {

/// The grid with all its arrays on points (those of cells are averaged); nullptr unless `set` is a
/// regular grid of more than one cell along every axis.
vtkSmartPointer<vtkImageData> volume_of(vtkDataSet& set);

/// A regular grid with one cell along an axis as a sheet amid it, of the values of its lower points
/// there, so that bodies of that thickness are seen on both sides; its arrays are on points. Any
/// other set is left as it is.
vtkSmartPointer<vtkDataSet> sheet_of(vtkDataSet& set);

/// A field as it is seen: clear at `low`, dense at `high`, in the scale's colours.
vtkSmartPointer<vtkProp3D> drawn_volume(vtkImageData& grid, const std::string& field,
                                        vtkColorTransferFunction& colours, double low, double high);

/// The edges of a grid's box.
vtkSmartPointer<vtkProp3D> drawn_box(const Bounds& bounds);

}  // namespace sinew::results
