#include "file/vtk_reader.hpp"

#include <vtkOutputWindow.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <support/mesh_plugin.hpp>

#include "plugins/mesh/reading.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Contains;

namespace {

MeshData read(const std::string& extension, const std::string& text) {
    const TemporaryFile file("vtk_reader" + extension, text);
    return read_with_vtk(file.path(), extension, "a" + extension);
}

std::string mistake(const std::string& extension, const std::string& text) {
    return mistake_of([&] { read(extension, text); });
}

std::string vtk(const std::string& rest) {
    return "# vtk DataFile Version 3.0\ntest\nASCII\n" + rest;
}

const std::string square = "POINTS 4 double\n0 0 0  1 0 0  1 1 0  0 1 0\n";

Eigen::Vector3d area(const SurfaceMesh& surface) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (Eigen::Index t = 0; t < surface.n_triangles(); ++t) {
        const auto corner = [&](int i) {
            return Eigen::Vector3d(surface.positions.col(surface.triangles(i, t)));
        };
        sum += (corner(1) - corner(0)).cross(corner(2) - corner(0)) / 2;
    }
    return sum;
}

/// Triangles in a binary STL file that promises `promised` of them.
std::string stl(std::uint32_t promised, const std::vector<Eigen::Matrix3f>& triangles) {
    std::string text(80, ' ');
    const auto add = [&](const void* data, std::size_t n) {
        text.append(static_cast<const char*>(data), n);
    };
    add(&promised, sizeof promised);
    const float normal[3] = {0, 0, 1};
    for (const Eigen::Matrix3f& corners : triangles) {
        add(normal, sizeof normal);
        add(corners.data(), 9 * sizeof(float));
        text.append(2, '\0');
    }
    return text;
}

}  // namespace

TEST_CASE("vtk reader: elements keep the data of their cells, and cells of less dimension go") {
    const MeshData data = read(
        ".vtk", vtk("DATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n"
                    "0 0 0  1 0 0  0 1 0  0 0 1  0 0 -1\nCELLS 4 17\n4 0 1 2 3\n3 0 1 2\n2 0 1\n"
                    "4 0 2 1 4\nCELL_TYPES 4\n10 5 3 10\nCELL_DATA 4\nVECTORS fibre double\n"
                    "1 2 3  0 0 0  0 0 0  4 5 6\nPOINT_DATA 5\nSCALARS heat double 1\n"
                    "LOOKUP_TABLE default\n0.1 0.2 0.3 0.4 0.5\n"));
    REQUIRE(data.volume);
    CHECK_FALSE(data.surface);
    Eigen::MatrixXi elements(4, 2);
    elements << 0, 0, 1, 2, 2, 1, 3, 4;
    CHECK(data.volume->type == ElementType::tet4);
    CHECK(data.volume->elements == elements);
    CHECK(data.volume->positions.col(4) == Eigen::Vector3d(0, 0, -1));
    Eigen::MatrixXd fibre(3, 2);
    fibre << 1, 4, 2, 5, 3, 6;
    CHECK(data.volume->element_arrays.at("fibre") == fibre);
    Eigen::RowVectorXd heat(5);
    heat << 0.1, 0.2, 0.3, 0.4, 0.5;
    CHECK(data.volume->node_arrays.at("heat") == heat);
}

TEST_CASE("vtk reader: a voxel's nodes come in a hexahedron's order") {
    const MeshData data =
        read(".vtk", vtk("DATASET UNSTRUCTURED_GRID\nPOINTS 8 double\n0 0 0  1 0 0  0 1 0  1 1 0  "
                         "0 0 1  1 0 1  0 1 1  1 1 1\nCELLS 1 9\n8 0 1 2 3 4 5 6 7\n"
                         "CELL_TYPES 1\n11\n"));
    REQUIRE(data.volume);
    CHECK(data.volume->type == ElementType::hex8);
    Eigen::VectorXi nodes(8);
    nodes << 0, 1, 3, 2, 4, 5, 7, 6;
    CHECK(data.volume->elements.col(0) == nodes);
}

