/// sinew info for what VTK reads: one file, or the series of a .pvd or .series.

#include <fmt/format.h>
#include <vtkCellData.h>
#include <vtkCellTypes.h>
#include <vtkDataSet.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>

#include <filesystem>
#include <iostream>

#include "ending.hpp"
#include "info_exodus.hpp"
#include "options.hpp"
#include "run_folder.hpp"
#include "series_list.hpp"
#include "shape.hpp"

namespace sinew::results {

namespace {

void print_arrays(const char* on, vtkFieldData& data) {
    for (int i = 0; i < data.GetNumberOfArrays(); ++i) {
        vtkAbstractArray* any = data.GetAbstractArray(i);
        vtkDataArray* array = data.GetArray(i);
        std::string range = "text";
        if (array && array->GetNumberOfTuples() > 0) {
            double ends[2];
            const bool is_scalar = array->GetNumberOfComponents() == 1;
            array->GetFiniteRange(ends, is_scalar ? 0 : -1);
            const bool has_values = ends[0] <= ends[1];
            range = has_values ? fmt::format("{}{:.6g} to {:.6g}", is_scalar ? "" : "length ",
                                             ends[0], ends[1])
                               : "no values";
            if (has_values && array->GetInformation()->Has(vtkDataArray::UNITS_LABEL()))
                range +=
                    std::string(" ") + array->GetInformation()->Get(vtkDataArray::UNITS_LABEL());
        }
        std::cout << fmt::format("  {:<7} {:<22} {} x {:<9} {}\n", on,
                                 any->GetName() ? any->GetName() : "(unnamed)",
                                 any->GetNumberOfComponents(), any->GetNumberOfTuples(), range);
    }
}

void print_data_set(const std::filesystem::path& file) {
    const auto set = read_data_set(file);
    double b[6];
    set->GetBounds(b);
    std::cout << fmt::format("{}: {}\n  points  {}\n", file.string(), set->GetClassName(),
                             set->GetNumberOfPoints());
    vtkNew<vtkCellTypes> types;
    set->GetCellTypes(types);
    for (vtkIdType k = 0; k < types->GetNumberOfTypes(); ++k) {
        const int type = types->GetCellType(k);
        vtkIdType n = 0;
        for (vtkIdType i = 0; i < set->GetNumberOfCells(); ++i) n += set->GetCellType(i) == type;
        std::cout << fmt::format("  cells   {} of {}\n", n,
                                 vtkCellTypes::GetClassNameFromTypeId(type));
    }
    std::cout << fmt::format("  box     [{:.6g}, {:.6g}, {:.6g}] to [{:.6g}, {:.6g}, {:.6g}] m\n",
                             b[0], b[2], b[4], b[1], b[3], b[5]);
    print_arrays("points", *set->GetPointData());
    print_arrays("cells", *set->GetCellData());
    print_arrays("file", *set->GetFieldData());
}

}  // namespace

int info(const std::string& file) {
    const std::string ending = ending_of(file);
    if (ending == ".e") {
        print_exodus(file);
        return 0;
    }
    if (ending != ".pvd" && ending != ".series") {
        print_data_set(file);
        return 0;
    }
    const Collection results = ending == ".pvd" ? read_collection(file) : read_series(file);
    std::cout << fmt::format("{}: {} times, {:.6g} to {:.6g} s\n", file, results.times.size(),
                             results.times.front(), results.times.back());
    for (const PartSeries& part : results.parts)
        std::cout << fmt::format("  part '{}': {} files\n", part.name, part.files.size());
    std::cout << "\nthe last of each part:\n";
    for (const PartSeries& part : results.parts) print_data_set(part.files.rbegin()->second);
    return 0;
}

}  // namespace sinew::results
