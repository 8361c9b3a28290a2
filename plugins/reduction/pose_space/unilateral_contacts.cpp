#include "unilateral_contacts.hpp"

#include <algorithm>
#include <limits>
#include <map>

namespace sinew::pose_space {
namespace {

/// All nodes of contacts, ascending.
std::vector<int> nodes_of(const std::vector<UnilateralContacts::AtPose>& poses) {
    std::vector<int> nodes;
    for (const UnilateralContacts::AtPose& pose : poses)
        for (const PoseContact& contact : pose.contacts) {
            nodes.push_back(contact.node);
            if (contact.plane < 0)
                nodes.insert(nodes.end(), contact.triangle.begin(), contact.triangle.end());
        }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

Eigen::Matrix3d corners_of(const Points& x, const std::array<int, 3>& triangle) {
    Eigen::Matrix3d corners;
    for (int k = 0; k < 3; ++k) corners.col(k) = x.col(triangle[std::size_t(k)]);
    return corners;
}

Eigen::Matrix3d axes_of(const Eigen::Matrix3d& corners) {
    return triangle_axes(corners.col(0), corners.col(1), corners.col(2));
}

}  // namespace

UnilateralContacts::UnilateralContacts(const std::vector<AtPose>& poses,
                                       std::vector<ContactPlane> planes, const Vector& stiffness)
    : nodes_(nodes_of(poses)), planes_(std::move(planes)) {
    const auto number = [&](int node) {
        return int(std::lower_bound(nodes_.begin(), nodes_.end(), node) - nodes_.begin());
    };
    std::map<int, Vertex> vertices;
    for (const AtPose& pose : poses)
        for (const PoseContact& contact : pose.contacts) {
            const Vertex fresh{number(contact.node), stiffness[contact.node]};
            Vertex& vertex = vertices.try_emplace(contact.node, fresh).first->second;
            if (contact.plane >= 0) {
                std::vector<int>& touched = vertex.planes;
                if (std::find(touched.begin(), touched.end(), contact.plane) == touched.end())
                    touched.push_back(contact.plane);
                continue;
            }
            const Eigen::Matrix3d axes = axes_of(corners_of(pose.shape, contact.triangle));
            Triangle& triangle = vertex.triangles.emplace_back();
            triangle.normal = axes.transpose() * contact.normal;
            triangle.weights = contact.weights;
            std::transform(contact.triangle.begin(), contact.triangle.end(),
                           triangle.corners.begin(), number);
        }
    for (auto& [node, vertex] : vertices) vertices_.push_back(std::move(vertex));
}

void UnilateralContacts::follow(const PosedSubspace& at) {
    at.rest_positions(nodes_, x_);
    at.rows(nodes_, U_);
    Index most = 0;
    for (const Vertex& vertex : vertices_)
        most += Index(vertex.planes.size()) + (vertex.triangles.empty() ? 0 : 1);
    gaps_.resize(most);
    stiffness_.resize(most);
    rates_.resize(U_.cols(), most);
    count_ = 0;
    for (const Vertex& vertex : vertices_) {
        for (const int number : vertex.planes) {
            const ContactPlane& plane = planes_[std::size_t(number)];
            add_gap(vertex, plane.normal, plane.normal.dot(x_.col(vertex.number) - plane.point));
        }
        if (!vertex.triangles.empty()) add_gap_to_nearest(vertex);
    }
}

void UnilateralContacts::add_gap(const Vertex& vertex, const Eigen::Vector3d& N, double gap) {
    gaps_[count_] = gap;
    stiffness_[count_] = vertex.k;
    rates_.col(count_) = U_.middleRows<3>(3 * vertex.number).transpose() * N;
    ++count_;
}

void UnilateralContacts::add_gap_to_nearest(const Vertex& vertex) {
    const Triangle* nearest = nullptr;
    Eigen::Matrix3d corners;
    Eigen::Vector3d from_touched;
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& triangle : vertex.triangles) {
        const Eigen::Matrix3d candidate = corners_of(x_, triangle.corners);
        const Eigen::Vector3d difference = x_.col(vertex.number) - candidate * triangle.weights;
        if (!(difference.norm() < least)) continue;
        least = difference.norm();
        nearest = &triangle;
        corners = candidate;
        from_touched = difference;
    }
    if (nearest == nullptr) return;  // the rest shape is not finite
    const Eigen::Vector3d N = axes_of(corners) * nearest->normal;
    const double gap = N.dot(from_touched),
                 size = std::max((corners.col(1) - corners.col(0)).norm(),
                                 (corners.col(2) - corners.col(0)).norm());
    if ((from_touched - gap * N).norm() > size) return;  // beside it
    add_gap(vertex, N, gap);
    for (int k = 0; k < 3; ++k)
        rates_.col(count_ - 1) -=
            nearest->weights[k] *
            (U_.middleRows<3>(3 * nearest->corners[std::size_t(k)]).transpose() * N);
}

double UnilateralContacts::energy(const Vector& q) const {
    double sum = 0;
    for (Index i = 0; i < count_; ++i) {
        const double gap = std::min(gaps_[i] + rates_.col(i).dot(q), 0.0);
        sum += 0.5 * stiffness_[i] * gap * gap;
    }
    return sum;
}

void UnilateralContacts::add_forces(const Vector& q, Vector& f) const {
    for (Index i = 0; i < count_; ++i) {
        const double gap = gaps_[i] + rates_.col(i).dot(q);
        if (gap < 0) f += stiffness_[i] * gap * rates_.col(i);
    }
}

void UnilateralContacts::add_forces_and_stiffness(const Vector& q, double c, Vector& f,
                                                  Eigen::MatrixXd& K) const {
    for (Index i = 0; i < count_; ++i) {
        const double gap = gaps_[i] + rates_.col(i).dot(q);
        if (!(gap < 0)) continue;
        f += stiffness_[i] * gap * rates_.col(i);
        K.noalias() += (c * stiffness_[i]) * rates_.col(i) * rates_.col(i).transpose();
    }
}

bool UnilateralContacts::push() const {
    return std::any_of(vertices_.begin(), vertices_.end(),
                       [](const Vertex& vertex) { return vertex.k > 0; });
}

double UnilateralContacts::penetration(const Vector& q) const {
    double deepest = 0;
    for (Index i = 0; i < count_; ++i)
        deepest = std::max(deepest, -(gaps_[i] + rates_.col(i).dot(q)));
    return deepest;
}

}  // namespace sinew::pose_space
