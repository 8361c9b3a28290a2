#include "scene_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>

#include "skin_pose.hpp"

namespace sinew::gltf {
namespace {

/// The weight of each morph target at rest.
std::vector<double> weights_at_rest(const Node& node, const Mesh& mesh,
                                    const MorphWeights& wanted) {
    std::vector<double> weights =
        node.morph_weights.size() == mesh.targets.size() ? node.morph_weights : mesh.morph_weights;
    for (std::size_t k = 0; k < mesh.targets.size(); ++k)
        if (const auto found = wanted.find(mesh.targets[k].name); found != wanted.end())
            weights[k] = found->second;
    return weights;
}

Points morphed(const Node& node, const Mesh& mesh, const MorphWeights& wanted) {
    const std::vector<double> weights = weights_at_rest(node, mesh, wanted);
    Points positions = mesh.surface.positions;
    for (std::size_t k = 0; k < mesh.targets.size(); ++k)
        if (weights[k] != 0) positions += weights[k] * mesh.targets[k].displacement;
    return positions;
}

/// True if node or mesh has the wanted name, or any name will do; other names go into `others`.
bool is_wanted(const Node& node, const Mesh& mesh, const std::string& part,
               std::vector<std::string>& others) {
    if (part.empty() || node.name == part || mesh.name == part) return true;
    others.push_back(node.has_name ? node.name : mesh.name);
    return false;
}

void require_targets(const File& file, const MorphWeights& wanted) {
    std::vector<std::string> names;
    for (const Mesh& mesh : file.meshes)
        for (const MorphTarget& target : mesh.targets) names.push_back(target.name);
    for (const auto& [name, weight] : wanted)
        if (std::find(names.begin(), names.end(), name) == names.end())
            file.fail(fmt::format("there is no morph target '{}'", name),
                      names.empty() ? "the file has none" : suggestion(name, names));
}

/// A mesh of the scene, and its transform to the scene.
struct Piece {
    int node;
    const Mesh* mesh;
    Eigen::Affine3d to_scene;
};

std::vector<Piece> pieces_of(const File& file, const std::string& part) {
    const std::vector<Eigen::Affine3d> transforms = nodes_in_scene(file);
    std::vector<Piece> pieces;
    std::vector<std::string> others;
    for (std::size_t i = 0; i < file.nodes.size(); ++i) {
        const Node& node = file.nodes[i];
        if (node.mesh < 0) continue;
        const Mesh& mesh = file.meshes[std::size_t(node.mesh)];
        if (mesh.surface.n_triangles() == 0 || !is_wanted(node, mesh, part, others)) continue;
        pieces.push_back({int(i), &mesh,
                          node.skin < 0 ? transforms[i]
                                        : rest_of_skin(file, file.skins[std::size_t(node.skin)])});
    }
    if (pieces.empty())
        file.fail(
            others.empty() ? "there are no triangles" : fmt::format("there is no mesh '{}'", part),
            others.empty() ? "export the file with its meshes" : suggestion(part, others));
    return pieces;
}

}  // namespace

SurfaceMesh surface_in_scene(const File& file, const std::string& part,
                             const MorphWeights& morphs) {
    require_targets(file, morphs);
    SurfaceMesh all;
    for (const auto& [number, mesh, to_scene] : pieces_of(file, part)) {
        const Node& node = file.nodes[std::size_t(number)];
        const Eigen::Index n = all.n_points(), n_triangles = all.n_triangles();
        all.positions.conservativeResize(3, n + mesh->surface.n_points());
        all.positions.rightCols(mesh->surface.n_points()) = to_scene * morphed(node, *mesh, morphs);
        all.triangles.conservativeResize(3, n_triangles + mesh->surface.n_triangles());
        auto added = all.triangles.rightCols(mesh->surface.n_triangles());
        added = mesh->surface.triangles.array() + int(n);
        if (to_scene.linear().determinant() < 0) added.row(1).swap(added.row(2));
    }
    return all;
}

MorphClip morph_clip(const File& file, const std::string& part, const MorphWeights& morphs,
                     int animation, const SourceMark& where) {
    const std::vector<Piece> pieces = pieces_of(file, part);
    Eigen::Index n_points = 0, first = 0;
    for (const Piece& piece : pieces) n_points += piece.mesh->surface.n_points();
    MorphClip clip;
    const Animation& from = file.animations[std::size_t(animation)];
    for (const auto& [number, mesh, to_scene] : pieces) {
        const Eigen::Index n = mesh->surface.n_points();
        for (const Channel& channel : from.channels) {
            if (channel.node != number || channel.property != Property::weights) continue;
            MorphTrack track;
            track.at_rest = weights_at_rest(file.nodes[std::size_t(number)], *mesh, morphs);
            track.times = channel.times;
            track.weights = channel.values;
            track.between = channel.between;
            for (const MorphTarget& target : mesh->targets) {
                Points moved = Points::Zero(3, n_points);
                moved.middleCols(first, n) = to_scene.linear() * target.displacement;
                track.targets.push_back(std::move(moved));
                track.names.push_back(target.name);
            }
            clip.tracks.push_back(std::move(track));
        }
        first += n;
    }
    if (clip.tracks.empty())
        throw InputError(where,
                         fmt::format("animation '{}' of {} changes no morph weights of the surface",
                                     from.name, file.name),
                         "take one that does: sinew info lists them");
    return clip;
}

}  // namespace sinew::gltf
