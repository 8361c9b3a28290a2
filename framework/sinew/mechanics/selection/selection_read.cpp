/// Reads a selection from a scene's value, and gives the schema of such values.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/selection/selection_tree.hpp>

namespace sinew {
namespace selection {

enum class Axis { x, y, z };

struct InBox {
    Eigen::Vector3d min = Eigen::Vector3d::Zero(), max = Eigen::Vector3d::Zero();
    std::optional<double> tolerance;
    static constexpr auto fields = std::tuple{
        field("min", &InBox::min, unit::m, "Lower corner").required(),
        field("max", &InBox::max, unit::m, "Upper corner").required(),
        field("tolerance", &InBox::tolerance, unit::m, non_negative,
              "How far outside still counts"),
    };
    std::string mistake() const {
        return (min.array() <= max.array()).all() ? "" : "min must not be above max";
    }
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        const double eps = tolerance.value_or(target.tolerance);
        return (x.array() >= min.array() - eps).all() && (x.array() <= max.array() + eps).all();
    }
};

struct InSphere {
    Eigen::Vector3d center = Eigen::Vector3d::Zero();
    double radius = 0;
    std::optional<double> tolerance;
    static constexpr auto fields = std::tuple{
        field("center", &InSphere::center, unit::m, "Centre").required(),
        field("radius", &InSphere::radius, unit::m, positive, "Radius").required(),
        field("tolerance", &InSphere::tolerance, unit::m, non_negative,
              "How far outside still counts"),
    };
    std::string mistake() const { return ""; }
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        return (x - center).norm() <= radius + tolerance.value_or(target.tolerance);
    }
};

/// Common parameters of cylinder and capsule: points near a line segment.
struct NearSegment {
    Eigen::Vector3d from = Eigen::Vector3d::Zero(), to = Eigen::Vector3d::Zero();
    double radius = 0;
    std::optional<double> tolerance;
    static constexpr auto fields = std::tuple{
        field("from", &NearSegment::from, unit::m, "One end of the axis").required(),
        field("to", &NearSegment::to, unit::m, "The other end").required(),
        field("radius", &NearSegment::radius, unit::m, positive, "Radius").required(),
        field("tolerance", &NearSegment::tolerance, unit::m, non_negative,
              "How far outside still counts"),
    };
    std::string mistake() const { return from != to ? "" : "from and to must differ"; }
    double length() const { return (to - from).norm(); }
    /// Position along the axis: 0 at `from`, length() at `to` [m].
    double along(const Eigen::Vector3d& x) const { return (x - from).dot(to - from) / length(); }
    double distance_at(const Eigen::Vector3d& x, double position) const {
        return (x - from - position / length() * (to - from)).norm();
    }
};

/// It ends in flat faces.
struct InCylinder : NearSegment {
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        const double eps = tolerance.value_or(target.tolerance), position = along(x);
        return position >= -eps && position <= length() + eps &&
               distance_at(x, position) <= radius + eps;
    }
};

/// It ends in half balls.
struct InCapsule : NearSegment {
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        const double nearest = std::clamp(along(x), 0.0, length());
        return distance_at(x, nearest) <= radius + tolerance.value_or(target.tolerance);
    }
};

/// Common parameters of plane and half_space.
struct PlaneParams {
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();
    double offset = 0;
    std::optional<double> tolerance;
    static constexpr auto fields = std::tuple{
        field("normal", &PlaneParams::normal, "Normal, of any length").required(),
        field("offset", &PlaneParams::offset, unit::m, "Distance from the origin along the normal"),
        field("tolerance", &PlaneParams::tolerance, unit::m, non_negative,
              "How far beside it still counts"),
    };
    std::string mistake() const { return normal.norm() > 0 ? "" : "the normal must not be zero"; }
    double height(const Eigen::Vector3d& x) const { return normal.normalized().dot(x) - offset; }
};

struct OnPlane : PlaneParams {
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        return std::abs(height(x)) <= tolerance.value_or(target.tolerance);
    }
};

struct InHalfSpace : PlaneParams {
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        return height(x) <= tolerance.value_or(target.tolerance);
    }
};

