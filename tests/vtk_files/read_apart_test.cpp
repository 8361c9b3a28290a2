// Damaged files end in a message of this process, which goes on.
#include <vtkDataSet.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/vtk_files/read_apart.hpp>
#include <support/damaged_vtk.hpp>
#include <support/program.hpp>

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

std::string read(const WorkFolder& folder, const std::string& name, const std::string& content) {
    const std::filesystem::path file = folder.write(name, content);
    return vtk_files::read_apart({file, name, file.extension().string()}, [](vtkDataObject& data) {
        const auto& set = *vtkDataSet::SafeDownCast(&data);
        return std::to_string(const_cast<vtkDataSet&>(set).GetNumberOfCells());
    });
}

std::string mistake(const WorkFolder& folder, const std::string& name, const std::string& content) {
    try {
        return "it was read, with cells: " + read(folder, name, content);
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        return d.message + " | " + d.remedy;
    }
}

}  // namespace

TEST_CASE("read apart: whole files of each format come back") {
    const WorkFolder folder;
    CHECK(read(folder, "a.vtk", grid_3("CELLS 1 5\n4 0 1 2 3")) == "1");
    CHECK(read(folder, "b.vtk", grid_5("0 4", "0 1 2 3")) == "1");
    CHECK(read(folder, "a.vtu", xml_grid("0 1 2 3", "4", "10")) == "1");
    CHECK(read(folder, "c.vtk", polygons_3("POLYGONS 2 8\n3 0 1 2 3 0 2 3")) == "2");
}

TEST_CASE("read apart: damaged files are refused with a message and a remedy") {
    const WorkFolder folder;
    for (const DamagedFile& file : damaged_vtk_files()) {
        const std::string text = mistake(folder, file.name, file.content);
        INFO(file.what << ": " << text);
        CHECK(std::any_of(file.words.begin(), file.words.end(),
                          [&](const std::string& words) { return text.find(words) != text.npos; }));
        CHECK(text.starts_with(file.name));
        CHECK(text.find(" | ") + 10 < text.size());
    }
}

TEST_CASE("read apart: arrays have a value for each point, and cells the size of their type") {
    const WorkFolder folder;
    CHECK_THAT(mistake(folder, "size.vtk", grid_3("CELLS 1 4\n3 0 1 2")),
               Contains("cell 0 (counted from 0) has 3 points, and a cell of its type (10) has 4"));
    CHECK_THAT(mistake(folder, "types.vtk",
                       legacy("3.0", "DATASET UNSTRUCTURED_GRID\n" + four_points +
                                         "CELLS 1 5\n4 0 1 2 3\n")),
               Contains("types.vtk"));
    CHECK_THAT(mistake(folder, "heat.vtk",
                       grid_3("CELLS 1 5\n4 0 1 2 3") +
                           "POINT_DATA 3\nSCALARS heat double 1\nLOOKUP_TABLE default\n1 2 3\n"),
               Contains("heat.vtk"));
}
