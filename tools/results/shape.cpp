#include "shape.hpp"

#include <fmt/format.h>
#include <vtkAppendFilter.h>
#include <vtkCellDataToPointData.h>
#include <vtkDataSet.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyDataNormals.h>
#include <vtkXMLDataObjectWriter.h>
#include <vtkXMLImageDataReader.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLRectilinearGridReader.h>
#include <vtkXMLStructuredGridReader.h>
#include <vtkXMLUnstructuredGridReader.h>
#include <vtkXMLWriter.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/read_apart.hpp>

namespace sinew::results {

namespace {

constexpr double sharp_angle = 40;  // degrees

/// The data as a string that VTK's XML writer and reader know.
std::string to_bytes(vtkDataObject& data) {
    const auto writer = vtkSmartPointer<vtkXMLWriter>::Take(
        vtkXMLDataObjectWriter::NewWriter(data.GetDataObjectType()));
    if (!writer)
        throw InputError(
            Diagnostic::error(
                fmt::format("it holds {}, of which nothing is known here", data.GetClassName()))
                .remedy("it tells of grids and surfaces (.vtu, .vtp, .vti, .vtr, .vts)"));
    writer->WriteToOutputStringOn();
    writer->SetInputDataObject(&data);
    writer->SetDataModeToAppended();
    writer->EncodeAppendedDataOff();
    writer->SetCompressorTypeToNone();
    writer->Write();
    return fmt::format("{:8}", data.GetDataObjectType()) + writer->GetOutputString();
}

template <class Reader>
vtkSmartPointer<vtkDataSet> read_with(const std::string& text) {
    vtkNew<Reader> reader;
    reader->ReadFromInputStringOn();
    reader->SetInputString(text);
    reader->Update();
    return vtkDataSet::SafeDownCast(reader->GetOutputDataObject(0));
}

vtkSmartPointer<vtkDataSet> of_bytes(const std::string& bytes) {
    const int type = std::stoi(bytes.substr(0, 8));
    const std::string text = bytes.substr(8);
    switch (type) {
        case VTK_UNSTRUCTURED_GRID:
            return read_with<vtkXMLUnstructuredGridReader>(text);
        case VTK_POLY_DATA:
            return read_with<vtkXMLPolyDataReader>(text);
        case VTK_IMAGE_DATA:
        case VTK_STRUCTURED_POINTS:
            return read_with<vtkXMLImageDataReader>(text);
        case VTK_RECTILINEAR_GRID:
            return read_with<vtkXMLRectilinearGridReader>(text);
        case VTK_STRUCTURED_GRID:
            return read_with<vtkXMLStructuredGridReader>(text);
        default:
            return nullptr;
    }
}

bool is_colour(vtkDataArray* array) {
    return array && array->GetName() &&
           (array->GetNumberOfComponents() == 1 || array->GetNumberOfComponents() == 3);
}

}  // namespace

vtkSmartPointer<vtkDataSet> read_data_set(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file))
        throw InputError(Diagnostic::error(file.string() + " is not there"));
    const vtkSmartPointer<vtkDataSet> set =
        of_bytes(vtk_files::read_apart({file, file.string(), file.extension().string()}, to_bytes));
    if (!set)
        throw InputError(Diagnostic::error(file.string() + " is damaged, or no file of VTK's")
                             .remedy("a run writes whole files; if it was copied, copy it again"));
    return set;
}

/// Surfaces go as grids of their triangles: from a file's, vtkCellDataToPointData makes nothing.
vtkSmartPointer<vtkPolyData> read_skin(const std::filesystem::path& file) {
    const vtkSmartPointer<vtkDataSet> set = read_data_set(file);
    vtkNew<vtkDataSetSurfaceFilter> skin;
    vtkNew<vtkCellDataToPointData> to_points;
    vtkNew<vtkAppendFilter> grid;
    if (set->IsA("vtkPolyData")) {
        grid->SetInputData(set);
        to_points->SetInputConnection(grid->GetOutputPort());
        skin->SetInputConnection(to_points->GetOutputPort());
        skin->Update();
        return skin->GetOutput();
    }
    skin->SetInputData(set);
    to_points->SetInputConnection(skin->GetOutputPort());
    to_points->Update();
    return vtkPolyData::SafeDownCast(to_points->GetOutput());
}

vtkSmartPointer<vtkPolyData> shaded(vtkPolyData* skin) {
    vtkNew<vtkPolyDataNormals> normals;
    normals->SetInputData(skin);
    normals->SetFeatureAngle(sharp_angle);
    normals->ConsistencyOff();
    normals->Update();
    return normals->GetOutput();
}

vtkSmartPointer<vtkDataArray> colour_values(vtkPolyData* skin, const std::string& field) {
    vtkDataArray* array = skin->GetPointData()->GetArray(field.c_str());
    if (!is_colour(array)) return nullptr;
    if (array->GetNumberOfComponents() == 1) return array;
    auto lengths = vtkSmartPointer<vtkDoubleArray>::New();
    lengths->SetName(array->GetName());
    lengths->SetNumberOfTuples(array->GetNumberOfTuples());
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i) {
        const double* v = array->GetTuple3(i);
        lengths->SetValue(i, std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    }
    if (array->GetInformation()->Has(vtkDataArray::UNITS_LABEL()))
        lengths->GetInformation()->Set(vtkDataArray::UNITS_LABEL(),
                                       array->GetInformation()->Get(vtkDataArray::UNITS_LABEL()));
    return lengths;
}

std::string title_of(vtkDataArray* values) {
    std::string title = values->GetName();
    std::replace(title.begin(), title.end(), '_', ' ');
    if (title == "von mises") title = "von Mises stress";
    vtkInformation* information = values->GetInformation();
    if (information->Has(vtkDataArray::UNITS_LABEL()))
        title += std::string(" [") + information->Get(vtkDataArray::UNITS_LABEL()) + "]";
    return title;
}

std::vector<std::string> colour_fields(vtkPolyData* skin) {
    std::vector<std::string> names;
    for (int i = 0; i < skin->GetPointData()->GetNumberOfArrays(); ++i)
        if (vtkDataArray* array = skin->GetPointData()->GetArray(i); is_colour(array))
            names.emplace_back(array->GetName());
    return names;
}

}  // namespace sinew::results