struct InExtent {
    Axis axis = Axis::x;
    double from = 0, to = 1;
    std::optional<double> tolerance;
    static constexpr auto fields = std::tuple{
        field("axis", &InExtent::axis, "Along which the mesh is measured").required(),
        field("from", &InExtent::from, from_to(0, 1), "Fraction of the bounding box"),
        field("to", &InExtent::to, from_to(0, 1), "Fraction of the bounding box"),
        field("tolerance", &InExtent::tolerance, unit::m, non_negative,
              "How far outside still counts"),
    };
    std::string mistake() const { return from <= to ? "" : "from must not be above to"; }
    bool contains(const Eigen::Vector3d& x, const Term::Target& target) const {
        const auto i = static_cast<Eigen::Index>(axis);
        const double low = target.box.min()[i], size = target.box.sizes()[i];
        const double eps = tolerance.value_or(target.tolerance);
        return x[i] >= low + from * size - eps && x[i] <= low + to * size + eps;
    }
};

struct ArrayParams {
    std::string name;
    std::optional<double> equals, from, to;
    static constexpr auto fields = std::tuple{
        field("array", &ArrayParams::name, "Name of the array").required(),
        field("equals", &ArrayParams::equals, "Its value"),
        field("from", &ArrayParams::from, "Its least value"),
        field("to", &ArrayParams::to, "Its greatest value"),
    };
    std::string mistake() const {
        if (equals && (from || to)) return "write equals, or from and to";
        return equals || from || to ? "" : "write equals, or from and to, or one of these";
    }
};

}  // namespace selection

template <>
struct EnumNames<selection::Axis> {
    static constexpr std::array names{std::pair{"x", selection::Axis::x},
                                      std::pair{"y", selection::Axis::y},
                                      std::pair{"z", selection::Axis::z}};
};

