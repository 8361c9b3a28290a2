/// Files of VTK's formats with one thing wrong in each: what brings VTK's readers down, or what
/// they take for something else.
#pragma once

#include <string>
#include <vector>

namespace sinew::test {

struct DamagedFile {
    std::string what, name, content;
    /// One of these is in the message of whoever reads it.
    std::vector<std::string> words;
};

inline std::string legacy(const std::string& version, const std::string& rest) {
    return "# vtk DataFile Version " + version + "\ntest\nASCII\n" + rest;
}

inline const std::string four_points = "POINTS 4 double\n0 0 0  1 0 0  0 1 0  0 0 1\n";

/// One tetrahedron in version 3.0.
inline std::string grid_3(const std::string& cells, const std::string& type = "10") {
    return legacy("3.0", "DATASET UNSTRUCTURED_GRID\n" + four_points + cells + "\nCELL_TYPES 1\n" +
                             type + "\n");
}

/// The same in version 5.1, with these offsets and points.
inline std::string grid_5(const std::string& offsets, const std::string& points,
                          const std::string& sizes = "2 4") {
    return legacy("5.1", "DATASET UNSTRUCTURED_GRID\n" + four_points + "CELLS " + sizes +
                             "\nOFFSETS vtktypeint64\n" + offsets +
                             "\nCONNECTIVITY vtktypeint64\n" + points + "\nCELL_TYPES 1\n10\n");
}

inline std::string polygons_3(const std::string& polygons) {
    return legacy("3.0", "DATASET POLYDATA\n" + four_points + polygons + "\n");
}

inline std::string xml_grid(const std::string& points, const std::string& offsets,
                            const std::string& types, const std::string& n_points = "4") {
    const auto array = [](const std::string& type, const std::string& name,
                          const std::string& values) {
        return "<DataArray type=\"" + type + "\" Name=\"" + name + "\" format=\"ascii\">" + values +
               "</DataArray>";
    };
    return "<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"LittleEndian\" "
           "header_type=\"UInt64\">\n<UnstructuredGrid><Piece NumberOfPoints=\"" +
           n_points +
           "\" NumberOfCells=\"1\">\n<Points><DataArray type=\"Float64\" NumberOfComponents=\"3\" "
           "format=\"ascii\">0 0 0 1 0 0 0 1 0 0 0 1</DataArray></Points>\n<Cells>" +
           array("Int64", "connectivity", points) + array("Int64", "offsets", offsets) +
           array("UInt8", "types", types) + "</Cells></Piece></UnstructuredGrid></VTKFile>\n";
}

inline std::vector<DamagedFile> damaged_vtk_files() {
    const std::string reads = " cannot be read as vt";
    return {
        {"a type of cells that VTK does not know",
         "type255.vtk",
         grid_3("CELLS 1 5\n4 0 1 2 3", "255"),
         {"is of type 255, which VTK does not know", reads}},
        {"another one",
         "type112.vtk",
         grid_3("CELLS 1 5\n4 0 1 2 3", "112"),
         {"is of type 112, which VTK does not know", reads}},
        {"the same in XML",
         "type112.vtu",
         xml_grid("0 1 2 3", "4", "112"),
         {"is of type 112, which VTK does not know", reads}},
        {"a triangle out of range",
         "triangle.vtk",
         polygons_3("POLYGONS 1 4\n3 0 1 900000000"),
         {"names point 900000000, but there are 4 of them"}},
        {"a polygon with a negative point",
         "polygon.vtk",
         polygons_3("POLYGONS 1 5\n4 0 1 2 -7"),
         {"names point -7, but there are 4 of them"}},
        {"an offset of 5.1 out of range",
         "offset.vtk",
         grid_5("0 400000000", "0 1 2 3"),
         {"the list has 4", reads}},
        {"a negative offset of 5.1",
         "negative.vtk",
         grid_5("0 -4", "0 1 2 3"),
         {"offsets ascend", "the list has 4", reads}},
        {"two numbers too many in CELLS",
         "more.vtk",
         grid_3("CELLS 1 7\n4 0 1 2 3 5 6"),
         {"CELLS promises 1 cells of 7 numbers", reads}},
        {"two numbers too many in POLYGONS",
         "more_polygons.vtk",
         polygons_3("POLYGONS 1 6\n3 0 1 2 9 9"),
         {"POLYGONS promises 1 cells of 6", reads}},
        {"point 2^32 in 5.1",
         "wrap.vtk",
         grid_5("0 4", "4294967296 1 2 3"),
         {"names point 4294967296, but there are 4 of them"}},
        {"point 2^32 in XML",
         "wrap.vtu",
         xml_grid("4294967296 1 2 3", "4", "10"),
         {"names point 4294967296, but there are 4 of them", reads}},
        {"an offset of XML out of range",
         "offset.vtu",
         xml_grid("0 1 2 3", "900000", "10"),
         {"the list has 4", reads}},
        {"a header of 10^9 cells",
         "many.vtk",
         grid_3("CELLS 1000000000 5000000000\n4 0 1 2 3"),
         {"line 7 promises 1000000000 cells, and the rest of the file can hold"}},
        {"a header of 10^8 points in XML",
         "many.vtu",
         xml_grid("0 1 2 3", "4", "10", "100000000"),
         {"line 2 promises 100000000 points, and a file of"}},
    };
}

}  // namespace sinew::test
