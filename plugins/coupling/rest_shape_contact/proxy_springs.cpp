#include "proxy_springs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/coupling/skin_areas.hpp>

namespace sinew {
ProxySprings::ProxySprings(std::vector<Body*> bodies, const ProxySpringParams& params,
                           std::vector<KinematicSolid> solids)
    : bodies_(std::move(bodies)),
      params_(params),
      search_(bodies_, params.voxel, std::move(solids)) {
    for (const Body* body : bodies_) {
        triangle_areas_.push_back(triangle_areas(*body));
        vertex_areas_.push_back(skin_areas(*body));
    }
}

std::vector<const ObstacleSurface*> ProxySprings::obstacle_surfaces() const {
    std::vector<const ObstacleSurface*> surfaces;
    for (const KinematicSolid& solid : search_.solids()) surfaces.push_back(&solid.shown);
    return surfaces;
}

/// k_c k_a, with k_a the mean of the triangle's area and that of the ring around the proxy.
double ProxySprings::stiffness(const ProxyPair& pair) const {
    if (params_.node_stiffness) return *params_.node_stiffness;
    const double ring = 3 * vertex_areas_[std::size_t(pair.body)][std::size_t(pair.vertex)];
    if (is_with_solid(pair)) return params_.stiffness * ring;
    const double triangle =
        triangle_areas_[std::size_t(pair.other)][std::size_t(pair.target.triangle)];
    return params_.stiffness * 0.5 * (triangle + ring);
}

std::vector<MaterialPoint> ProxySprings::points(const ProxyPair& pair) const {
    const auto node = [](const Body& body, int vertex) {
        return body.skin.nodes[std::size_t(vertex)];
    };
    std::vector<MaterialPoint> points{
        MaterialPoint::at_node(pair.body, node(*bodies_[std::size_t(pair.body)], pair.vertex))};
    if (is_with_solid(pair)) return points;
    const Body& other = *bodies_[std::size_t(pair.other)];
    for (int c = 0; c < 3; ++c)
        points.push_back(
            MaterialPoint::at_node(pair.other, other.skin.triangles(c, pair.target.triangle)));
    return points;
}

/// f = c N d on the proxy and -beta_i c N d on the corners. N = (1 - alpha) n n' + alpha I leaves d
/// as it is, since n = d/|d|, and enters the stiffness alone.
void ProxySprings::evaluate(const PointMotion& motion, double t, PointForces& out) const {
    for (const ProxyPair& pair : search_.find(motion, t)) {
        const std::vector<MaterialPoint> points = this->points(pair);
        const Eigen::Index n = Eigen::Index(points.size());
        Eigen::Vector4d weights(1, 0, 0, 0);
        weights.segment(1, n - 1) = -pair.target.weights.head(n - 1);
        const double c = stiffness(pair), alpha = params_.anisotropy;
        const Eigen::Vector3d& d = pair.to_target;
        const Eigen::Vector3d direction = d.isZero(0) ? d : d.normalized();
        const Eigen::Matrix3d N =
            (1 - alpha) * direction * direction.transpose() + alpha * Eigen::Matrix3d::Identity();
        Eigen::Matrix<double, 12, 1> forces;
        Eigen::Matrix<double, 12, 12> K;
        for (Eigen::Index i = 0; i < n; ++i) {
            forces.segment<3>(3 * i) = weights[i] * c * d;
            for (Eigen::Index j = 0; j < n; ++j)
                K.block<3, 3>(3 * i, 3 * j) = weights[i] * weights[j] * c * N;
        }
        std::array<const MaterialPoint*, 4> pointers{};
        for (std::size_t i = 0; i < points.size(); ++i) pointers[i] = &points[i];
        out.stencil(std::span(pointers).first(points.size()), forces.data(),
                    K.topLeftCorner(3 * n, 3 * n));
    }
}

double ProxySprings::energy(const PointMotion& motion, double t) const {
    double sum = 0;
    for (const ProxyPair& pair : search_.find(motion, t))
        sum += 0.5 * stiffness(pair) * pair.to_target.squaredNorm();
    return sum;
}

void ProxySprings::commit_idle() {
    committed_.clear();
    committed_points_.clear();
    resultants_.clear();
}

void ProxySprings::commit(const PointMotion& motion, double t) {
    committed_ = search_.find(motion, t);
    committed_points_.clear();
    resultants_.clear();
    for (const ProxyPair& pair : committed_) {
        const Eigen::Vector3d force = stiffness(pair) * pair.to_target;
        const std::vector<MaterialPoint>& points =
            committed_points_.emplace_back(this->points(pair));
        resultants_.add_normal(pair.body, pair.other, force.norm());
        resultants_.add(pair.body, pair.other, force, motion.position(points[0]));
        for (std::size_t i = 1; i < points.size(); ++i)
            resultants_.add(pair.other, pair.body,
                            -pair.target.weights[Eigen::Index(i) - 1] * force,
                            motion.position(points[i]));
    }
}

void ProxySprings::add_contact(const Body& body, ContactForces& out) const {
    const int number = int(std::find(bodies_.begin(), bodies_.end(), &body) - bodies_.begin());
    for (std::size_t k = 0; k < committed_.size(); ++k) {
        const ProxyPair& pair = committed_[k];
        const Eigen::Vector3d force = stiffness(pair) * pair.to_target;
        for (std::size_t i = 0; i < committed_points_[k].size(); ++i) {
            const MaterialPoint& point = committed_points_[k][i];
            if (point.body != number) continue;
            const int node = point.nodes[0];
            out.normal.col(node) +=
                (i == 0 ? 1 : -pair.target.weights[Eigen::Index(i) - 1]) * force;
            out.gap[node] = std::min(out.gap[node], -pair.to_target.norm());
        }
    }
    const std::vector<double>& areas = vertex_areas_[std::size_t(number)];
    for (std::size_t k = 0; k < areas.size(); ++k) out.area[body.skin.nodes[k]] = areas[k];
}

std::vector<TouchingPair> ProxySprings::touching_pairs() const {
    std::vector<TouchingPair> touching;
    for (std::size_t k = 0; k < committed_.size(); ++k) {
        const ProxyPair& pair = committed_[k];
        const double depth = pair.to_target.norm();
        TouchingPair one;
        one.kind = is_with_solid(pair) ? "vertex_solid" : "vertex_triangle";
        for (std::size_t i = 0; i < committed_points_[k].size(); ++i)
            one.points[i] = &committed_points_[k][i];
        one.weights << -1, pair.target.weights;
        one.area = params_.node_stiffness ? 0 : stiffness(pair) / params_.stiffness;
        one.gap = -depth;
        one.force = stiffness(pair) * depth;
        if (depth > 0) one.direction = -pair.to_target / depth;
        touching.push_back(one);
    }
    return touching;
}

void ProxySprings::report(nlohmann::json& report) const {
    double deepest = 0;
    for (const ProxyPair& pair : committed_) deepest = std::max(deepest, pair.to_target.norm());
    std::size_t n = 0;
    for (const Body* body : bodies_) n += body->skin.nodes.size();
    report["proxies"] = n;
    report["pairs"] = committed_.size();
    report["deepest"] = deepest;
    report["searches"] = search_.n_searches();
    for (int b = 0; b < int(bodies_.size()); ++b) report["voxel"].push_back(search_.voxel(b));
    std::vector<std::string> names;
    for (const Body* body : bodies_) names.push_back(body->path);
    for (const KinematicSolid& solid : search_.solids()) names.push_back(solid.shown.name());
    resultants_.report(report, names);
}

}  // namespace sinew
