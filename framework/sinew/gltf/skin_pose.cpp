#include "skin_pose.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sinew/kernel/diagnostics/nearest.hpp>

namespace sinew::gltf {
namespace {

/// -1 if there is no such name, nor a number below n.
int by_name_or_number(const std::vector<std::string>& names, const std::string& wanted) {
    const auto found = std::find(names.begin(), names.end(), wanted);
    if (found != names.end()) return int(found - names.begin());
    int number = -1;
    const char* end = wanted.data() + wanted.size();
    const auto read = std::from_chars(wanted.data(), end, number);
    const bool is_number = read.ec == std::errc() && read.ptr == end;
    return is_number && number >= 0 && number < int(names.size()) ? number : -1;
}

int choose(const File& file, const std::vector<std::string>& names, const char* key,
           const char* sort, const std::string& wanted, const SourceMark& where) {
    if (wanted.empty()) {
        if (names.size() == 1) return 0;
        throw InputError(
            where,
            fmt::format("{} has {} {}s: {}", file.name, names.size(), sort, fmt::join(names, ", ")),
            fmt::format("say which, {}: {}, by name or number from 0", key, names.front()));
    }
    const int chosen = by_name_or_number(names, wanted);
    if (chosen < 0)
        throw InputError(
            where, fmt::format("{} has no {} '{}'", file.name, sort, wanted),
            names.empty() ? fmt::format("it has none: leave {} out, or give a file that has", key)
                          : suggestion(wanted, names));
    return chosen;
}

template <class Things>
std::vector<std::string> names_of(const Things& things) {
    std::vector<std::string> names;
    for (const auto& thing : things) names.push_back(thing.name);
    return names;
}

}  // namespace

std::vector<Eigen::Affine3d> nodes_in_scene(const File& file) {
    std::vector<Eigen::Affine3d> transforms;
    for (const Node& node : file.nodes) {
        Eigen::Affine3d to_scene = node.to_parent;
        for (int at = node.parent; at >= 0; at = file.nodes[std::size_t(at)].parent)
            to_scene = file.nodes[std::size_t(at)].to_parent * to_scene;
        transforms.push_back(to_scene);
    }
    return transforms;
}

int joint_above(const File& file, const Skin& skin, int node) {
    for (int at = file.nodes[std::size_t(node)].parent; at >= 0;
         at = file.nodes[std::size_t(at)].parent) {
        const auto found = std::find(skin.joints.begin(), skin.joints.end(), at);
        if (found != skin.joints.end()) return int(found - skin.joints.begin());
    }
    return -1;
}

std::vector<std::string> joint_names(const File& file, const Skin& skin) {
    const auto name_of = [&](int joint) -> const std::string& {
        return file.nodes[std::size_t(joint)].name;
    };
    std::vector<std::string> names;
    for (const int joint : skin.joints) {
        const auto n_alike = std::count_if(skin.joints.begin(), skin.joints.end(), [&](int other) {
            return name_of(other) == name_of(joint);
        });
        names.push_back(n_alike == 1 ? name_of(joint)
                                     : fmt::format("{} (node {})", name_of(joint), joint));
    }
    return names;
}

Eigen::Affine3d rest_of_skin(const File& file, const Skin& skin) {
    std::size_t root = 0;
    while (joint_above(file, skin, skin.joints[root]) >= 0) ++root;
    return nodes_in_scene(file)[std::size_t(skin.joints[root])] * skin.inverse_bind[root];
}

std::optional<Similarity> similarity_of(const Eigen::Affine3d& transform) {
    constexpr double tolerance = 1e-3;
    const double volume = transform.linear().determinant();
    if (!(volume > 0)) return {};
    Similarity result{Eigen::Isometry3d::Identity(), std::cbrt(volume)};
    const Eigen::Matrix3d turn = transform.linear() / result.scale;
    if (!(turn * turn.transpose()).isIdentity(tolerance)) return {};
    result.motion.linear() = Eigen::Quaterniond(turn).normalized().toRotationMatrix();
    result.motion.translation() = transform.translation();
    return result;
}

WeightedSurface weighted_surface(const File& file, int number) {
    const Skin& skin = file.skins[std::size_t(number)];
    const Eigen::Affine3d rest = rest_of_skin(file, skin);
    WeightedSurface result;
    std::vector<Eigen::Triplet<double>> entries;
    for (const Node& node : file.nodes) {
        if (node.skin != number || node.mesh < 0) continue;
        const Mesh& mesh = file.meshes[std::size_t(node.mesh)];
        SurfaceMesh& all = result.surface;
        const Eigen::Index first = all.n_points(), first_triangle = all.n_triangles();
        all.positions.conservativeResize(3, first + mesh.surface.n_points());
        all.positions.rightCols(mesh.surface.n_points()) = rest * mesh.surface.positions;
        all.triangles.conservativeResize(3, first_triangle + mesh.surface.n_triangles());
        all.triangles.rightCols(mesh.surface.n_triangles()) =
            mesh.surface.triangles.array() + int(first);
        for (Eigen::Index i = 0; i < mesh.joints.cols(); ++i)
            for (Eigen::Index k = 0; k < mesh.joints.rows(); ++k) {
                if (mesh.weights(k, i) == 0) continue;
                if (mesh.joints(k, i) >= int(skin.joints.size()))
                    file.fail(
                        fmt::format("vertex {} of mesh '{}' is moved by joint {} of skin "
                                    "'{}', which has {}",
                                    i, mesh.name, mesh.joints(k, i), skin.name, skin.joints.size()),
                        "export the file again");
                entries.emplace_back(int(first + i), mesh.joints(k, i), mesh.weights(k, i));
            }
    }
    result.weights.resize(result.surface.n_points(), Eigen::Index(skin.joints.size()));
    result.weights.setFromTriplets(entries.begin(), entries.end());
    return result;
}

int choose_skin(const File& file, const std::string& wanted, const SourceMark& where) {
    if (file.skins.empty())
        throw InputError(where,
                         fmt::format("{} has no skins, which say what its joints are", file.name),
                         "export the character with its armature and skinning, or take the bones "
                         "from a .bvh or .tgf file");
    return choose(file, names_of(file.skins), "skin", "skin", wanted, where);
}

int choose_animation(const File& file, const std::string& wanted, const SourceMark& where) {
    if (file.animations.empty() && wanted.empty()) return -1;
    return choose(file, names_of(file.animations), "clip", "animation", wanted, where);
}

}  // namespace sinew::gltf
