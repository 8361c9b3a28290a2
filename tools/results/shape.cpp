#include "shape.hpp"

#include <fmt/format.h>
#include <vtkAppendFilter.h>
#include <vtkCellDataToPointData.h>
#include <vtkDataSet.h>
#include <vtkDataSetSurfaceFilter.h>
#include <vtkDoubleArray.h>
#include <vtkImageData.h>
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
#include <array>
#include <cmath>
#include <numeric>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/read_apart.hpp>

#include "ending.hpp"
#include "volume.hpp"

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

/// Numbers of components that one number can be made of: numbers, vectors, symmetric tensors as
/// xx yy zz xy yz xz, and tensors.
constexpr std::array drawable{1, 3, 6, 9};

bool is_colour(vtkDataArray* array) {
    return array && array->GetName() &&
           std::find(drawable.begin(), drawable.end(), array->GetNumberOfComponents()) !=
               drawable.end();
}

std::string unit_of(vtkDataArray* array) {
    vtkInformation* information = array->GetInformation();
    return information->Has(vtkDataArray::UNITS_LABEL())
               ? information->Get(vtkDataArray::UNITS_LABEL())
               : "";
}

double squared_sum(const double* x, int n) {
    return std::inner_product(x, x + n, x, 0.0);
}

double von_mises(const double* s) {
    const auto square = [](double x) { return x * x; };
    return std::sqrt(0.5 * (square(s[0] - s[1]) + square(s[1] - s[2]) + square(s[2] - s[0])) +
                     3 * (square(s[3]) + square(s[4]) + square(s[5])));
}

/// The length of a vector, or the norm of a tensor, symmetric ones with both their shears.
double norm_of(const double* x, int n_components) {
    const double sum = squared_sum(x, n_components);
    return std::sqrt(n_components == 6 ? sum + squared_sum(x + 3, 3) : sum);
}

}  // namespace

vtkSmartPointer<vtkDataSet> read_data_set(const std::filesystem::path& file) {
    if (!std::filesystem::exists(file))
        throw InputError(Diagnostic::error(file.string() + " is not there"));
    const vtkSmartPointer<vtkDataSet> set =
        of_bytes(vtk_files::read_apart({file, file.string(), ending_of(file)}, to_bytes));
    if (!set)
        throw InputError(Diagnostic::error(file.string() + " is damaged, or no file of VTK's")
                             .remedy("a run writes whole files; if it was copied, copy it again"));
    return set;
}

/// Surfaces go as grids of their triangles: from a file's, vtkCellDataToPointData makes nothing.
vtkSmartPointer<vtkDataSet> read_shape(const std::filesystem::path& file) {
    const vtkSmartPointer<vtkDataSet> set = read_data_set(file);
    if (const auto volume = volume_of(*set)) return volume;
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
    const auto sheet = sheet_of(*set);
    skin->SetInputData(sheet);
    to_points->SetInputConnection(skin->GetOutputPort());
    to_points->Update();
    return to_points->GetOutput();
}

vtkSmartPointer<vtkPolyData> shaded(vtkPolyData* skin) {
    vtkNew<vtkPolyDataNormals> normals;
    normals->SetInputData(skin);
    normals->SetFeatureAngle(sharp_angle);
    normals->ConsistencyOff();
    normals->Update();
    return normals->GetOutput();
}

vtkSmartPointer<vtkDataArray> colour_values(vtkDataSet* shape, const std::string& field) {
    vtkDataArray* array = shape->GetPointData()->GetArray(field.c_str());
    if (!is_colour(array)) return nullptr;
    const int n = array->GetNumberOfComponents();
    if (n == 1) return array;
    const std::string unit = unit_of(array);
    const bool is_stress = n == 6 && unit == "Pa";
    const std::string prefix = n == 3 ? "" : "norm_of_";
    auto values = vtkSmartPointer<vtkDoubleArray>::New();
    values->SetName(is_stress ? "von_mises" : (prefix + array->GetName()).c_str());
    values->SetNumberOfTuples(array->GetNumberOfTuples());
    for (vtkIdType i = 0; i < array->GetNumberOfTuples(); ++i) {
        const double* tuple = array->GetTuple(i);
        values->SetValue(i, is_stress ? von_mises(tuple) : norm_of(tuple, n));
    }
    if (!unit.empty()) values->GetInformation()->Set(vtkDataArray::UNITS_LABEL(), unit.c_str());
    return values;
}

std::string title_of(vtkDataArray* values) {
    std::string title = values->GetName();
    std::replace(title.begin(), title.end(), '_', ' ');
    if (title == "von mises") title = "von Mises stress";
    if (const std::string unit = unit_of(values); !unit.empty()) title += " [" + unit + "]";
    return title;
}

std::vector<std::string> colour_fields(vtkDataSet* shape) {
    std::vector<std::string> names;
    for (int i = 0; i < shape->GetPointData()->GetNumberOfArrays(); ++i)
        if (vtkDataArray* array = shape->GetPointData()->GetArray(i); is_colour(array))
            names.emplace_back(array->GetName());
    return names;
}

}  // namespace sinew::results
