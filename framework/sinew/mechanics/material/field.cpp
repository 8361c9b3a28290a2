#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/material/field.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {
namespace {

template <class Map>
std::vector<std::string> keys_of(const Map& map) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    return keys;
}

/// Remedy for a name that the mesh does not have.
std::string remedy_for(const std::string& name, const std::vector<std::string>& there,
                       const char* what) {
    return there.empty() ? fmt::format("the mesh has no {}", what) : suggestion(name, there);
}

/// True if a map is neither of the two forms of a field, which is then one mistake.
bool is_no_field(const Value& map, const FieldInfo& info, ReadContext& context) {
    const std::vector<std::string> forms{"array", "default", "regions"};
    for (const std::string& name : forms)
        if (map.find(name) != nullptr) return false;
    const char* const both =
        "write {array: NAME, scale: FACTOR} for an element array of the mesh, or {default: VALUE, "
        "regions: {SET: VALUE, ...}} for element sets";
    if (map.entries.empty()) {
        context.error(map.mark, fmt::format("{}: the map is empty", info.name), both);
        return true;
    }
    const Value::Entry& first = map.entries.front();
    std::string near;
    for (const Value::Entry& entry : map.entries)
        if (near.empty() && !nearest(entry.key, forms).empty())
            near = suggestion(entry.key, forms) + " ";
    context.error(first.key_mark,
                  fmt::format("{}: a map of '{}' is no value over the mesh", info.name, first.key),
                  near + both);
    return true;
}

/// The declaration of an entry inside a field: the field's own under another name, or without it.
FieldInfo named(const FieldInfo& field, const char* name) {
    FieldInfo info = field;
    info.name = name;
    info.is_required = false;
    return info;
}

}  // namespace

Field<double> Field<double>::of_elements(Eigen::VectorXd values) {
    Field field;
    field.values_ = std::move(values);
    return field;
}

Eigen::VectorXd Field<double>::on(const VolumeMesh& mesh) const {
    if (values_.size() > 0) {
        SINEW_ASSERT(values_.size() == mesh.n_elements(), "{} values, {} elements", values_.size(),
                     mesh.n_elements());
        return values_;
    }
    if (!array_.empty()) return from_array(mesh);
    return from_regions(mesh);
}

Eigen::VectorXd Field<double>::from_array(const VolumeMesh& mesh) const {
    const auto found = mesh.element_arrays.find(array_);
    if (found == mesh.element_arrays.end())
        throw InputError(mark_,
                         fmt::format("{}: the mesh has no element array '{}'", info_.name, array_),
                         remedy_for(array_, keys_of(mesh.element_arrays), "element arrays"));
    const Eigen::MatrixXd& array = found->second;
    if (array.rows() != 1 || array.cols() != mesh.n_elements())
        throw InputError(
            mark_,
            fmt::format("{}: the element array '{}' is {} x {}, not 1 x {}", info_.name, array_,
                        array.rows(), array.cols(), mesh.n_elements()),
            "one number per element is needed");
    const Eigen::VectorXd values = array_scale_ * array.row(0).transpose();
    for (Eigen::Index e = 0; e < values.size(); ++e)
        if (!std::isfinite(values[e]) || !info_.check.contains(values[e]))
            throw InputError(mark_,
                             fmt::format("{}: the element array '{}' gives {} at element {}",
                                         info_.name, array_, values[e], e),
                             fmt::format("allowed: {}; values are SI, `scale:` multiplies them",
                                         detail::range_text(info_.check)));
    return values;
}

Eigen::VectorXd Field<double>::from_regions(const VolumeMesh& mesh) const {
    Eigen::VectorXd values = Eigen::VectorXd::Constant(mesh.n_elements(), constant_);
    for (const Region& region : regions_) {
        const auto found = mesh.element_sets.find(region.set);
        if (found == mesh.element_sets.end())
            throw InputError(
                region.mark,
                fmt::format("{}: the mesh has no element set '{}'", info_.name, region.set),
                remedy_for(region.set, keys_of(mesh.element_sets), "element sets"));
        for (const int element : found->second) values[element] = region.value;
    }
    return values;
}

bool ParamType<Field<double>>::read(const Value& value, const FieldInfo& info, ReadContext& context,
                                    Field<double>& out) {
    Field<double> field;
    field.info_ = info;
    field.mark_ = value.mark;
    if (!value.is_map()) {
        if (!ParamType<double>::read(value, info, context, field.constant_)) return false;
        out = std::move(field);
        return true;
    }

    if (is_no_field(value, info, context)) return false;
    ReadContext inner = context;
    inner.structure = info.name;
    detail::MapReader reader(value, inner, {});
    if (value.find("array") != nullptr) {
        const FieldInfo array{"array", unit::one, any_number, "an element array of the mesh", true};
        const FieldInfo scale{"scale", unit::one, any_number, "what the array is multiplied with"};
        if (const Value* v = reader.take(array))
            reader.note(ParamType<std::string>::read(*v, array, inner, field.array_));
        if (const Value* v = reader.take(scale))
            reader.note(ParamType<double>::read(*v, scale, inner, field.array_scale_));
    } else {
        FieldInfo fallback = named(info, "default");
        fallback.is_required = true;
        if (const Value* v = reader.take(fallback))
            reader.note(ParamType<double>::read(*v, fallback, inner, field.constant_));
        const FieldInfo regions{"regions", unit::one, any_number,
                                "values of element sets of the mesh, the last one wins", true};
        if (const Value* v = reader.take(regions)) {
            if (!v->is_map())
                reader.note(inner.error(
                    v->mark,
                    fmt::format("{}: regions: expected a map from element sets to values, got {}",
                                info.name, v->describe())));
            for (const Value::Entry& entry : v->entries) {
                Field<double>::Region region{entry.key, 0, entry.key_mark};
                reader.note(ParamType<double>::read(entry.value, named(info, entry.key.c_str()),
                                                    inner, region.value));
                field.regions_.push_back(std::move(region));
            }
        }
    }
    if (!reader.finish()) return false;
    out = std::move(field);
    return true;
}

std::string ParamType<Field<double>>::type_name(const FieldInfo&) {
    return "number or field";
}

std::string ParamType<Field<double>>::schema(const FieldInfo& info) {
    const std::string number = detail::number_schema(info);
    const std::string array =
        R"({"type": "object", "properties": {"array": {"type": "string"}, "scale": )" +
        detail::number_schema(FieldInfo{}) +
        R"(}, "required": ["array"], "additionalProperties": false})";
    const std::string regions = R"({"type": "object", "properties": {"default": )" + number +
                                R"(, "regions": {"type": "object", "additionalProperties": )" +
                                number +
                                R"(}}, "required": ["default", "regions"], )"
                                R"("additionalProperties": false})";
    return detail::either_schema(number, detail::either_schema(array, regions));
}

std::string ParamType<Field<double>>::show(const Field<double>& field, const FieldInfo&) {
    return detail::number_text(field.constant());
}

}  // namespace sinew
