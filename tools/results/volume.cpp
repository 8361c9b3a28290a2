#include "volume.hpp"

#include <vtkActor.h>
#include <vtkCellData.h>
#include <vtkCellDataToPointData.h>
#include <vtkColorTransferFunction.h>
#include <vtkFixedPointVolumeRayCastMapper.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkOutlineSource.h>
#include <vtkPiecewiseFunction.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkVolume.h>
#include <vtkVolumeProperty.h>

#include <algorithm>
#include <array>

#include "drawing.hpp"
#include "shape.hpp"

namespace sinew::results {

vtkSmartPointer<vtkImageData> volume_of(vtkDataSet& set) {
    vtkImageData* grid = vtkImageData::SafeDownCast(&set);
    if (!grid) return nullptr;
    const int* points = grid->GetDimensions();
    if (std::min({points[0], points[1], points[2]}) < 3) return nullptr;
    vtkNew<vtkCellDataToPointData> to_points;
    to_points->SetInputData(grid);
    to_points->Update();
    return vtkImageData::SafeDownCast(to_points->GetOutput());
}

vtkSmartPointer<vtkDataSet> sheet_of(vtkDataSet& set) {
    vtkImageData* grid = vtkImageData::SafeDownCast(&set);
    if (!grid) return &set;
    std::array<int, 6> extent;
    grid->GetExtent(extent.data());
    std::size_t flat = 0;
    while (flat < 3 && extent[2 * flat + 1] != extent[2 * flat] + 1) ++flat;
    if (flat == 3) return &set;
    extent[2 * flat + 1] = extent[2 * flat];
    vtkNew<vtkCellDataToPointData> to_points;
    to_points->SetInputData(grid);
    to_points->Update();
    auto sheet = vtkSmartPointer<vtkImageData>::New();
    sheet->ShallowCopy(to_points->GetOutput());
    sheet->GetCellData()->Initialize();
    sheet->Crop(extent.data());
    std::array<double, 3> origin, spacing;
    sheet->GetOrigin(origin.data());
    sheet->GetSpacing(spacing.data());
    origin[flat] += spacing[flat] / 2;
    sheet->SetOrigin(origin.data());
    return sheet;
}

vtkSmartPointer<vtkProp3D> drawn_volume(vtkImageData& grid, const std::string& field,
                                        vtkColorTransferFunction& colours, double low,
                                        double high) {
    const auto values = colour_values(&grid, field);
    if (!values) return nullptr;
    vtkNew<vtkImageData> seen;
    seen->CopyStructure(&grid);
    seen->GetPointData()->SetScalars(values);
    vtkNew<vtkFixedPointVolumeRayCastMapper> mapper;
    mapper->SetInputData(seen);
    mapper->LockSampleDistanceToInputSpacingOn();
    vtkNew<vtkPiecewiseFunction> opacity;
    opacity->AddPoint(low, 0);
    opacity->AddPoint(high, 0.9);
    auto volume = vtkSmartPointer<vtkVolume>::New();
    volume->SetMapper(mapper);
    vtkVolumeProperty* property = volume->GetProperty();
    property->SetColor(&colours);
    property->SetScalarOpacity(opacity);
    // Ten cells of the densest smoke hide what is behind them.
    property->SetScalarOpacityUnitDistance(10 * grid.GetSpacing()[0]);
    property->SetInterpolationTypeToLinear();
    property->ShadeOff();
    return volume;
}

vtkSmartPointer<vtkProp3D> drawn_box(const Bounds& bounds) {
    vtkNew<vtkOutlineSource> outline;
    outline->SetBounds(bounds[0], bounds[1], bounds[2], bounds[3], bounds[4], bounds[5]);
    vtkNew<vtkPolyDataMapper> mapper;
    mapper->SetInputConnection(outline->GetOutputPort());
    auto actor = vtkSmartPointer<vtkActor>::New();
    actor->SetMapper(mapper);
    actor->GetProperty()->LightingOff();
    actor->GetProperty()->SetColor(ink[0], ink[1], ink[2]);
    actor->GetProperty()->SetOpacity(0.4);
    return actor;
}

}  // namespace sinew::results
