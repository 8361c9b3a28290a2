#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/scene/canonical_text.hpp>
#include <sinew/mechanics/shape/combinations.hpp>
#include <sinew/mechanics/shape/limbs.hpp>
#include <sinew/mechanics/shape/primitives.hpp>

namespace sinew {

namespace {

template <class Primitive>
class PrimitiveSolid final : public Shape::Solid {
public:
    explicit PrimitiveSolid(const Primitive& primitive) : primitive_(primitive) {}
    double value(const Eigen::Vector3d& x) const override { return primitive_.value(x); }
    Eigen::AlignedBox3d box() const override { return primitive_.box(); }
    void edges(std::vector<Shape::Edge>& out) const override { primitive_.edges(out); }

private:
    Primitive primitive_;
};

/// Parameters of a union, an intersection or a difference.
struct Parts {
    std::vector<Shape> of;
    double blend = 0;
    static constexpr auto fields = std::tuple{
        field("of", &Parts::of, "The shapes it is made of").required(),
        field("blend", &Parts::blend, unit::m, non_negative,
              "Width in which surfaces melt together"),
    };
};

struct Turn {
    Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
    double angle = 0;
    static constexpr auto fields = std::tuple{
        field("axis", &Turn::axis, "Direction of the axis").required(),
        field("angle", &Turn::angle, unit::rad, "Angle by the right hand").required(),
    };
};

struct Placement {
    Shape of;
    Eigen::Vector3d translate = Eigen::Vector3d::Zero();
    std::optional<Turn> rotate;
    double scale = 1;
    static constexpr auto fields = std::tuple{
        field("of", &Placement::of, "The shape that is placed").required(),
        field("translate", &Placement::translate, unit::m, "Moved by, after all else"),
        field("rotate", &Placement::rotate, "Turned about the origin"),
        field("scale", &Placement::scale, positive, "Scaled about the origin, first of all"),
    };
};

using Solid = std::shared_ptr<const Shape::Solid>;
using Reader = Solid (*)(const Value&, ReadContext&);

bool check_direction(const Eigen::Vector3d& direction, const char* name, const Value& value,
                     ReadContext& context) {
    if (direction.norm() > 0) return true;
    context.diagnostics.error(value.mark, fmt::format("{} must not be the zero vector", name));
    return false;
}

template <class Primitive>
Solid read_primitive(const Value& value, ReadContext& context) {
    Primitive primitive;
    if (!read_params(value, context, primitive)) return nullptr;
    if constexpr (requires { primitive.axis; }) {
        if (!check_direction(primitive.axis, "axis", value, context)) return nullptr;
    }
    if constexpr (requires { primitive.normal; }) {
        if (!check_direction(primitive.normal, "normal", value, context)) return nullptr;
    }
    if constexpr (std::is_same_v<Primitive, shapes::Box>) {
        const double thinnest = (primitive.max - primitive.min).minCoeff();
        if (thinnest <= 2 * primitive.rounding) {
            context.diagnostics.error(
                value.mark,
                fmt::format("box: its thinnest side is {} m with a rounding of {} m", thinnest,
                            primitive.rounding),
                "max must exceed min by more than twice the rounding");
            return nullptr;
        }
    }
    return std::make_shared<PrimitiveSolid<Primitive>>(primitive);
}

template <Solid (*combine)(std::vector<Solid>, double)>
Solid read_parts(const Value& value, ReadContext& context) {
    Parts parts;
    if (!read_params(value, context, parts)) return nullptr;
    if (parts.of.empty()) {
        context.diagnostics.error(value.mark, "of: needs at least one shape");
        return nullptr;
    }
    std::vector<Solid> solids;
    for (const Shape& shape : parts.of) solids.push_back(shape.solid());
    return combine(std::move(solids), parts.blend);
}

Solid read_placement(const Value& value, ReadContext& context) {
    Placement placement;
    if (!read_params(value, context, placement)) return nullptr;
    Eigen::Affine3d to_world(Eigen::Translation3d(placement.translate));
    if (placement.rotate) {
        if (!check_direction(placement.rotate->axis, "axis", value, context)) return nullptr;
        to_world.rotate(
            Eigen::AngleAxisd(placement.rotate->angle, placement.rotate->axis.normalized()));
    }
    to_world.scale(placement.scale);
    return shapes::place(placement.of.solid(), to_world, placement.scale);
}

struct Word {
    const char* name;
    Reader read;
    std::vector<ParamDoc> (*params)();
};

const std::vector<Word>& words() {
    static const std::vector<Word> all = {
        {"sphere", read_primitive<shapes::Sphere>, describe_params<shapes::Sphere>},
        {"capsule", read_primitive<shapes::Capsule>, describe_params<shapes::Capsule>},
        {"box", read_primitive<shapes::Box>, describe_params<shapes::Box>},
        {"ellipsoid", read_primitive<shapes::Ellipsoid>, describe_params<shapes::Ellipsoid>},
        {"torus", read_primitive<shapes::Torus>, describe_params<shapes::Torus>},
        {"half_space", read_primitive<shapes::HalfSpace>, describe_params<shapes::HalfSpace>},
        {"union", read_parts<shapes::unite>, nullptr},
        {"intersection", read_parts<shapes::intersect>, nullptr},
        {"difference", read_parts<shapes::subtract>, nullptr},
        {"transform", read_placement, nullptr},
        {"limbs", shapes::read_limbs, nullptr},
    };
    return all;
}

std::vector<std::string> word_names() {
    std::vector<std::string> names;
    for (const Word& word : words()) names.emplace_back(word.name);
    return names;
}

}  // namespace

Eigen::AlignedBox3d Shape::bounded_box(BuildContext& context) const {
    const Eigen::AlignedBox3d bounds = box();
    if (bounds.isEmpty())
        context.fail(mark_, "the shape is empty", "check differences and intersections");
    if (!bounds.sizes().allFinite())
        context.fail(mark_, "the shape has no bounds",
                     "intersect half-spaces with something finite");
    return bounds;
}

Shape Shape::grown(const BuildContext& context) const {
    const shapes::Bones bones(context);
    const auto solid = solid_->grown(bones);
    if (solid == nullptr) return *this;
    Shape shape = *this;
    shape.solid_ = solid;
    for (const Bone& bone : bones.of_rig(mark_)) {
        shape.text_ += fmt::format(" {}:", bone.name);
        for (const BoneSegment& segment : bone.segments)
            shape.text_ += fmt::format(" {:.17g}-{:.17g}", fmt::join(segment.head, ","),
                                       fmt::join(segment.tail, ","));
    }
    return shape;
}

std::vector<Shape::Edge> Shape::edges() const {
    std::vector<Edge> edges;
    solid_->edges(edges);
    return edges;
}

bool ParamType<Shape>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                            Shape& out) {
    if (!value.is_map() || value.entries.size() != 1) {
        context.diagnostics.error(
            value.mark,
            fmt::format("{}: expected a map with the one name of a shape, got {}", info.name,
                        value.describe()),
            suggestion("", word_names()));
        return false;
    }
    const Value::Entry& entry = value.entries.front();
    for (const Word& word : words()) {
        if (entry.key != word.name) continue;
        ReadContext inner = context;
        inner.structure = word.name;
        out.solid_ = word.read(entry.value, inner);
        out.mark_ = value.mark;
        out.text_ = canonical_text(value);
        return out.solid_ != nullptr;
    }
    context.diagnostics.error(entry.key_mark, fmt::format("there is no shape '{}'", entry.key),
                              suggestion(entry.key, word_names()));
    return false;
}

std::string ParamType<Shape>::schema(const FieldInfo&) {
    std::string names;
    for (const Word& word : words())
        names += fmt::format("{}\"{}\"", names.empty() ? "" : ",", word.name);
    return fmt::format(R"({{"type":"object","minProperties":1,"maxProperties":1,)"
                       R"("propertyNames":{{"enum":[{}]}}}})",
                       names);
}

}  // namespace sinew
