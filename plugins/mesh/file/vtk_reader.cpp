#include "vtk_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vtkCell.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkCellTypes.h>
#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkGenericCell.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkPolygon.h>
#include <vtkSmartPointer.h>
#include <vtkUnstructuredGrid.h>

#include <map>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/mesh_bytes.hpp>
#include <sinew/vtk_files/quiet_vtk.hpp>
#include <sinew/vtk_files/read_apart.hpp>

namespace sinew {
namespace {

Points positions_of(vtkPointSet& data) {
    Points positions(3, data.GetNumberOfPoints());
    for (vtkIdType i = 0; i < data.GetNumberOfPoints(); ++i)
        data.GetPoint(i, positions.col(i).data());
    return positions;
}

/// Numeric arrays with names, for the tuples `kept`.
void take_arrays(vtkFieldData& data, const std::vector<vtkIdType>& kept,
                 std::map<std::string, Eigen::MatrixXd>& arrays) {
    for (int k = 0; k < data.GetNumberOfArrays(); ++k) {
        vtkDataArray* array = data.GetArray(k);
        if (!array || !array->GetName()) continue;
        Eigen::MatrixXd values(array->GetNumberOfComponents(),
                               static_cast<Eigen::Index>(kept.size()));
        for (std::size_t i = 0; i < kept.size(); ++i)
            array->GetTuple(kept[i], values.col(static_cast<Eigen::Index>(i)).data());
        arrays[array->GetName()] = std::move(values);
    }
}

std::optional<ElementType> type_of(int cell_type) {
    switch (cell_type) {
        case VTK_TETRA:
            return ElementType::tet4;
        case VTK_QUADRATIC_TETRA:
            return ElementType::tet10;
        case VTK_HEXAHEDRON:
        case VTK_VOXEL:
            return ElementType::hex8;
        default:
            return {};
    }
}

int dimension_of(int cell_type) {
    const auto cell = vtkSmartPointer<vtkCell>::Take(vtkGenericCell::InstantiateCell(cell_type));
    return cell ? cell->GetCellDimension() : 0;
}

/// The numbers of cells of three dimensions, all of one kind of element; its kind in `type`.
std::vector<vtkIdType> volume_cells(vtkUnstructuredGrid& grid, const std::string& name,
                                    ElementType& type) {
    std::map<std::string, int> counts;
    std::vector<vtkIdType> cells;
    bool all_read = true;
    for (vtkIdType c = 0; c < grid.GetNumberOfCells(); ++c) {
        const int cell_type = grid.GetCellType(c);
        const std::optional<ElementType> element = type_of(cell_type);
        if (!element && dimension_of(cell_type) < 3) continue;
        all_read = all_read && element;
        ++counts[element ? name_of(*element) : vtkCellTypes::GetClassNameFromTypeId(cell_type)];
        if (element) type = *element;
        cells.push_back(c);
    }
    if (counts.size() <= 1 && all_read) return cells;
    std::vector<std::string> present;
    for (const auto& [kind, n] : counts) present.push_back(fmt::format("{} {}", n, kind));
    throw InputError(
        Diagnostic::error(fmt::format("{} holds {}", name, fmt::join(present, ", ")))
            .remedy("a mesh has one kind of elements (tet4, tet10 or hex8): mesh it with one"));
}

VolumeMesh volume_of(vtkUnstructuredGrid& grid, const std::vector<vtkIdType>& cells,
                     ElementType type) {
    VolumeMesh mesh;
    mesh.type = type;
    mesh.positions = positions_of(grid);
    const int width = nodes_per_element(type);
    mesh.elements.resize(width, static_cast<Eigen::Index>(cells.size()));
    vtkNew<vtkIdList> ids;
    for (std::size_t e = 0; e < cells.size(); ++e) {
        grid.GetCellPoints(cells[e], ids);
        const bool is_voxel = grid.GetCellType(cells[e]) == VTK_VOXEL;
        for (int a = 0; a < width; ++a) {
            // A voxel counts its upper and lower square row by row.
            const int from = is_voxel && (a & 2) ? a ^ 1 : a;
            mesh.elements(a, static_cast<Eigen::Index>(e)) = static_cast<int>(ids->GetId(from));
        }
    }
    std::vector<vtkIdType> points(static_cast<std::size_t>(grid.GetNumberOfPoints()));
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = static_cast<vtkIdType>(i);
    take_arrays(*grid.GetPointData(), points, mesh.node_arrays);
    take_arrays(*grid.GetCellData(), cells, mesh.element_arrays);
    return mesh;
}

/// Collects triangles of one surface.
class Triangles {
public:
    explicit Triangles(const Points& positions) : positions_(positions) {}

