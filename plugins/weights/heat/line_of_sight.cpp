#include "line_of_sight.hpp"

#include <Eigen/Dense>

namespace sinew {
namespace {

constexpr double tolerance = 1e-9;  ///< of angles and of parts of lengths

Eigen::AlignedBox3d box_of(const VolumeMesh& mesh, const Eigen::Vector3i& triangle) {
    Eigen::AlignedBox3d box;
    for (const int i : triangle) box.extend(mesh.positions.col(i));
    return box;
}

}  // namespace

LineOfSight::LineOfSight(const VolumeMesh& mesh, const Boundary& skin)
    : mesh_(mesh), triangles_(skin.triangles), elements_at_(std::size_t(mesh.n_nodes())) {
    std::vector<BoxTree::Box> boxes;
    for (Eigen::Index t = 0; t < triangles_.cols(); ++t)
        boxes.push_back(box_of(mesh, triangles_.col(t)));
    tree_ = BoxTree(boxes);
    for (Eigen::Index e = 0; e < mesh.n_elements(); ++e)
        for (const int i : mesh.elements.col(e)) elements_at_[std::size_t(i)].push_back(int(e));
}

bool LineOfSight::is_clear(int node, const Eigen::Vector3d& to) const {
    const Eigen::Vector3d from = mesh_.positions.col(node);
    const Eigen::Vector3d way = to - from;
    if (way.isZero(0)) return true;
    if (!leads_inside(node, way)) return false;
    BoxTree::Box around(from);
    around.extend(to);
    bool is_clear = true;
    tree_.overlapping(around, [&](int t) { is_clear = is_clear && !crosses(t, node, way); });
    return is_clear;
}

bool LineOfSight::leads_inside(int node, const Eigen::Vector3d& direction) const {
    const Eigen::Vector3d x = mesh_.positions.col(node);
    for (const int e : elements_at_[std::size_t(node)]) {
        Eigen::Matrix3d edges;
        int column = 0;
        for (const int i : mesh_.elements.col(e))
            if (i != node) edges.col(column++) = mesh_.positions.col(i) - x;
        const Eigen::Vector3d shares = edges.inverse() * direction;
        if (shares.minCoeff() >= -tolerance * shares.cwiseAbs().maxCoeff()) return true;
    }
    return false;
}

bool LineOfSight::crosses(int triangle, int node, const Eigen::Vector3d& way) const {
    const Eigen::Vector3i corners = triangles_.col(triangle);
    if ((corners.array() == node).any()) return false;
    const Eigen::Vector3d a = mesh_.positions.col(corners[0]);
    const Eigen::Vector3d ab = mesh_.positions.col(corners[1]) - a;
    const Eigen::Vector3d ac = mesh_.positions.col(corners[2]) - a;
    const Eigen::Vector3d normal = ab.cross(ac);
    const double approach = normal.dot(way);
    if (std::abs(approach) <= tolerance * normal.norm() * way.norm()) return false;
    const Eigen::Vector3d from_a = mesh_.positions.col(node) - a;
    const double part = -normal.dot(from_a) / approach;
    if (part <= tolerance || part >= 1 - tolerance) return false;
    // Edges belong to both of their triangles, so that no line slips through between them.
    const Eigen::Vector3d hit = from_a + part * way;
    const double of_b = normal.dot(hit.cross(ac)) / normal.squaredNorm();
    const double of_c = normal.dot(ab.cross(hit)) / normal.squaredNorm();
    return of_b >= -tolerance && of_c >= -tolerance && of_b + of_c <= 1 + tolerance;
}

}  // namespace sinew
