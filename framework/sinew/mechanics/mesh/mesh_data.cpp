#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

int nodes_per_element(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return 4;
        case ElementType::tet10:
            return 10;
        default:
            return 8;
    }
}

const char* name_of(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return "tet4";
        case ElementType::tet10:
            return "tet10";
        default:
            return "hex8";
    }
}

Eigen::AlignedBox3d bounding_box(const Points& points) {
    Eigen::AlignedBox3d box;
    for (Eigen::Index i = 0; i < points.cols(); ++i) box.extend(points.col(i));
    return box;
}

}  // namespace sinew
