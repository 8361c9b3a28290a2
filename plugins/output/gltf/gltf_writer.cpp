#include "gltf_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sinew::gltf_output {

using nlohmann::json;

std::string file_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                         const Settings& settings) {
    Document document;
    json& head = document.head();
    head["scene"] = 0;
    head["scenes"] = {{{"nodes", {0}}}};
    json node{{"name", settings.name}, {"mesh", 0}};
    if (settings.z_is_up) node["rotation"] = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
    head["nodes"] = json::array({node});
    std::vector<NamedTarget> targets;
    for (std::size_t k = 0; k < frames.times.size(); ++k)
        targets.push_back({fmt::format("{:g} s", frames.times[k]), &frames.points[k]});
    head["meshes"] = json::array({morphing_mesh(rest, targets, settings, document)});
    if (targets.empty()) return document.content(settings.is_binary);
    json animation{{"name", settings.name}};
    const auto n = Eigen::Index(targets.size());
    add_weights_channel(animation, 0, document.add_times(frames.times),
                        Eigen::MatrixXf::Identity(n, n), settings, document);
    head["animations"] = json::array({animation});
    return document.content(settings.is_binary);
}

}  // namespace sinew::gltf_output
