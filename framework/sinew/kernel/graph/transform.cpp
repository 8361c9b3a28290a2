#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/graph/transform.hpp>

namespace sinew {

bool ParamType<Rotations>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                                Rotations& out) {
    out.list.clear();
    bool good = true;
    const auto read_one = [&](const Value& item) {
        Rotation rotation;
        if (!read_params(item, context, rotation)) {
            good = false;
        } else if (!(rotation.axis.norm() > 0)) {
            const Value* axis = item.find("axis");
            context.diagnostics.add(Diagnostic::error("the axis of a rotation has no length")
                                        .remedy("give it a direction, [0, 0, 1] say")
                                        .at(axis ? axis->mark : item.mark)
                                        .on(context.node_path, context.plugin));
            good = false;
        } else {
            out.list.push_back(rotation);
        }
    };
    const bool is_of_numbers =
        value.is_scalar() ||
        (value.is_list() && std::any_of(value.items.begin(), value.items.end(),
                                        [](const Value& item) { return item.is_scalar(); }));
    if (is_of_numbers)
        return context.error(
            value.mark,
            fmt::format("{}: expected a rotation {{axis: [x, y, z], angle: 30 deg}} or a list of "
                        "them, got {}",
                        info.name, value.is_list() ? "a list of numbers" : value.describe()),
            value.is_list() && value.items.size() == 3
                ? "for angles about x, y and z write one rotation each, in the order in which they "
                  "are applied: [{axis: [1, 0, 0], angle: 10 deg}, {axis: [0, 1, 0], angle: 30 "
                  "deg}]"
                : "give the axis and the angle: {axis: [0, 0, 1], angle: 90 deg}");
    if (value.is_list())
        for (const Value& item : value.items) read_one(item);
    else
        read_one(value);
    return good;
}

std::string ParamType<Rotations>::type_name(const FieldInfo&) {
    return "rotation or list of rotations";
}

std::string ParamType<Rotations>::schema(const FieldInfo&) {
    const std::string quantity = R"({"type": ["number", "string"]})";
    const std::string one = fmt::format(
        R"({{"type": "object", "additionalProperties": false, "required": ["axis", "angle"],)"
        R"( "properties": {{"axis": {{"type": "array", "items": {0}, "minItems": 3,)"
        R"( "maxItems": 3}}, "angle": {0}}}}})",
        quantity);
    return fmt::format(R"({{"anyOf": [{0}, {{"type": "array", "items": {0}}}]}})", one);
}

std::string ParamType<Rotations>::show(const Rotations&, const FieldInfo&) {
    return {};
}

std::vector<ParamDoc> ParamType<Rotations>::nested() {
    return describe_params<Rotation>();
}

bool ParamType<Scale>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                            Scale& out) {
    if (value.is_list()) return ParamType<Eigen::Vector3d>::read(value, info, context, out.factors);
    double factor = 1;
    if (!ParamType<double>::read(value, info, context, factor)) return false;
    out.factors.setConstant(factor);
    return true;
}

std::string ParamType<Scale>::type_name(const FieldInfo&) {
    return "number or vector of 3";
}

std::string ParamType<Scale>::schema(const FieldInfo& info) {
    return fmt::format(R"({{"anyOf": [{}, {}]}})", ParamType<double>::schema(info),
                       ParamType<Eigen::Vector3d>::schema(info));
}

std::string ParamType<Scale>::show(const Scale& scale, const FieldInfo&) {
    const Eigen::Vector3d& f = scale.factors;
    if (f.x() == f.y() && f.y() == f.z()) return fmt::format("{:g}", f.x());
    return fmt::format("[{:g}, {:g}, {:g}]", f.x(), f.y(), f.z());
}

Eigen::Affine3d Transform::affine() const {
    Eigen::Affine3d result = Eigen::Affine3d::Identity();
    result.translate(translate);
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    for (const Rotation& one : rotate.list)
        turn = Eigen::AngleAxisd(one.angle, one.axis.normalized()) * turn;
    result.rotate(turn.normalized());
    result.scale(scale.factors);
    return result;
}

}  // namespace sinew
