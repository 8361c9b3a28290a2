/// A parameter that remembers its place in the scene, so that a mistake found later is reported
/// there.
#pragma once

#include <sinew/kernel/params/params.hpp>

namespace sinew {

/// Read, described and shown as T is. `where` is known only if the scene gives the value.
template <class T>
struct Marked {
    T value = detail::blank<T>();
    SourceMark where;
};

template <class T>
struct ParamType<Marked<T>> {
    using Type = ParamType<T>;
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     Marked<T>& out) {
        out.where = value.mark;
        return Type::read(value, info, context, out.value);
    }
    static std::string type_name(const FieldInfo& info) { return Type::type_name(info); }
    static std::string schema(const FieldInfo& info) { return Type::schema(info); }
    static std::string show(const Marked<T>& marked, const FieldInfo& info) {
        return Type::show(marked.value, info);
    }
    static std::string range(const FieldInfo& info) requires requires { Type::range(info); }
    { return Type::range(info); }
    static std::vector<ParamDoc> nested() requires requires { Type::nested(); }
    { return Type::nested(); }
};

}  // namespace sinew