namespace selection {
namespace {

const std::vector<std::string> words{"box",        "sphere",   "cylinder", "capsule", "plane",
                                     "half_space", "extent",   "set",      "array",   "nodes",
                                     "elements",   "boundary", "all_of",   "any_of",  "not"};
const char* example = "for example {plane: {normal: [1, 0, 0], offset: 0}}, {set: grip} or all";

template <class Params>
bool read_checked(const Value& value, ReadContext& context, const std::string& word, Params& out) {
    ReadContext inner = context;
    inner.structure = word;
    if (!read_params(value, inner, out)) return false;
    const std::string mistake = out.mistake();
    return mistake.empty() || context.error(value.mark, word + ": " + mistake);
}

template <class Params>
TermPointer read_shape(const Value& value, ReadContext& context, const std::string& word) {
    Params params;
    if (!read_checked(value, context, word, params)) return nullptr;
    return std::make_shared<Shape>([params](const Eigen::Vector3d& x, const Term::Target& target) {
        return params.contains(x, target);
    });
}

TermPointer read_array(const Value& value, ReadContext& context) {
    ArrayParams array;
    if (!read_checked(value, context, "array", array)) return nullptr;
    const double infinity = std::numeric_limits<double>::infinity();
    const double low = array.equals.value_or(array.from.value_or(-infinity));
    const double high = array.equals.value_or(array.to.value_or(infinity));
    return std::make_shared<NamedArray>(array.name, low, high, value.mark);
}

template <class List>
TermPointer read_numbers(const Value& value, ReadContext& context, const char* word) {
    std::vector<int> numbers;
    const FieldInfo info{word, unit::one, non_negative, "numbers that count from 0", true};
    if (!ParamType<std::vector<int>>::read(value, info, context, numbers)) return nullptr;
    return std::make_shared<List>(std::move(numbers), value.mark);
}

TermPointer read_set(const Value& value, ReadContext& context) {
    std::string name;
    const FieldInfo info{"set", unit::one, any_number, "the name of a set of the mesh", true};
    if (!ParamType<std::string>::read(value, info, context, name)) return nullptr;
    return std::make_shared<NamedSet>(name, value.mark);
}

TermPointer read_boundary(const Value& value, ReadContext& context) {
    bool on = false;
    const FieldInfo info{"boundary", unit::one, any_number, "the nodes of the skin", true};
    if (!ParamType<bool>::read(value, info, context, on)) return nullptr;
    if (on) return std::make_shared<OnBoundary>();
    context.error(value.mark, "boundary: only true is meaningful",
                  "write {not: {boundary: true}} for the inside");
    return nullptr;
}

TermPointer read_list(const Value& value, const FieldInfo& info, ReadContext& context,
                      const std::string& word, Combination::How how) {
    if (!value.is_list() || value.items.empty()) {
        context.error(value.mark,
                      fmt::format("{}: expected a list of selections, got {}", word,
                                  value.is_list() ? "an empty list" : value.describe()),
                      fmt::format("write {}: [{{...}}, {{...}}]", word));
        return nullptr;
    }
    std::vector<TermPointer> parts;
    std::vector<SourceMark> marks;
    bool ok = true;
    for (const Value& item : value.items) {
        parts.push_back(read(item, info, context));
        marks.push_back(item.mark);
        ok = ok && parts.back();
    }
    return ok ? std::make_shared<Combination>(how, std::move(parts), std::move(marks)) : nullptr;
}

TermPointer read_word(const std::string& word, const Value& value, const FieldInfo& info,
                      ReadContext& context) {
    using How = Combination::How;
    if (word == "box") return read_shape<InBox>(value, context, word);
    if (word == "sphere") return read_shape<InSphere>(value, context, word);
    if (word == "cylinder") return read_shape<InCylinder>(value, context, word);
    if (word == "capsule") return read_shape<InCapsule>(value, context, word);
    if (word == "plane") return read_shape<OnPlane>(value, context, word);
    if (word == "half_space") return read_shape<InHalfSpace>(value, context, word);
    if (word == "extent") return read_shape<InExtent>(value, context, word);
    if (word == "set") return read_set(value, context);
    if (word == "nodes") return read_numbers<NodeList>(value, context, "nodes");
    if (word == "elements") return read_numbers<ElementList>(value, context, "elements");
    if (word == "boundary") return read_boundary(value, context);
    if (word == "all_of") return read_list(value, info, context, word, How::all_of);
    if (word == "any_of") return read_list(value, info, context, word, How::any_of);
    TermPointer part = read(value, info, context);
    if (!part) return nullptr;
    return std::make_shared<Combination>(How::none_of, std::vector{std::move(part)},
                                         std::vector{value.mark});
}

}  // namespace

TermPointer read(const Value& value, const FieldInfo& info, ReadContext& context) {
    if (value.is_scalar() && value.text == "all") return std::make_shared<Everything>();
    if (value.find("array")) return read_array(value, context);
    if (!value.is_map() || value.entries.size() != 1) {
        context.error(value.mark,
                      fmt::format("{}: expected a selection with one key, got {}", info.name,
                                  value.is_map() && !value.entries.empty()
                                      ? fmt::format("{} keys", value.entries.size())
                                      : value.describe()),
                      value.is_map() && value.entries.size() > 1
                          ? "combine selections by {all_of: [...]} or {any_of: [...]}"
                          : example);
        return nullptr;
    }
    const Value::Entry& entry = value.entries.front();
    if (std::find(words.begin(), words.end(), entry.key) == words.end()) {
        context.error(entry.key_mark,
                      fmt::format("{}: there is no selection '{}'; {}", info.name, entry.key,
                                  suggestion(entry.key, words)),
                      example);
        return nullptr;
    }
    return read_word(entry.key, entry.value, info, context);
}

namespace {

/// Combinations may nest without end; a schema that is pasted into others cannot refer to itself,
/// so it spells out two levels.
std::string schema_to(int depth) {
    if (depth == 0) return R"({"type": ["object", "string"]})";
    const std::string inner = schema_to(depth - 1);
    const std::string numbers = R"({"type": "array", "items": {"type": "integer", "minimum": 0}})";
    const std::string list =
        fmt::format(R"({{"type": "array", "minItems": 1, "items": {}}})", inner);
    const std::pair<const char*, std::string> entries[] = {
        {"box", detail::structure_schema(describe_params<InBox>())},
        {"sphere", detail::structure_schema(describe_params<InSphere>())},
        {"cylinder", detail::structure_schema(describe_params<NearSegment>())},
        {"capsule", detail::structure_schema(describe_params<NearSegment>())},
        {"plane", detail::structure_schema(describe_params<PlaneParams>())},
        {"half_space", detail::structure_schema(describe_params<PlaneParams>())},
        {"extent", detail::structure_schema(describe_params<InExtent>())},
        {"set", R"({"type": "string"})"},
        {"nodes", numbers},
        {"elements", numbers},
        {"boundary", R"({"const": true})"},
        {"all_of", list},
        {"any_of", list},
        {"not", inner}};
    std::string properties;
    for (const auto& [name, schema] : entries)
        properties += fmt::format(R"({}"{}": {})", properties.empty() ? "" : ", ", name, schema);
    return fmt::format(
        R"({{"oneOf": [{{"const": "all"}}, {}, {{"type": "object", "properties": {{{}}}, )"
        R"("minProperties": 1, "maxProperties": 1, "additionalProperties": false}}]}})",
        detail::structure_schema(describe_params<ArrayParams>()), properties);
}

}  // namespace
}  // namespace selection

std::string ParamType<Selection>::schema(const FieldInfo&) {
    return selection::schema_to(2);
}

}  // namespace sinew
