// What is written is read by VTK's reader, which shares nothing with the writer but the library.
#include "exodus/result_file.hpp"

#include <unistd.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataArray.h>
#include <vtkExodusIIReader.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkStreamingDemandDrivenPipeline.h>
#include <vtkUnstructuredGrid.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <support/bodies.hpp>
#include <support/skip.hpp>

using namespace sinew;
using output::On;
namespace fs = std::filesystem;

namespace {

/// A file of results that goes when the test does.
class ResultPath {
public:
    explicit ResultPath(const std::string& name = "exodus")
        : path_(fs::temp_directory_path() /
                ("sinew-" + name + "-" + std::to_string(::getpid()) + ".e")) {}
    ResultPath(const ResultPath&) = delete;
    ResultPath& operator=(const ResultPath&) = delete;
    ~ResultPath() { fs::remove(path_); }
    const fs::path& path() const { return path_; }
    std::string bytes() const {
        std::ifstream stream(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    /// What a kill would leave now: the library opens no file twice in one process.
    fs::path copied(const ResultPath& to) const {
        fs::copy_file(path_, to.path_, fs::copy_options::overwrite_existing);
        return to.path_;
    }

private:
    fs::path path_;
};

/// The variables of a record: numbers that no shorter format would bring back.
std::vector<exodus::Variable> variables_at(const VolumeMesh& mesh, unsigned seed) {
    const auto numbers = [&](Index n, unsigned more) {
        return Eigen::VectorXd(test::noise(n, 10 * seed + more) / 3);
    };
    return {{"disp_x", On::points, numbers(mesh.n_nodes(), 0)},
            {"disp_y", On::points, numbers(mesh.n_nodes(), 1)},
            {"disp_z", On::points, numbers(mesh.n_nodes(), 2)},
            {"mean_von_mises_of_a_very_long_name", On::cells, numbers(mesh.n_elements(), 3)},
            {"von_mises", On::points, numbers(mesh.n_nodes(), 4)}};
}

exodus::Head head_of(const VolumeMesh& mesh) {
    const std::vector<exodus::Variable> variables = variables_at(mesh, 0);
    exodus::Head head;
    head.title =
        "a title that is longer than the eighty characters which Exodus has for a title, "
        "by far";
    head.mesh = &mesh;
    head.blocks = exodus::blocks_of(mesh, "rest");
    head.side_sets = exodus::side_sets_of(mesh, boundary(mesh));
    head.nodal = exodus::names_of(variables, On::points);
    head.elemental = exodus::names_of(variables, On::cells);
    head.notes = {"disp in m"};
    return head;
}

/// Three records of 0.1 s.
void write_three(const fs::path& path, const VolumeMesh& mesh) {
    exodus::ResultFile file;
    file.open(path, head_of(mesh));
    for (unsigned k = 0; k < 3; ++k) file.add(0.1 * k, variables_at(mesh, k));
    CHECK(file.n_records() == 3);
}

Eigen::MatrixXd values_of(vtkDataArray* array) {
    REQUIRE(array);
    Eigen::MatrixXd values(array->GetNumberOfComponents(), array->GetNumberOfTuples());
    for (Index i = 0; i < values.cols(); ++i) array->GetTuple(i, values.col(i).data());
    return values;
}

/// VTK's reader of a file, with all arrays.
class Reader {
public:
    explicit Reader(const fs::path& path) {
        reader_->SetFileName(path.c_str());
        reader_->UpdateInformation();
        for (const int type :
             {vtkExodusIIReader::NODAL, vtkExodusIIReader::ELEM_BLOCK, vtkExodusIIReader::NODE_SET})
            for (int k = 0; k < reader_->GetNumberOfObjectArrays(type); ++k)
                reader_->SetObjectArrayStatus(type, k, 1);
        for (int k = 0; k < reader_->GetNumberOfNodeSetArrays(); ++k)
            reader_->SetObjectStatus(vtkExodusIIReader::NODE_SET, k, 1);
        for (int k = 0; k < reader_->GetNumberOfSideSetArrays(); ++k)
            reader_->SetObjectStatus(vtkExodusIIReader::SIDE_SET, k, 1);
        reader_->ApplyDisplacementsOff();
        reader_->SetSqueezePoints(false);
        reader_->GenerateGlobalElementIdArrayOn();
    }
    std::vector<double> times() {
        vtkInformation* info = reader_->GetOutputInformation(0);
        const auto key = vtkStreamingDemandDrivenPipeline::TIME_STEPS();
        const double* times = info->Get(key);
        return {times, times + info->Length(key)};
    }
    /// The element blocks at a record.
    vtkMultiBlockDataSet& blocks(int record) {
        reader_->SetTimeStep(record);
        reader_->Update();
        auto* blocks = vtkMultiBlockDataSet::SafeDownCast(reader_->GetOutput()->GetBlock(0));
        REQUIRE(blocks);
        return *blocks;
    }
    int n_node_sets() { return reader_->GetNumberOfNodeSetArrays(); }
    std::string node_set(int k) { return reader_->GetNodeSetArrayName(k); }
    int n_side_sets() { return reader_->GetNumberOfSideSetArrays(); }
    std::string side_set(int k) { return reader_->GetSideSetArrayName(k); }
    /// Centres of the faces of the first side set.
    std::vector<Eigen::Vector3d> centres_of_side_set() {
        reader_->Update();
        vtkMultiBlockDataSet& all = *reader_->GetOutput();
        std::vector<Eigen::Vector3d> centres;
        for (unsigned b = 0; b < all.GetNumberOfBlocks(); ++b) {
            auto* sets = vtkMultiBlockDataSet::SafeDownCast(all.GetBlock(b));
            if (std::string(all.GetMetaData(b)->Get(vtkCompositeDataSet::NAME())) != "Side Sets")
                continue;
            auto* faces = vtkUnstructuredGrid::SafeDownCast(sets->GetBlock(0));
            REQUIRE(faces);
            for (Index c = 0; c < faces->GetNumberOfCells(); ++c) {
                const int n_corners = faces->GetCell(c)->GetNumberOfEdges();
                Eigen::Vector3d sum = Eigen::Vector3d::Zero();
                for (int i = 0; i < n_corners; ++i) {
                    double x[3];
                    faces->GetPoint(faces->GetCell(c)->GetPointId(i), x);
                    sum += Eigen::Vector3d(x[0], x[1], x[2]);
                }
                centres.push_back(sum / n_corners);
            }
        }
        return centres;
    }

private:
    vtkNew<vtkExodusIIReader> reader_;
};

VolumeMesh mesh_of(ElementType type) {
    VolumeMesh mesh = test::box(type, {3, 1, 2}, {1, 1, 1});
    mesh.element_sets = {{"left & right", {2, 0}}};
    mesh.node_sets = {{"corner", {0, 2}}, {"none", {}}};
    return mesh;
}

}  // namespace

TEST_CASE("exodus file: VTK reads what was written, bit by bit, block by block") {
    const std::pair<ElementType, int> types[] = {{ElementType::tet4, VTK_TETRA},
                                                 {ElementType::tet10, VTK_QUADRATIC_TETRA},
                                                 {ElementType::hex8, VTK_HEXAHEDRON}};
    for (const auto& [type, vtk_type] : types) {
        INFO(name_of(type));
        const VolumeMesh mesh = mesh_of(type);
        const ResultPath file;
        write_three(file.path(), mesh);
        Reader reader(file.path());
        CHECK(reader.times() == std::vector<double>{0.0, 0.1, 0.1 * 2});
        REQUIRE(reader.n_node_sets() == 2);
        CHECK_THAT(reader.node_set(0), Catch::Contains("corner"));
        const std::vector<exodus::Block> expected = exodus::blocks_of(mesh, "rest");
        for (unsigned k : {0u, 2u}) {
            vtkMultiBlockDataSet& blocks = reader.blocks(int(k));
            const std::vector<exodus::Variable> variables = variables_at(mesh, k);
            REQUIRE(blocks.GetNumberOfBlocks() == 2);
            for (unsigned b = 0; b < 2; ++b) {
                CHECK_THAT(blocks.GetMetaData(b)->Get(vtkCompositeDataSet::NAME()),
                           Catch::Contains(expected[b].name));
                auto* grid = vtkUnstructuredGrid::SafeDownCast(blocks.GetBlock(b));
                REQUIRE(grid);
                CHECK(values_of(grid->GetPoints()->GetData()) == mesh.positions);
                const std::vector<int>& elements = expected[b].elements;
                REQUIRE(grid->GetNumberOfCells() == Index(elements.size()));
                vtkNew<vtkIdList> nodes;
                for (std::size_t c = 0; c < elements.size(); ++c) {
                    CHECK(grid->GetCellType(Index(c)) == vtk_type);
                    grid->GetCellPoints(Index(c), nodes);
                    for (Index a = 0; a < mesh.elements.rows(); ++a)
                        CHECK(nodes->GetId(a) == mesh.elements(a, elements[c]));
                }
                Eigen::MatrixXd disp(3, mesh.n_nodes());
                for (Index i = 0; i < 3; ++i) disp.row(i) = variables[std::size_t(i)].values;
                CHECK(values_of(grid->GetPointData()->GetArray("disp_")) == disp);
                CHECK(values_of(grid->GetPointData()->GetArray("von_mises")) ==
                      variables[4].values.transpose());
                vtkDataArray* of_cells =
                    grid->GetCellData()->GetArray("mean_von_mises_of_a_very_long_name");
                CHECK(values_of(of_cells) == variables[3].values(elements).transpose());
                Eigen::MatrixXd numbers(1, grid->GetNumberOfCells());  // from 1
                for (std::size_t c = 0; c < elements.size(); ++c)
                    numbers(0, Index(c)) = elements[c] + 1;
                CHECK(values_of(grid->GetCellData()->GetArray("GlobalElementId")) == numbers);
            }
        }
    }
}

TEST_CASE("exodus file: faces of a node set are a side set, which VTK finds where they are") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        VolumeMesh mesh = mesh_of(type);
        for (int i = 0; i < int(mesh.n_nodes()); ++i) mesh.node_sets["all nodes"].push_back(i);
        const std::size_t n_corners = type == ElementType::hex8 ? 4 : 3;
        std::vector<Eigen::Vector3d> expected;
        for (const std::vector<int>& face : boundary(mesh).faces) {
            Eigen::Vector3d& centre = expected.emplace_back(Eigen::Vector3d::Zero());
            for (std::size_t i = 0; i < n_corners; ++i)
                centre += mesh.positions.col(face[i]) / double(n_corners);
        }
        const ResultPath file;
        write_three(file.path(), mesh);
        Reader reader(file.path());
        REQUIRE(reader.n_side_sets() == 1);  // two nodes of a corner have no face
        CHECK_THAT(reader.side_set(0), Catch::Contains("all nodes"));
        const std::vector<Eigen::Vector3d> found = reader.centres_of_side_set();
        REQUIRE(found.size() == expected.size());
        for (const Eigen::Vector3d& centre : expected)
            CHECK(std::any_of(found.begin(), found.end(), [&](const Eigen::Vector3d& other) {
                return (centre - other).norm() < 1e-9;
            }));
    }
}

