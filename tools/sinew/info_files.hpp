/// The output of `sinew info` for one file.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::tools {

/// The run.json of a run: what it took, and what its solvers found. Throws InputError if it is
/// none.
void print_run(const std::filesystem::path& file);

/// Keys of an archive (a checkpoint, say), with the sort and shape of what they hold.
void print_archive(const std::filesystem::path& file);

/// The vertices of a .bou file, which says nothing of the mesh that they belong to.
void print_vertex_list(const std::filesystem::path& file);

/// Scenes, meshes, skins with their joints and animations of a glTF file.
void print_gltf(const std::filesystem::path& file);

/// Joints and motion of a .bvh or .tgf file, read by rig/skeleton.
void print_skeleton(const std::filesystem::path& file, const std::string& ending);

/// Prints the header of an MDD or PC2 point cache.
void print_cache(const std::filesystem::path& file, const std::string& ending);

/// The surface, skeleton and times of USD text that output/usda wrote. Throws InputError if it is
/// of others, or cut off.
void print_stage(const std::filesystem::path& file);

/// A mesh, read by the plugin that knows files of that ending (in small letters): counts, sets,
/// arrays, size, quality. Throws InputError if none does.
void print_mesh(const std::filesystem::path& file, const std::string& ending);

}  // namespace sinew::tools
