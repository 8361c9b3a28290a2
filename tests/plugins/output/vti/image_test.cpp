#include "vti/image.hpp"

#include <unistd.h>
#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkImageData.h>
#include <vtkInformation.h>
#include <vtkInformationStringKey.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkXMLImageDataReader.h>

#include <catch2/catch.hpp>

using namespace sinew;

TEST_CASE("vti image: VTK reads the grid, its arrays and their units as they were written") {
    const Grid grid{{1, 2, 3}, 0.5, {3, 2, 1}};
    const Index n_nodes = grid.nodes().size(), n_cells = grid.centres().size();
    const auto x = std::make_shared<Vector>(Vector::LinSpaced(n_nodes, 0, 1));
    const auto zero = std::make_shared<Vector>(Vector::Zero(n_nodes));
    const auto smoke = std::make_shared<Vector>(Vector::LinSpaced(n_cells, 5, 10));
    const auto file = std::filesystem::temp_directory_path() /
                      ("sinew-image-" + std::to_string(::getpid()) + ".vti");
    vti::write_image(file, grid,
                     {{"velocity", "m/s", true, {x, zero, zero}}, {"smoke", "", false, {smoke}}},
                     1.5);
    vtkNew<vtkXMLImageDataReader> reader;
    reader->SetFileName(file.c_str());
    reader->Update();
    vtkImageData& image = *reader->GetOutput();
    std::filesystem::remove(file);
    CHECK(image.GetNumberOfPoints() == n_nodes);
    CHECK(image.GetNumberOfCells() == n_cells);
    CHECK(image.GetOrigin()[1] == 2);
    CHECK(image.GetSpacing()[2] == 0.5);
    vtkDataArray* velocity = image.GetPointData()->GetArray("velocity");
    REQUIRE(velocity);
    CHECK(velocity->GetComponent(n_nodes - 1, 0) == 1);
    CHECK(std::string(velocity->GetInformation()->Get(vtkDataArray::UNITS_LABEL())) == "m/s");
    vtkDataArray* density = image.GetCellData()->GetArray("smoke");
    REQUIRE(density);
    CHECK(density->GetComponent(n_cells - 1, 0) == 10);
}