TEST_CASE(
    "exodus file: it opens after each record, which stands in one piece apart from the head") {
    const VolumeMesh mesh = mesh_of(ElementType::tet4);
    const ResultPath path, copy("copy");
    exodus::ResultFile file;
    file.open(path.path(), head_of(mesh));
    std::vector<std::uintmax_t> sizes{fs::file_size(path.path())};
    for (unsigned k = 0; k < 4; ++k) {
        file.add(0.1 * k, variables_at(mesh, k));
        CHECK(Reader(path.copied(copy)).times().size() == k + 1);
        sizes.push_back(fs::file_size(path.path()));
    }
    CHECK(sizes[0] % 65536 == 0);
    const std::string bytes = path.bytes();
    for (unsigned k = 0; k < 4; ++k) {  // big-endian, the time first
        std::string time = bytes.substr(sizes[k], 8);
        std::reverse(time.begin(), time.end());
        double value = -1;
        std::memcpy(&value, time.data(), 8);
        CHECK(value == 0.1 * k);
    }
    const std::size_t record = 8 * std::size_t(1 + 4 * mesh.n_nodes() + mesh.n_elements());
    for (std::size_t k = 0; k + 1 < sizes.size(); ++k) CHECK(sizes[k + 1] - sizes[k] == record);
}