TEST_CASE("vtk reader: strips and grids of faces become surfaces that face one way") {
    const MeshData strip =
        read(".vtk", vtk("DATASET POLYDATA\nPOINTS 6 double\n0 0 0  1 0 0  0 1 0  1 1 0  0 2 0  "
                         "1 2 0\nTRIANGLE_STRIPS 1 7\n6 0 1 2 3 4 5\n"));
    REQUIRE(strip.surface);
    CHECK(strip.surface->n_triangles() == 4);
    CHECK((area(*strip.surface) - Eigen::Vector3d(0, 0, 2)).norm() < 1e-15);
    const MeshData faces = read(".vtk", vtk("DATASET UNSTRUCTURED_GRID\n" + square +
                                            "CELLS 2 8\n4 0 1 2 3\n2 0 2\nCELL_TYPES 2\n9 3\n"));
    REQUIRE(faces.surface);
    CHECK_FALSE(faces.volume);
    CHECK(faces.surface->n_triangles() == 2);
    CHECK((area(*faces.surface) - Eigen::Vector3d(0, 0, 1)).norm() < 1e-15);
}

TEST_CASE("vtk reader: a binary STL file keeps three corners a triangle, and must be whole") {
    Eigen::Matrix3f lower, upper;
    lower << 0, 1, 1, 0, 0, 1, 0, 0, 0;
    upper << 0, 1, 0, 0, 1, 1, 0, 0, 0;
    const MeshData data = read(".stl", stl(2, {lower, upper}));
    REQUIRE(data.surface);
    CHECK(data.surface->n_triangles() == 2);
    CHECK(data.surface->n_points() == 6);
    CHECK((area(*data.surface) - Eigen::Vector3d(0, 0, 1)).norm() < 1e-7);
    CHECK_THAT(mistake(".stl", stl(3, {lower, upper})),
               Contains("a.stl promises 3 triangles and holds 2 | the file was cut off"));
    for (const std::string& content :
         {std::string(), std::string("solid\nfacet"), std::string("OFF\n1 0 0\n"),
          std::string("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n")}) {
        CAPTURE(content);
        CHECK_THAT(mistake(".stl", content),
                   Contains(" | ") && (Contains("xport") || Contains("polygons")));
    }
}

TEST_CASE("vtk reader: what cannot be a mesh is refused by the name that was asked for") {
    CHECK_THAT(
        mistake(".vtk", vtk("DATASET POLYDATA\n" + square + "POLYGONS 1 4\n3 0 1 7\n")),
        Contains("a.vtk: polygon 0 (counted from 0) names point 7, but there are 4 of them | the "
                 "file may have been"));
    CHECK_THAT(mistake(".vtk", vtk("DATASET POLYDATA\n" + square + "LINES 1 3\n2 0 1\n")),
               Contains("a.vtk holds no elements and no polygons | a mesh file needs tetrahedra"));
    CHECK_THAT(mistake(".vtk", vtk("DATASET UNSTRUCTURED_GRID\nPOINTS 5 double\n0 0 0  1 0 0  1 1 "
                                   "0  0 1 0  0 0 1\nCELLS 2 11\n5 0 1 2 3 4\n4 0 1 2 4\n"
                                   "CELL_TYPES 2\n14 10\n")),
               Contains("a.vtk holds 1 tet4, 1 vtkPyramid | a mesh has one kind of elements"));
}

TEST_CASE("vtk reader: VTK's complaint is the message, without its lines and addresses") {
    vtkOutputWindow* const before = vtkOutputWindow::GetInstance();
    const std::string text = mistake(".vtu", "OFF\n");
    CHECK_THAT(text, Contains("a.vtu cannot be read as vtu: ") &&
                         Contains(" | is the file whole, and of the format that its name says?"));
    CHECK_THAT(text, !Contains(".cxx") && !Contains("0x"));
    CHECK(text.find("vtu: |") == std::string::npos);
    CHECK(vtkOutputWindow::GetInstance() == before);
}

TEST_CASE("vtk reader: polygons are cut by their ears, or as a fan where they have no area") {
    Polygons polygons;
    polygons.positions.resize(3, 9);
    polygons.positions << 0, 2, 2, 1, 1, 0, 5, 6, 7,  //
        0, 0, 1, 1, 2, 2, 0, 0, 0,                    //
        0, 0, 0, 0, 0, 0, 0, 0, 0;
    polygons.faces = {{1, 2, 3, 4, 5, 0}};  // a fan from its first corner would fold
    const SurfaceMesh corner = triangulate(polygons);
    CHECK(corner.n_triangles() == 4);
    double sum = 0;
    for (Eigen::Index t = 0; t < 4; ++t) {
        const SurfaceMesh one{corner.positions, corner.triangles.col(t)};
        CHECK(area(one).z() > 0);
        sum += area(one).z();
    }
    CHECK(sum == Approx(3));
    polygons.faces = {{0, 6, 7, 8, 1}};
    const SurfaceMesh flat = triangulate(polygons);
    CHECK(flat.n_triangles() == 3);
    CHECK(flat.triangles.row(0) == Eigen::RowVector3i(0, 0, 0));
}