    /// Triangulates a polygon by cutting off ears; as a fan where that finds no way (a polygon
    /// without area, say), since a polygon that is dropped would leave a hole.
    void add_polygon(const std::vector<int>& v) {
        if (v.size() == 3) return add(v[0], v[1], v[2]);
        vtkNew<vtkPolygon> polygon;
        polygon->Points->SetDataTypeToDouble();
        for (std::size_t i = 0; i < v.size(); ++i) {
            polygon->PointIds->InsertNextId(static_cast<vtkIdType>(i));
            polygon->Points->InsertNextPoint(positions_.col(v[i]).data());
        }
        vtkNew<vtkIdList> ears;
        const bool whole = polygon->Triangulate(ears) &&
                           ears->GetNumberOfIds() == 3 * (static_cast<vtkIdType>(v.size()) - 2);
        for (vtkIdType t = 0; whole && t < ears->GetNumberOfIds(); t += 3)
            add(v[static_cast<std::size_t>(ears->GetId(t))],
                v[static_cast<std::size_t>(ears->GetId(t + 1))],
                v[static_cast<std::size_t>(ears->GetId(t + 2))]);
        for (std::size_t i = 1; !whole && i + 1 < v.size(); ++i) add(v[0], v[i], v[i + 1]);
    }
    void add_strip(const std::vector<int>& v) {
        for (std::size_t i = 0; i + 2 < v.size(); ++i)
            i % 2 ? add(v[i + 1], v[i], v[i + 2]) : add(v[i], v[i + 1], v[i + 2]);
    }
    SurfaceMesh take() {
        return {positions_,
                Eigen::Map<Eigen::MatrixXi>(corners_.data(), 3,
                                            static_cast<Eigen::Index>(corners_.size()) / 3)};
    }

private:
    void add(int a, int b, int c) { corners_.insert(corners_.end(), {a, b, c}); }
    const Points& positions_;
    std::vector<int> corners_;
};

/// Calls function(points) for each cell.
template <class Function>
void for_each_cell(vtkCellArray& cells, Function&& function) {
    vtkNew<vtkIdList> ids;
    std::vector<int> points;
    cells.InitTraversal();
    while (cells.GetNextCell(ids)) {
        points.clear();
        for (vtkIdType i = 0; i < ids->GetNumberOfIds(); ++i)
            points.push_back(static_cast<int>(ids->GetId(i)));
        if (points.size() > 2) function(points);
    }
}

SurfaceMesh surface_of(vtkPolyData& data) {
    const Points positions = positions_of(data);
    Triangles triangles(positions);
    for_each_cell(*data.GetPolys(), [&](const std::vector<int>& v) { triangles.add_polygon(v); });
    for_each_cell(*data.GetStrips(), [&](const std::vector<int>& v) { triangles.add_strip(v); });
    return triangles.take();
}

/// Faces of an unstructured grid without cells of three dimensions.
vtkSmartPointer<vtkPolyData> faces_of(vtkUnstructuredGrid& grid) {
    auto polygons = vtkSmartPointer<vtkPolyData>::New();
    vtkNew<vtkCellArray> cells;
    for (vtkIdType c = 0; c < grid.GetNumberOfCells(); ++c) {
        const int type = grid.GetCellType(c);
        if (type != VTK_TRIANGLE && type != VTK_QUAD && type != VTK_POLYGON) continue;
        vtkNew<vtkIdList> ids;
        grid.GetCellPoints(c, ids);
        cells->InsertNextCell(ids);
    }
    polygons->SetPoints(grid.GetPoints());
    polygons->SetPolys(cells);
    return polygons;
}

/// The mesh of data whose structure has been checked.
MeshData mesh_of(vtkDataObject& data, const std::string& name) {
    const vtk_files::QuietVtk quiet;
    MeshData mesh;
    auto polygons = vtkSmartPointer<vtkPolyData>(vtkPolyData::SafeDownCast(&data));
    if (auto* grid = vtkUnstructuredGrid::SafeDownCast(&data)) {
        ElementType type = ElementType::tet4;
        const std::vector<vtkIdType> cells = volume_cells(*grid, name, type);
        if (!cells.empty()) {
            mesh.volume = volume_of(*grid, cells, type);
            return mesh;
        }
        polygons = faces_of(*grid);
    }
    if (!polygons || polygons->GetNumberOfPolys() + polygons->GetNumberOfStrips() == 0)
        throw InputError(
            Diagnostic::error(fmt::format("{} holds no elements and no polygons", name))
                .remedy("a mesh file needs tetrahedra, hexahedra or a surface of polygons"));
    mesh.surface = surface_of(*polygons);
    return mesh;
}

}  // namespace

SurfaceMesh triangulate(const Polygons& polygons) {
    const vtk_files::QuietVtk quiet;
    Triangles triangles(polygons.positions);
    for (const auto& face : polygons.faces) triangles.add_polygon(face);
    return triangles.take();
}

MeshData read_with_vtk(const std::string& path, const std::string& extension,
                       const std::string& name) {
    return mesh_of_bytes(vtk_files::read_apart({path, name, extension}, [&](vtkDataObject& data) {
        return to_bytes(mesh_of(data, name));
    }));
}

}  // namespace sinew