TEST_CASE("exodus file: one that goes on has the bytes of one that was never left") {
    const VolumeMesh mesh = mesh_of(ElementType::tet4);
    const ResultPath path, copy("copy");
    write_three(path.path(), mesh);
    const std::string whole = path.bytes();
    exodus::ResultFile file;
    file.open(path.path(), head_of(mesh), 0.15);
    CHECK(file.n_records() == 2);
    CHECK(Reader(path.copied(copy)).times().size() == 2);
    file.add(0.1 * 2, variables_at(mesh, 2));
    file.close();
    CHECK((path.bytes() == whole));
}

TEST_CASE("exodus file: one of another mesh, of other variables, or none at all is refused") {
    const VolumeMesh mesh = mesh_of(ElementType::tet4);
    const ResultPath path;
    const auto refused = [&](const exodus::Head& head) {
        exodus::ResultFile file;
        CHECK_THROWS_WITH(file.open(path.path(), head, 1.0),
                          Catch::Contains(path.path().string() +
                                          " shows another mesh or other fields than this run") &&
                              Catch::Contains("move it away, or continue into another folder"));
    };
    write_three(path.path(), mesh);
    const std::string before = path.bytes();
    VolumeMesh moved = mesh;
    moved.positions(0, 0) += 1e-9;
    refused(head_of(moved));
    exodus::Head head = head_of(mesh);
    head.nodal.back() = "energy_density";
    refused(head);
    VolumeMesh divided = mesh;
    divided.element_sets.begin()->second.push_back(3);
    refused(head_of(divided));
    CHECK((path.bytes() == before));
    std::ofstream(path.path()) << "no results";
    refused(head_of(mesh));
}

