/// A skinned mesh of a glTF file as viewers show it, evaluated apart from what wrote it.
#pragma once

#include <catch2/catch.hpp>
#include <sinew/gltf/gltf_file.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew::testing {

/// The file's nodes with what its one animation makes of them at keyframe k of each channel; the
/// weights of morph targets of the node that has the mesh.
inline gltf::File posed(gltf::File file, Eigen::Index k, Eigen::VectorXd& morph_weights) {
    for (const gltf::Channel& channel : file.animations.at(0).channels) {
        gltf::Node& node = file.nodes.at(std::size_t(channel.node));
        const Eigen::VectorXd value = channel.values.col(k);
        switch (channel.property) {
            case gltf::Property::translation:
                node.move = value;
                break;
            case gltf::Property::rotation:
                node.turn = Eigen::Quaterniond(Eigen::Vector4d(value));
                break;
            case gltf::Property::scale:
                node.scale = value;
                break;
            case gltf::Property::weights:
                morph_weights = value;
                break;
        }
    }
    for (gltf::Node& node : file.nodes)
        node.to_parent = Eigen::Translation3d(node.move) * node.turn * Eigen::Scaling(node.scale);
    return file;
}

/// Transform of a node to the scene.
inline Eigen::Affine3d in_scene(const gltf::File& file, int node) {
    const gltf::Node& at = file.nodes[std::size_t(node)];
    return at.parent < 0 ? at.to_parent : in_scene(file, at.parent) * at.to_parent;
}

/// x = sum_j w_j G_j B_j (X + sum_m c_m D_m) of each point, in the file's scene, at keyframe k
/// (section 3.7.3 of the specification).
inline Points shown_points(const gltf::File& file, Eigen::Index k) {
    const gltf::Mesh& mesh = file.meshes.at(0);
    Eigen::VectorXd c = Eigen::VectorXd::Zero(Eigen::Index(mesh.targets.size()));
    const gltf::File now = posed(file, k, c);
    const gltf::Skin& skin = file.skins.at(0);
    Points result = Points::Zero(3, mesh.surface.n_points());
    for (Eigen::Index i = 0; i < result.cols(); ++i) {
        Eigen::Vector3d X = mesh.surface.positions.col(i);
        for (std::size_t m = 0; m < mesh.targets.size(); ++m)
            X += c[Eigen::Index(m)] * mesh.targets[m].displacement.col(i);
        for (Eigen::Index r = 0; r < mesh.joints.rows(); ++r) {
            const auto j = std::size_t(mesh.joints(r, i));
            result.col(i) +=
                mesh.weights(r, i) * (in_scene(now, skin.joints[j]) * (skin.inverse_bind[j] * X));
        }
    }
    return result;
}

/// Points of the scene of a file, whose y points up, back with z up.
inline Points with_z_up(const Points& points) {
    Points result(3, points.cols());
    result.row(0) = points.row(0);
    result.row(1) = -points.row(2);
    result.row(2) = points.row(1);
    return result;
}

/// Two bones along x, of 1 m each: the first turns about z by 1 rad/s, the second beside it about
/// y by 2 rad/s.
class TwoBones final : public SkeletalRig {
public:
    TwoBones()
        : SkeletalRig({{"upper", -1, {0, 0, 0}, {{{0, 0, 0}, {1, 0, 0}}}},
                       {"lower", 0, {1, 0, 0}, {{{1, 0, 0}, {2, 0, 0}}}}}) {}
    Index n_parameters() const override { return 2; }
    Vector parameters(double t) const override { return Eigen::Vector2d(t, 2 * t); }
    BoneMotion pose(const Vector& p) const override {
        BoneMotion motion(2, Eigen::Isometry3d::Identity());
        motion[0].rotate(Eigen::AngleAxisd(p[0], Eigen::Vector3d::UnitZ()));
        const Eigen::Translation3d elbow(1, 0, 0);
        motion[1] =
            motion[0] * elbow * Eigen::AngleAxisd(p[1], Eigen::Vector3d::UnitY()) * elbow.inverse();
        return motion;
    }
};

}  // namespace sinew::testing
