/// The templates behind params.hpp. They only walk the fields: the work is done by functions that
/// are compiled once, in params/*.cpp, because every plugin includes this.
#pragma once

#include <sinew/kernel/params/param_types.hpp>
#include <sinew/kernel/params/params.hpp>
#include <tuple>

namespace sinew {
namespace detail {

/// Takes the entries of a map one by one and diagnoses what is missing, empty or left over.
class MapReader {
public:
    MapReader(const Value& map, ReadContext& context, const std::vector<std::string>& also_allowed);

    /// The value of that field, or nullptr: it is absent (an error if required) or empty (an
    /// error).
    const Value* take(const FieldInfo& info);
    void note(bool ok) { ok_ = ok_ && ok; }
    ReadContext& context() { return context_; }
    /// Diagnoses the keys that nobody took. True if there was no mistake.
    bool finish();

private:
    const Value& map_;
    ReadContext& context_;
    std::vector<std::string> known_;
    std::vector<FormerName> former_;
    bool ok_ = true;
};

template <class Params>
void read_fields(MapReader& reader, Params& out) {
    const auto read_one = [&](const auto& f) {
        using T = std::remove_reference_t<decltype(out.*f.member)>;
        if (const Value* value = reader.take(f.info))
            reader.note(ParamType<T>::read(*value, f.info, reader.context(), out.*f.member));
    };
    std::apply([&](const auto&... f) { (read_one(f), ...); }, Params::fields);
}

/// A field's documentation but for its default and what is nested in it.
ParamDoc document(const FieldInfo& info, std::string type, std::string schema,
                  std::string default_value);

template <class Params>
void describe_fields(std::vector<ParamDoc>& docs) {
    const Params defaults{};
    const auto describe_one = [&](const auto& f) {
        using T = std::remove_cvref_t<decltype(defaults.*f.member)>;
        using Type = ParamType<T>;
        ParamDoc doc = document(f.info, Type::type_name(f.info), Type::schema(f.info),
                                Type::show(defaults.*f.member, f.info));
        if constexpr (requires { Type::range(f.info); }) doc.range = Type::range(f.info);
        if constexpr (requires { Type::nested(); }) doc.nested = Type::nested();
        docs.push_back(std::move(doc));
    };
    std::apply([&](const auto&... f) { (describe_one(f), ...); }, Params::fields);
}

}  // namespace detail

template <class Params>
bool read_params(const Value& map, ReadContext& context, Params& out,
                 const std::vector<std::string>& also_allowed) {
    detail::MapReader reader(map, context, also_allowed);
    for (const Value& item : map.items) {  // of the wrong shape: what is in it may be wrong, too
        Params unused{};
        if (item.is_map()) read_params(item, context, unused, also_allowed);
    }
    detail::read_fields(reader, out);
    return reader.finish();
}

template <class Params>
std::vector<ParamDoc> describe_params() {
    std::vector<ParamDoc> docs;
    detail::describe_fields<Params>(docs);
    return docs;
}

}  // namespace sinew
