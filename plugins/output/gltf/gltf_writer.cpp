#include "gltf_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sinew::gltf_output {

using nlohmann::json;

namespace {

/// Adds the node and the surface with a target a frame.
void add_shapes(const SurfaceMesh& rest, const SurfaceFrames& frames, const Settings& settings,
                Document& document) {
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
}

}  // namespace

std::string file_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                         const Settings& settings) {
    Document document;
    add_shapes(rest, frames, settings, document);
    if (!frames.times.empty()) {
        json animation{{"name", settings.name}};
        const auto n = Eigen::Index(frames.times.size());
        add_weights_channel(animation, 0, document.add_times(frames.times),
                            Eigen::MatrixXf::Identity(n, n), settings, document);
        document.head()["animations"] = json::array({animation});
    }
    return document.content(settings.is_binary);
}

std::string frames_content(const SurfaceMesh& rest, const SurfaceFrames& frames,
                           const Settings& settings) {
    const std::size_t n_frames = frames.times.size();
    require_glb_room(std::size_t(rest.n_points()) * n_frames * sizeof(Eigen::Vector3f),
                     "give the output a longer `every:`, or leave the checkpoints out: only a run "
                     "that goes on from one needs all frames of a skin");
    Document document;
    add_shapes(rest, frames, settings, document);
    if (n_frames > 0) {
        json animation{{"name", settings.name}};
        const int times = document.add_times(frames.times);
        const int still = document.add_vectors(FramePoints::Zero(3, Eigen::Index(n_frames)), false);
        add_channel(animation, 0, "translation", times, still, settings);
        document.head()["animations"] = json::array({animation});
    }
    return document.content(true);
}

}  // namespace sinew::gltf_output
