/// `transform: {translate: [0, 0, 1], rotate: {axis: [0, 0, 1], angle: 90 deg}, scale: 2}`
#pragma once

#include <Eigen/Geometry>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A rotation about an axis through the origin.
struct Rotation {
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    double angle = 0;

    static constexpr auto fields = std::tuple{
        field("axis", &Rotation::axis, "Axis through the origin, of any length but zero")
            .required(),
        field("angle", &Rotation::angle, unit::rad, "Angle, positive by the right hand").required(),
    };
};

/// One rotation, or a list of them in the order in which they are applied.
struct Rotations {
    std::vector<Rotation> list;
};

/// One factor, or one for each axis of the node.
struct Scale {
    Eigen::Vector3d factors = Eigen::Vector3d::Ones();
};

template <>
struct ParamType<Rotations> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Rotations& out);
    static std::string type_name(const FieldInfo&);
    static std::string schema(const FieldInfo&);
    static std::string show(const Rotations&, const FieldInfo&);
    static std::vector<ParamDoc> nested();
};

template <>
struct ParamType<Scale> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Scale& out);
    static std::string type_name(const FieldInfo&);
    static std::string schema(const FieldInfo&);
    static std::string show(const Scale&, const FieldInfo&);
};

/// x_parent = translate + rotate (scale x): scaled first, moved last.
struct Transform {
    Eigen::Vector3d translate = Eigen::Vector3d::Zero();
    Rotations rotate;
    Scale scale;

    static constexpr auto fields = std::tuple{
        field("translate", &Transform::translate, unit::m, "Where the node's origin goes"),
        field("rotate", &Transform::rotate, "A rotation, or a list applied in order"),
        field("scale", &Transform::scale, positive, "A factor, or one an axis; applied first"),
    };

    /// The transform as a matrix, lengths in [m].
    Eigen::Affine3d affine() const;
};

}  // namespace sinew
