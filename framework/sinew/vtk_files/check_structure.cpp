#include <fmt/format.h>
#include <vtkCell.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataSet.h>
#include <vtkGenericCell.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkTypeInt32Array.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <limits>
#include <map>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/check_structure.hpp>

namespace sinew::vtk_files {

namespace {

constexpr const char* again = "the file may have been cut off: copy or export it again";

[[noreturn]] void fail(const std::string& name, const std::string& message,
                       const std::string& remedy = again) {
    throw InputError(Diagnostic::error(fmt::format("{}: {}", name, message)).remedy(remedy));
}

void require_countable(vtkIdType n, const char* what, const std::string& name) {
    constexpr vtkIdType most = std::numeric_limits<int>::max();
    if (n > most)
        fail(name, fmt::format("it has {} {}, and {} are read", n, what, most),
             "take a coarser mesh, or a part of this one");
}

/// `what` is a sort of cells in the singular: "polygon".
template <class Offsets, class Points>
void check_lists(const Offsets& offsets, const Points& points, vtkIdType n_points, const char* what,
                 const std::string& name) {
    const vtkIdType n_cells = offsets.GetNumberOfValues() - 1,
                    n_listed = points.GetNumberOfValues();
    if (n_cells < 0) return;
    for (vtkIdType c = 0; c <= n_cells; ++c) {
        const vtkIdType here = offsets.GetValue(c);
        const vtkIdType before = c == 0 ? 0 : vtkIdType(offsets.GetValue(c - 1));
        if (here < before || here > n_listed || (c == 0 && here != 0))
            fail(
                name,
                fmt::format("{} {} (counted from 0) ends at number {} of the list of points, after "
                            "one that ends at {}; the list has {}",
                            what, std::max<vtkIdType>(c - 1, 0), here, before, n_listed),
                "offsets ascend from 0 to the length of the list: export the file again");
    }
    if (offsets.GetValue(n_cells) != n_listed)
        fail(name,
             fmt::format("its {} {}s end at number {} of a list of {} points", n_cells, what,
                         vtkIdType(offsets.GetValue(n_cells)), n_listed),
             "offsets ascend from 0 to the length of the list: export the file again");
    vtkIdType cell = 0;
    for (vtkIdType k = 0; k < n_listed; ++k) {
        while (k >= vtkIdType(offsets.GetValue(cell + 1))) ++cell;
        const vtkIdType point = points.GetValue(k);
        if (point < 0 || point >= n_points)
            fail(name,
                 fmt::format("{} {} (counted from 0) names point {}, but there are {} of them",
                             what, cell, point, n_points));
    }
}

void check_cells(vtkCellArray* cells, vtkIdType n_points, const char* what,
                 const std::string& name) {
    if (!cells) return;
    require_countable(cells->GetNumberOfCells(), "cells", name);
    if (cells->IsStorage64Bit())
        check_lists(*cells->GetOffsetsArray64(), *cells->GetConnectivityArray64(), n_points, what,
                    name);
    else
        check_lists(*cells->GetOffsetsArray32(), *cells->GetConnectivityArray32(), n_points, what,
                    name);
}

/// Number of points of a cell of that type, 0 for one that takes any number; -1 for no type.
int size_of(int type) {
    const auto cell = vtkSmartPointer<vtkCell>::Take(vtkGenericCell::InstantiateCell(type));
    if (type == VTK_EMPTY_CELL) return 0;
    if (!cell) return -1;
    switch (type) {
        case VTK_TETRA:
        case VTK_VOXEL:
        case VTK_HEXAHEDRON:
        case VTK_WEDGE:
        case VTK_PYRAMID:
        case VTK_TRIANGLE:
        case VTK_QUAD:
        case VTK_PIXEL:
        case VTK_LINE:
        case VTK_VERTEX:
        case VTK_QUADRATIC_TETRA:
        case VTK_QUADRATIC_HEXAHEDRON:
            return int(cell->GetNumberOfPoints());
        default:
            return 0;
    }
}

void check_types(vtkUnstructuredGrid& grid, const std::string& name) {
    vtkCellArray* cells = grid.GetCells();
    vtkUnsignedCharArray* types = grid.GetCellTypesArray();
    const vtkIdType n = cells ? cells->GetNumberOfCells() : 0;
    const vtkIdType n_types = types ? types->GetNumberOfValues() : 0;
    if (n != n_types) fail(name, fmt::format("it has {} cells and the types of {}", n, n_types));
    std::map<int, int> sizes;
    for (vtkIdType c = 0; c < n; ++c) {
        const int type = types->GetValue(c);
        const int size =
            sizes.try_emplace(type, sizes.count(type) ? 0 : size_of(type)).first->second;
        if (size < 0)
            fail(name,
                 fmt::format("cell {} (counted from 0) is of type {}, which VTK does not know", c,
                             type),
                 "tetrahedra are 10, quadratic ones 24, hexahedra 12: export the file again");
        if (size > 0 && cells->GetCellSize(c) != size)
            fail(name, fmt::format("cell {} (counted from 0) has {} points, and a cell of its type "
                                   "({}) has {}",
                                   c, cells->GetCellSize(c), type, size));
    }
}

void check_arrays(vtkDataSetAttributes& attributes, vtkIdType n, const char* what,
                  const std::string& name) {
    for (int k = 0; k < attributes.GetNumberOfArrays(); ++k) {
        vtkAbstractArray* array = attributes.GetAbstractArray(k);
        if (array->GetNumberOfTuples() != n)
            fail(name, fmt::format("the array '{}' has {} values for {} {}",
                                   array->GetName() ? array->GetName() : "",
                                   array->GetNumberOfTuples(), n, what));
    }
}

vtkCellArray* cells_of(vtkDataSet& set, const std::string& keyword) {
    if (auto* grid = vtkUnstructuredGrid::SafeDownCast(&set))
        return keyword == "CELLS" ? grid->GetCells() : nullptr;
    auto* polygons = vtkPolyData::SafeDownCast(&set);
    if (!polygons) return nullptr;
    if (keyword == "VERTICES") return polygons->GetVerts();
    if (keyword == "LINES") return polygons->GetLines();
    if (keyword == "POLYGONS") return polygons->GetPolys();
    return keyword == "TRIANGLE_STRIPS" ? polygons->GetStrips() : nullptr;
}

void check_promise(const Promise& promise, vtkDataSet& set, const std::string& name) {
    vtkCellArray* cells = cells_of(set, promise.keyword);
    const bool is_grid_without_cells =
        !cells && promise.keyword == "CELLS" && vtkUnstructuredGrid::SafeDownCast(&set);
    if (!cells && !is_grid_without_cells) return;
    const vtkIdType n = cells ? cells->GetNumberOfCells() : 0;
    const vtkIdType size = cells ? cells->GetNumberOfConnectivityIds() : 0;
    const vtkIdType n_promised =
        promise.has_sizes ? promise.n : std::max<vtkIdType>(promise.n - 1, 0);
    const vtkIdType n_numbers = promise.has_sizes ? size + n : size;
    if (n != n_promised || n_numbers != promise.size)
        fail(
            name,
            fmt::format("line {}: {} promises {} cells of {} numbers, and its numbers are those of "
                        "{} cells and {}",
                        promise.line, promise.keyword, n_promised, promise.size, n, n_numbers),
            "before version 5 each cell is the number of its points, then these: export the file "
            "again");
}

}  // namespace

void check_structure(vtkDataObject& data, const std::vector<Promise>& promises,
                     const std::string& name) {
    auto* set = vtkDataSet::SafeDownCast(&data);
    if (!set) return;
    for (const Promise& promise : promises) check_promise(promise, *set, name);
    const vtkIdType n_points = set->GetNumberOfPoints();
    require_countable(n_points, "points", name);
    if (auto* grid = vtkUnstructuredGrid::SafeDownCast(set)) {
        check_cells(grid->GetCells(), n_points, "cell", name);
        check_types(*grid, name);
    }
    if (auto* polygons = vtkPolyData::SafeDownCast(set)) {
        check_cells(polygons->GetVerts(), n_points, "vertex", name);
        check_cells(polygons->GetLines(), n_points, "line", name);
        check_cells(polygons->GetPolys(), n_points, "polygon", name);
        check_cells(polygons->GetStrips(), n_points, "strip", name);
    }
    check_arrays(*set->GetPointData(), n_points, "points", name);
    check_arrays(*set->GetCellData(), set->GetNumberOfCells(), "cells", name);
}

}  // namespace sinew::vtk_files
