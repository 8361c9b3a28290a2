#include "frame.hpp"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataWriter.h>
#include <vtkXMLUnstructuredGridWriter.h>

#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/vtk_files/write_whole.hpp>

namespace sinew::vtu {

using output::FieldData;
using output::FrameData;
using output::IntegerField;
using output::On;

namespace {

// VTK's arrays take no const memory; writers only read it. `keep` (the last argument of SetArray)
// leaves its ownership with us.
constexpr int keep = 1;

template <class Matrix>
double* memory_of(const Matrix& matrix) {
    return const_cast<double*>(matrix.data());
}

void set_points(vtkPointSet& set, const Points& points) {
    vtkNew<vtkDoubleArray> array;
    array->SetNumberOfComponents(3);
    array->SetArray(memory_of(points), points.size(), keep);
    vtkNew<vtkPoints> vtk_points;
    vtk_points->SetData(array);
    set.SetPoints(vtk_points);
}

vtkSmartPointer<vtkCellArray> cells_of(const Eigen::MatrixXi& cells) {
    vtkNew<vtkTypeInt32Array> connectivity;
    connectivity->SetArray(const_cast<int*>(cells.data()), cells.size(), keep);
    auto array = vtkSmartPointer<vtkCellArray>::New();
    array->SetData(cells.rows(), connectivity);
    return array;
}

void add_arrays(vtkDataSet& set, const FrameData& frame) {
    const auto attributes = [&](On on) -> vtkDataSetAttributes* {
        if (on == On::points) return set.GetPointData();
        return set.GetCellData();
    };
    const auto expect_size = [&](On on, const std::string& name, Eigen::Index size) {
        const vtkIdType n = on == On::points ? set.GetNumberOfPoints() : set.GetNumberOfCells();
        SINEW_ASSERT(size == n, "{} has {} values for {} points or cells", name, size, n);
    };
    for (const FieldData& field : frame.fields) {
        expect_size(field.on, field.name, field.values.cols());
        vtkNew<vtkDoubleArray> array;
        array->SetName(field.name.c_str());
        array->SetNumberOfComponents(static_cast<int>(field.values.rows()));
        array->SetArray(memory_of(field.values), field.values.size(), keep);
        if (!field.unit.empty())
            array->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), field.unit.c_str());
        attributes(field.on)->AddArray(array);
    }
    for (const IntegerField& field : frame.integers) {
        expect_size(field.on, field.name, static_cast<Eigen::Index>(field.values.size()));
        vtkNew<vtkIntArray> array;
        array->SetName(field.name.c_str());
        array->SetArray(const_cast<int*>(field.values.data()),
                        static_cast<vtkIdType>(field.values.size()), keep);
        attributes(field.on)->AddArray(array);
        vtkNew<vtkStringArray> meanings;
        meanings->SetName((field.name + "_names").c_str());
        for (const std::string& meaning : field.meanings) meanings->InsertNextValue(meaning);
        set.GetFieldData()->AddArray(meanings);
    }
    vtk_files::add_time(set, frame.time);
}

int cell_type(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return VTK_TETRA;
        case ElementType::tet10:
            return VTK_QUADRATIC_TETRA;
        case ElementType::hex8:
            return VTK_HEXAHEDRON;
    }
    return VTK_EMPTY_CELL;
}

}  // namespace

void write_volume(const std::filesystem::path& file, ElementType type, const Eigen::MatrixXi& cells,
                  const FrameData& frame) {
    vtkNew<vtkUnstructuredGrid> grid;
    set_points(*grid, frame.points);
    const auto array = cells_of(cells);
    grid->SetCells(cell_type(type), array);
    add_arrays(*grid, frame);
    vtkNew<vtkXMLUnstructuredGridWriter> writer;
    vtk_files::write_whole(*writer, *grid, file);
}

void write_surface(const std::filesystem::path& file, const Eigen::MatrixXi& triangles,
                   const FrameData& frame) {
    vtkNew<vtkPolyData> surface;
    set_points(*surface, frame.points);
    const auto array = cells_of(triangles);
    surface->SetPolys(array);
    add_arrays(*surface, frame);
    vtkNew<vtkXMLPolyDataWriter> writer;
    vtk_files::write_whole(*writer, *surface, file);
}

void write_points(const std::filesystem::path& file, const FrameData& frame) {
    const Eigen::MatrixXi vertices =
        Eigen::RowVectorXi::LinSpaced(frame.points.cols(), 0, int(frame.points.cols()) - 1);
    vtkNew<vtkPolyData> cloud;
    set_points(*cloud, frame.points);
    const auto array = cells_of(vertices);
    cloud->SetVerts(array);
    add_arrays(*cloud, frame);
    vtkNew<vtkXMLPolyDataWriter> writer;
    vtk_files::write_whole(*writer, *cloud, file);
}

}  // namespace sinew::vtu
