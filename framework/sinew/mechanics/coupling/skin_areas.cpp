#include <algorithm>
#include <Eigen/Geometry>
#include <sinew/mechanics/coupling/penalty_contact.hpp>

namespace sinew {

std::vector<double> skin_areas(const Body& body) {
    const std::vector<int>& nodes = body.skin.nodes;
    std::vector<double> areas(nodes.size(), 0);
    const Points& x = body.mesh.positions;
    for (Index k = 0; k < body.skin.triangles.cols(); ++k) {
        const Eigen::Vector3i corners = body.skin.triangles.col(k);
        const Eigen::Vector3d a = x.col(corners[0]), b = x.col(corners[1]), c = x.col(corners[2]);
        const double third = (b - a).cross(c - a).norm() / 6;
        for (int corner : corners) {
            const auto found = std::lower_bound(nodes.begin(), nodes.end(), corner);
            areas[static_cast<std::size_t>(found - nodes.begin())] += third;
        }
    }
    return areas;
}

}  // namespace sinew
