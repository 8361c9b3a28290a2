#include "vtu/frame.hpp"

#include <unistd.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkStringArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkXMLPolyDataReader.h>
#include <vtkXMLUnstructuredGridReader.h>

#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::output;
using namespace sinew::vtu;
namespace fs = std::filesystem;

namespace {

/// A file of results that goes when the test does.
class ResultFile {
public:
    explicit ResultFile(const std::string& ending)
        : path_(fs::temp_directory_path() /
                ("sinew-frame-" + std::to_string(::getpid()) + ending)) {}
    ResultFile(const ResultFile&) = delete;
    ResultFile& operator=(const ResultFile&) = delete;
    ~ResultFile() { fs::remove(path_); }
    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

/// Numbers that no shorter format would bring back, on n points and cells.
FrameData frame_of(const Points& points, Index n_cells) {
    const Index n = points.cols();
    const auto numbers = [](Index rows, Index cols, unsigned seed) {
        return Eigen::MatrixXd(test::noise(rows * cols, seed).reshaped(rows, cols) / 3);
    };
    FrameData frame;
    frame.time = 1.0 / 3;
    frame.points = points + numbers(3, n, 3);
    frame.fields = {{"displacement", "m", On::points, numbers(3, n, 4)},
                    {"cauchy_stress", "Pa", On::cells, numbers(6, n_cells, 5)},
                    {"share", "", On::cells, numbers(1, n_cells, 6)}};
    frame.integers = {{"region", On::cells, {}, {"left", "right & \"top\""}}};
    for (Index c = 0; c < n_cells; ++c) frame.integers[0].values.push_back(int(c % 3));
    return frame;
}

Eigen::MatrixXd values_of(vtkDataArray* array) {
    REQUIRE(array);
    Eigen::MatrixXd values(array->GetNumberOfComponents(), array->GetNumberOfTuples());
    for (Index i = 0; i < values.cols(); ++i) array->GetTuple(i, values.col(i).data());
    return values;
}

/// The set has the frame's points, arrays, units and time, bit by bit, and nothing else.
void check_arrays(vtkPointSet& set, const FrameData& frame) {
    CHECK(values_of(set.GetPoints()->GetData()) == frame.points);
    CHECK(set.GetPointData()->GetNumberOfArrays() == 1);
    CHECK(set.GetCellData()->GetNumberOfArrays() == 3);
    const auto array_named = [&](On on, const std::string& name) {
        vtkFieldData* data = set.GetCellData();
        if (on == On::points) data = set.GetPointData();
        return data->GetArray(name.c_str());
    };
    for (const FieldData& field : frame.fields) {
        INFO(field.name);
        vtkDataArray* array = array_named(field.on, field.name);
        CHECK(values_of(array) == field.values);
        const char* unit = array->GetInformation()->Get(vtkDataArray::UNITS_LABEL());
        CHECK(std::string(unit ? unit : "") == field.unit);
    }
    const IntegerField& region = frame.integers[0];
    CHECK(values_of(array_named(region.on, region.name)) ==
          Eigen::Map<const Eigen::RowVectorXi>(region.values.data(), Index(region.values.size()))
              .cast<double>());
    auto* names =
        vtkStringArray::SafeDownCast(set.GetFieldData()->GetAbstractArray("region_names"));
    REQUIRE(names);
    REQUIRE(names->GetNumberOfValues() == 2);
    for (int i = 0; i < 2; ++i) CHECK(names->GetValue(i) == region.meanings[std::size_t(i)]);
    CHECK(values_of(set.GetFieldData()->GetArray("TimeValue"))(0, 0) == frame.time);
}

void check_cells(vtkDataSet& set, const Eigen::MatrixXi& cells, int type) {
    REQUIRE(set.GetNumberOfCells() == cells.cols());
    vtkNew<vtkIdList> nodes;
    for (Index c = 0; c < cells.cols(); ++c) {
        CHECK(set.GetCellType(c) == type);
        set.GetCellPoints(c, nodes);
        REQUIRE(nodes->GetNumberOfIds() == cells.rows());
        for (Index a = 0; a < cells.rows(); ++a) CHECK(nodes->GetId(a) == cells(a, c));
    }
}

}  // namespace

TEST_CASE("vtu frame: VTK reads from a volume's file what was written, bit by bit") {
    const std::pair<ElementType, int> types[] = {{ElementType::tet4, VTK_TETRA},
                                                 {ElementType::tet10, VTK_QUADRATIC_TETRA},
                                                 {ElementType::hex8, VTK_HEXAHEDRON}};
    for (const auto& [type, vtk_type] : types) {
        INFO(name_of(type));
        const VolumeMesh mesh = test::box(type, {2, 1, 2}, {1, 1, 1});
        const FrameData frame = frame_of(mesh.positions, mesh.n_elements());
        const ResultFile file(".vtu");
        write_volume(file.path(), type, mesh.elements, frame);
        vtkNew<vtkXMLUnstructuredGridReader> reader;
        reader->SetFileName(file.path().c_str());
        reader->Update();
        check_cells(*reader->GetOutput(), mesh.elements, vtk_type);
        check_arrays(*reader->GetOutput(), frame);
    }
}

TEST_CASE("vtu frame: VTK reads from a surface's file what was written, bit by bit") {
    const VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
    const Eigen::MatrixXi triangles = boundary(mesh).triangles;
    const FrameData frame = frame_of(mesh.positions, triangles.cols());
    const ResultFile file(".vtp");
    write_surface(file.path(), triangles, frame);
    vtkNew<vtkXMLPolyDataReader> reader;
    reader->SetFileName(file.path().c_str());
    reader->Update();
    check_cells(*reader->GetOutput(), triangles, VTK_TRIANGLE);
    check_arrays(*reader->GetOutput(), frame);
}

TEST_CASE("vtu frame: a file that cannot be written is reported by its name") {
    const VolumeMesh mesh = test::box(ElementType::tet4, {1, 1, 1}, {1, 1, 1});
    const FrameData frame = frame_of(mesh.positions, mesh.n_elements());
    CHECK_THROWS_WITH(write_volume("/nowhere/a.vtu", mesh.type, mesh.elements, frame),
                      Catch::Contains("/nowhere/a.vtu"));
}
