/// Sizes that a file of VTK's formats, or an STL file, promises in its header.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <vector>

namespace sinew::vtk_files {

/// A list of cells of a legacy file (.vtk): `POLYGONS n size`.
struct Promise {
    std::string keyword;     ///< CELLS, VERTICES, LINES, POLYGONS or TRIANGLE_STRIPS
    std::int64_t n = 0;      ///< cells; from version 5 on one more than cells
    std::int64_t size = 0;   ///< numbers in the list
    bool has_sizes = false;  ///< before version 5 the list holds the size of each cell, too
    int line = 0;
};

/// Compares what the header of a file with that ending promises with the bytes that follow it.
/// Throws InputError naming the file and the line if it cannot be true. Gives the lists of cells
/// of a legacy file, as far as they can be found before its binary data of points and cells.
std::vector<Promise> promises_of(std::istream& in, const std::string& ending,
                                 const std::string& name);

}  // namespace sinew::vtk_files
