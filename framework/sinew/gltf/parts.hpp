/// The parts that a glTF file is read in.
#pragma once

#include <string>

#include "accessor.hpp"

namespace sinew::gltf {

/// The remedy for a file that contradicts itself.
inline const std::string again = "export the file again";

/// The name, or the sort and the number of what has none.
std::string name_or(const std::string& name, const char* sort, std::size_t number);
/// `what` refers to one of n things of a sort: InputError if there is none of that number.
void require_index(const File& file, int index, std::size_t n, const std::string& what,
                   const char* sort);
/// x y z w as a rotation: InputError if it is longer or shorter than 1, by more than numbers of a
/// byte each explain.
Eigen::Quaterniond unit(const File& file, const Eigen::Vector4d& xyzw, const std::string& what);

/// Reads the meshes with their morph targets.
void read_meshes(const tinygltf::Model& model, File& file);
/// Reads the animations; the nodes and meshes of `file` have been read before.
void read_animations(const tinygltf::Model& model, File& file);

}  // namespace sinew::gltf
