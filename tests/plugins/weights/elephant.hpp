/// A public elephant with 24 bones, if it is there.
#pragma once

#include <fstream>
#include <optional>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/rig/bone.hpp>
#include <sstream>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>
#include <vector>

namespace sinew::test {

struct Elephant {
    VolumeMesh mesh;
    std::vector<Bone> bones;
};

/// TGF: lines `number x y z`, then `#`, then edges `from to ...` that are bones.
inline std::vector<Bone> read_tgf(const std::filesystem::path& file) {
    std::vector<Eigen::Vector3d> joints;
    std::vector<Bone> bones;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line) && line[0] != '#';) {
        std::istringstream words(line);
        int number = 0;
        Eigen::Vector3d at;
        words >> number >> at.x() >> at.y() >> at.z();
        joints.push_back(at);
    }
    for (std::string line; std::getline(in, line) && line[0] != '#';) {
        std::istringstream words(line);
        std::size_t from = 0, to = 0;
        words >> from >> to;
        const Eigen::Vector3d head = joints.at(from - 1), tail = joints.at(to - 1);
        bones.push_back({line, -1, head, {{head, tail}}, 0});
    }
    return bones;
}

inline std::optional<Elephant> read_elephant() {
    const auto mesh = data_file("elephant_rigged/elephant.mesh");
    const auto bones = data_file("elephant_rigged/elephant.tgf");
    if (!mesh || !bones) return {};
    return Elephant{*load_mesh("{type: gmsh, file: " + mesh->string() + "}").volume,
                    read_tgf(*bones)};
}

/// Nodes whose strongest bone is hardly farther from them than the nearest one.
inline int n_with_near_bone(const Eigen::MatrixXd& weights, const Elephant& elephant) {
    int n = 0;
    for (Eigen::Index i = 0; i < weights.rows(); ++i) {
        Eigen::Index strongest = 0;
        weights.row(i).maxCoeff(&strongest);
        const Eigen::Vector3d x = elephant.mesh.positions.col(i);
        const Bone& nearest = elephant.bones[std::size_t(nearest_bone(elephant.bones, x))];
        n += distance_to(elephant.bones[std::size_t(strongest)], x) <
             1.2 * distance_to(nearest, x) + 1;
    }
    return n;
}

}  // namespace sinew::test
