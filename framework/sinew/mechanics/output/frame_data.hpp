/// Content of a file that shows a body at one time: its points, and arrays on points and cells.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew::output {

enum class On { points, cells };

/// Values of one field: components x n.
struct FieldData {
    std::string name;
    std::string unit;  ///< "" for pure numbers
    On on = On::points;
    Eigen::MatrixXd values;
    std::vector<std::string> components = {};  ///< "x", "y", "z"; empty: they have no names
};

struct IntegerField {
    std::string name;
    On on = On::cells;
    std::vector<int> values;
    std::vector<std::string> meanings;  ///< of 1, 2, ... ; written beside as <name>_names
};

struct FrameData {
    double time = 0;  ///< [s]
    Points points;    ///< where they are now [m]
    std::vector<FieldData> fields;
    std::vector<IntegerField> integers;
};

}  // namespace sinew::output