TEST_CASE("exodus file: one that cannot be written is reported by its name") {
    const VolumeMesh mesh = mesh_of(ElementType::tet4);
    exodus::ResultFile file;
    CHECK_THROWS_WITH(file.open("/nowhere/a.e", head_of(mesh)), Catch::Contains("/nowhere/a.e"));
}

TEST_CASE("exodus file: readback finds a number that is not finite on nodes and on elements") {
    const VolumeMesh mesh = mesh_of(ElementType::tet4);
    const fs::path folder =
        fs::temp_directory_path() / ("sinew-readback-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    const auto code_with = [&](std::size_t wrong) {
        std::vector<exodus::Variable> variables = variables_at(mesh, 0);
        if (wrong < variables.size()) variables[wrong].values[1] = std::nan("");
        exodus::ResultFile file;
        file.open(folder / "a.e", head_of(mesh));
        file.add(0, variables);
        file.close();
        const std::string command = "/usr/bin/python3 " SINEW_SOURCE_DIR
                                    "/tests/readback/readback.py '" +
                                    folder.string() + "' > /dev/null";
        return WEXITSTATUS(std::system(command.c_str()));
    };
    if (std::system("/usr/bin/python3 -c 'import vtk' 2> /dev/null") != 0)
        return test::skip("python3-vtk9 is not installed");
    CHECK(code_with(100) == 0);
    CHECK(code_with(3) == 1);
    CHECK(code_with(4) == 1);
    fs::remove_all(folder);
}
