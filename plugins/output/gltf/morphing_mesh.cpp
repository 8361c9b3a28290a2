#include "morphing_mesh.hpp"

#include <Eigen/Geometry>

namespace sinew::gltf_output {

using nlohmann::json;

namespace {

/// Unit normals: means over the triangles around a point, by area.
FramePoints normals(const Eigen::MatrixXi& triangles, const Points& points) {
    Points sums = Points::Zero(3, points.cols());
    for (Eigen::Index t = 0; t < triangles.cols(); ++t) {
        const auto corners = triangles.col(t);
        const Eigen::Vector3d a = points.col(corners[0]);
        const Eigen::Vector3d twice =
            (points.col(corners[1]) - a).cross(Eigen::Vector3d(points.col(corners[2]) - a));
        for (const int corner : corners) sums.col(corner) += twice;
    }
    for (Eigen::Index i = 0; i < sums.cols(); ++i) {
        const double length = sums.col(i).norm();
        sums.col(i) = length > 0 ? Eigen::Vector3d(sums.col(i) / length) : Eigen::Vector3d(0, 0, 1);
    }
    return sums.cast<float>();
}

}  // namespace

json morphing_mesh(const SurfaceMesh& rest, const std::vector<NamedTarget>& targets,
                   const Settings& settings, Document& document) {
    json primitive;
    primitive["attributes"]["POSITION"] = document.add_vectors(rest.positions.cast<float>(), true);
    FramePoints rest_normals;
    if (settings.has_normals) {
        rest_normals = normals(rest.triangles, rest.positions);
        primitive["attributes"]["NORMAL"] = document.add_vectors(rest_normals, false);
    }
    const std::vector<std::uint32_t> corners(rest.triangles.data(),
                                             rest.triangles.data() + rest.triangles.size());
    const int view = document.add_view(std::span(corners), triangle_data);
    primitive["indices"] = document.add_accessor(view, unsigned_type, "SCALAR", corners.size());
    json names = json::array();
    for (const NamedTarget& from : targets) {
        json target{{"POSITION", document.add_vectors(*from.displacement, true)}};
        if (settings.has_normals) {
            const Points moved = rest.positions + from.displacement->cast<double>();
            target["NORMAL"] =
                document.add_vectors(normals(rest.triangles, moved) - rest_normals, false);
        }
        primitive["targets"].push_back(std::move(target));
        names.push_back(from.name);
    }
    json mesh{{"name", settings.name}, {"primitives", json::array({primitive})}};
    if (!targets.empty()) {
        mesh["weights"] = std::vector<int>(targets.size(), 0);
        mesh["extras"]["targetNames"] = std::move(names);
    }
    return mesh;
}

void add_channel(json& animation, int node, const char* property, int times, int output,
                 const Settings& settings) {
    animation["samplers"].push_back({{"input", times},
                                     {"output", output},
                                     {"interpolation", settings.steps ? "STEP" : "LINEAR"}});
    animation["channels"].push_back({{"sampler", animation["samplers"].size() - 1},
                                     {"target", {{"node", node}, {"path", property}}}});
}

void add_weights_channel(json& animation, int node, int times, const Eigen::MatrixXf& weights,
                         const Settings& settings, Document& document) {
    const std::vector<float> numbers(weights.data(), weights.data() + weights.size());
    add_channel(animation, node, "weights", times, document.add_scalars(numbers), settings);
}

}  // namespace sinew::gltf_output
