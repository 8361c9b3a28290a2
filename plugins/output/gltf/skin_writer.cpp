#include "skin_writer.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sinew::gltf_output {

using nlohmann::json;

namespace {

constexpr int mesh_node = 0, rig_node = 1, first_joint = 2;

std::vector<float> numbers_of(const std::vector<Eigen::Vector4f>& vectors) {
    std::vector<float> numbers;
    for (const Eigen::Vector4f& v : vectors) numbers.insert(numbers.end(), v.begin(), v.end());
    return numbers;
}

std::vector<float> numbers_of(const std::vector<Eigen::Vector3f>& vectors) {
    std::vector<float> numbers;
    for (const Eigen::Vector3f& v : vectors) numbers.insert(numbers.end(), v.begin(), v.end());
    return numbers;
}

/// JOINTS_0, WEIGHTS_0, JOINTS_1, ... of a primitive.
void add_influences(json& primitive, const Skin& skin, Document& document) {
    const bool are_bytes = skin.joints.size() <= 256;
    const auto n = std::size_t(skin.influences.joints.cols());
    for (Eigen::Index r = 0; r < skin.influences.joints.rows(); r += 4) {
        const Eigen::MatrixXi joints = skin.influences.joints.middleRows(r, 4);
        int view = 0;
        if (are_bytes) {
            const std::vector<std::uint8_t> list(joints.data(), joints.data() + joints.size());
            view = document.add_view(std::span(list), vertex_data);
        } else {
            const std::vector<std::uint16_t> list(joints.data(), joints.data() + joints.size());
            view = document.add_view(std::span(list), vertex_data);
        }
        primitive["attributes"][fmt::format("JOINTS_{}", r / 4)] =
            document.add_accessor(view, are_bytes ? byte_type : short_type, "VEC4", n);
        const Eigen::MatrixXf weights = skin.influences.weights.middleRows(r, 4);
        view =
            document.add_view(std::span(weights.data(), std::size_t(weights.size())), vertex_data);
        primitive["attributes"][fmt::format("WEIGHTS_{}", r / 4)] =
            document.add_accessor(view, float_type, "VEC4", n);
    }
}

json nodes_of(const Skin& skin, const Settings& settings) {
    json nodes = json::array();
    nodes.push_back({{"name", settings.name}, {"mesh", 0}, {"skin", 0}});
    json rig{{"name", settings.name + " rig"}};
    if (settings.z_is_up) rig["rotation"] = {-std::sqrt(0.5), 0, 0, std::sqrt(0.5)};
    nodes.push_back(std::move(rig));
    for (const JointTrack& joint : skin.joints)
        nodes.push_back(
            {{"name", joint.name}, {"translation", {joint.rest[0], joint.rest[1], joint.rest[2]}}});
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        const int parent = skin.joints[j].parent;
        const std::size_t carrier = parent < 0 ? rig_node : first_joint + std::size_t(parent);
        nodes[carrier]["children"].push_back(first_joint + int(j));
    }
    return nodes;
}

json skin_json(const Skin& skin, const Settings& settings, Document& document) {
    std::vector<float> matrices;
    std::vector<int> joints;
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        Eigen::Matrix4f inverse_bind = Eigen::Matrix4f::Identity();
        inverse_bind.topRightCorner<3, 1>() = skin.joints[j].unbind;
        matrices.insert(matrices.end(), inverse_bind.data(), inverse_bind.data() + 16);
        joints.push_back(first_joint + int(j));
    }
    const int view = document.add_view(std::span(std::as_const(matrices)));
    return {
        {"name", settings.name},
        {"joints", joints},
        {"skeleton", rig_node},
        {"inverseBindMatrices", document.add_accessor(view, float_type, "MAT4", joints.size())}};
}

json animation_of(const Skin& skin, const Settings& settings, Document& document) {
    json animation{{"name", settings.name}};
    const int times = document.add_times({skin.times.begin(), skin.times.end()});
    const auto add_track = [&](int node, const char* property, const char* sort,
                               const std::vector<float>& numbers) {
        const int view = document.add_view(std::span(numbers));
        add_channel(animation, node, property, times,
                    document.add_accessor(view, float_type, sort, skin.times.size()), settings);
    };
    for (std::size_t j = 0; j < skin.joints.size(); ++j) {
        const JointTrack& joint = skin.joints[j];
        add_track(first_joint + int(j), "rotation", "VEC4", numbers_of(joint.rotations));
        if (!joint.translations.empty())
            add_track(first_joint + int(j), "translation", "VEC3", numbers_of(joint.translations));
    }
    if (!skin.targets.empty())
        add_weights_channel(animation, mesh_node, times, skin.target_weights, settings, document);
    return animation;
}

}  // namespace

json skin_report(const Skin& skin) {
    return {{"joints", skin.joints.size()},
            {"morph_targets", skin.targets.size()},
            {"is_whole", skin.is_whole},
            {"joints_per_point", skin.influences.joints.rows()},
            {"mean_lost_weight", skin.influences.mean_lost},
            {"most_lost_weight", skin.influences.most_lost},
            {"largest_displacement", skin.largest_displacement},
            {"mean_error", skin.error.mean},
            {"worst_error", skin.error.worst},
            {"worst_error_time", json::parse(fmt::format("{:.6g}", skin.error.worst_time))},
            {"mean_relative_error", skin.relative(skin.error.mean)},
            {"worst_relative_error", skin.relative(skin.error.worst)},
            {"mean_error_without_targets", skin.without_targets.mean},
            {"worst_error_without_targets", skin.without_targets.worst}};
}

std::string skin_content(const SurfaceMesh& rest, const Skin& skin, const Settings& settings) {
    Document document;
    json& head = document.head();
    head["scene"] = 0;
    head["scenes"] = {{{"nodes", {mesh_node, rig_node}}}};
    head["nodes"] = nodes_of(skin, settings);
    std::vector<NamedTarget> targets;
    for (const FramePoints& target : skin.targets)
        targets.push_back({fmt::format("difference {}", targets.size() + 1), &target});
    json mesh = morphing_mesh(rest, targets, settings, document);
    add_influences(mesh["primitives"][0], skin, document);
    mesh["extras"]["skinning"] = skin_report(skin);
    head["meshes"] = json::array({mesh});
    head["skins"] = json::array({skin_json(skin, settings, document)});
    if (!skin.times.empty())
        head["animations"] = json::array({animation_of(skin, settings, document)});
    return document.content(settings.is_binary);
}

}  // namespace sinew::gltf_output
