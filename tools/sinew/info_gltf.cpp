#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <sinew/gltf/gltf_file.hpp>
#include <sinew/gltf/skin_pose.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

#include "info_files.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace {

void print_meshes(const gltf::File& file) {
    if (file.meshes.empty()) return;
    TextTable table({"mesh", "points", "triangles", "joints a point", "morph targets"});
    for (const gltf::Mesh& mesh : file.meshes) {
        const std::size_t n = mesh.targets.size();
        table.add({mesh.name, std::to_string(mesh.surface.n_points()),
                   std::to_string(mesh.surface.n_triangles()),
                   mesh.joints.rows() == 0 ? "" : fmt::format("up to {}", mesh.joints.rows()),
                   n == 0   ? ""
                   : n == 1 ? mesh.targets[0].name
                            : fmt::format("{}: {} to {}", n, mesh.targets.front().name,
                                          mesh.targets.back().name)});
    }
    std::cout << "\n" << table.text();
}

void print_skins(const gltf::File& file) {
    for (std::size_t s = 0; s < file.skins.size(); ++s) {
        const gltf::Skin& skin = file.skins[s];
        std::cout << fmt::format("\n  skin '{}': {} joints\n", skin.name, skin.joints.size());
        const std::vector<std::string> names = gltf::joint_names(file, skin);
        const Eigen::Affine3d rest = gltf::rest_of_skin(file, skin);
        TextTable table({"joint", "parent", "at rest [m]"});
        for (std::size_t j = 0; j < names.size(); ++j) {
            const int parent = gltf::joint_above(file, skin, skin.joints[j]);
            const Eigen::Vector3d at = (rest * skin.inverse_bind[j].inverse()).translation();
            table.add({names[j], parent < 0 ? "" : names[std::size_t(parent)],
                       fmt::format("{:.4f} {:.4f} {:.4f}", at.x(), at.y(), at.z())});
        }
        std::cout << table.text();
    }
}

void print_animations(const gltf::File& file) {
    if (file.animations.empty()) return;
    TextTable table({"animation", "from [s]", "to [s]", "keyframes", "turns", "moves", "scales",
                     "morph weights"});
    for (const gltf::Animation& animation : file.animations) {
        std::array<int, 4> n{};
        std::size_t most = 0;
        for (const gltf::Channel& channel : animation.channels) {
            ++n[std::size_t(channel.property)];
            most = std::max(most, channel.times.size());
        }
        const auto count = [&](gltf::Property property) {
            const int k = n[std::size_t(property)];
            return k == 0 ? std::string() : std::to_string(k);
        };
        table.add({animation.name, fmt::format("{:.6g}", animation.begin),
                   fmt::format("{:.6g}", animation.end), fmt::format("up to {}", most),
                   count(gltf::Property::rotation), count(gltf::Property::translation),
                   count(gltf::Property::scale), count(gltf::Property::weights)});
    }
    std::cout << "\n" << table.text();
}

}  // namespace

void print_gltf(const std::filesystem::path& path) {
    const gltf::File file = gltf::read({std::filesystem::absolute(path), path.string(), {}});
    std::cout << fmt::format("{}: glTF 2.0{}\n", path.string(),
                             file.generator.empty() ? "" : " by " + file.generator);
    if (!file.scenes.empty())
        std::cout << fmt::format("  scenes    {}\n", fmt::join(file.scenes, ", "));
    std::cout << fmt::format("  nodes     {}\n", file.nodes.size());
    for (const std::string& warning : file.warnings)
        std::cout << fmt::format("  warning   {}\n", warning);
    print_meshes(file);
    print_skins(file);
    print_animations(file);
}

}  // namespace sinew::tools
