/// The templates behind plugin.hpp: from a class to its description.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/library/description.hpp>
#include <sinew/kernel/params/types.hpp>
#include <string_view>
#include <type_traits>

/// Makes a symbol visible in a library whose symbols are hidden.
#define SINEW_EXPORT __attribute__((visibility("default")))

namespace sinew::detail {

constexpr bool id_is_of_kind(std::string_view id, std::string_view kind) {
    return id.size() > kind.size() + 1 && id.starts_with(kind) && id[kind.size()] == '/' &&
           id.find('/', kind.size() + 1) == std::string_view::npos;
}

struct NoParams {
    static constexpr std::tuple<> fields{};
};

template <class T>
struct ParamsOf_ {
    using type = NoParams;
};
template <class T>
requires requires {
    typename T::Params;
}
struct ParamsOf_<T> {
    using type = typename T::Params;
};
template <class T>
using ParamsOf = typename ParamsOf_<T>::type;

/// The interface of T's kind has parameters that every plugin of the kind takes.
template <class T>
concept HasCommon = requires(T& object) {
    typename T::Common;
    object.common;
};
template <class T>
struct CommonOf_ {
    using type = NoParams;
};
template <HasCommon T>
struct CommonOf_<T> {
    using type = typename T::Common;
};
template <class T>
using CommonOf = typename CommonOf_<T>::type;

template <class T>
struct PluginParams {
    ParamsOf<T> own{};
    CommonOf<T> common{};

    bool read(const Value& value, ReadContext& context) {
        MapReader reader(value, context, {"type"});
        read_fields(reader, own);
        read_fields(reader, common);
        return reader.finish();
    }
};

template <class T>
std::vector<ParamDoc> plugin_params() {
    std::vector<ParamDoc> docs;
    describe_fields<ParamsOf<T>>(docs);
    describe_fields<CommonOf<T>>(docs);
    return docs;
}

template <class T>
ReadParams read_plugin(const Value& value, ReadContext& context) {
    auto params = std::make_shared<PluginParams<T>>();
    params->read(value, context);
    return params;
}

template <class T>
std::unique_ptr<T> construct(const ParamsOf<T>& params, BuildContext& context) {
    using P = const ParamsOf<T>&;
    if constexpr (requires { T::make(params, context); })
        return T::make(params, context);
    else if constexpr (std::is_constructible_v<T, P, BuildContext&>)
        return std::make_unique<T>(params, context);
    else if constexpr (std::is_constructible_v<T, P>)
        return std::make_unique<T>(params);
    else if constexpr (std::is_same_v<ParamsOf<T>, NoParams> &&
                       std::is_constructible_v<T, BuildContext&>)
        return std::make_unique<T>(context);
    else {
        static_assert(std::is_same_v<ParamsOf<T>, NoParams> && std::is_default_constructible_v<T>,
                      "SINEW_PLUGIN: the class needs a constructor T(const Params&) or "
                      "T(const Params&, BuildContext&), or its base a static make(const Params&, "
                      "BuildContext&); without Params also T() or T(BuildContext&)");
        return std::make_unique<T>();
    }
}

template <class T>
std::unique_ptr<Object> create_plugin(const ReadParams& read, BuildContext& context) {
    const auto& params = *static_cast<const PluginParams<T>*>(read.get());
    if constexpr (requires { CommonOf<T>::check(params.common, context); })
        CommonOf<T>::check(params.common, context);
    std::unique_ptr<T> object = construct<T>(params.own, context);
    if constexpr (HasCommon<T>) object->common = params.common;
    return object;
}

template <class T>
constexpr const char* source_of() {
    if constexpr (requires { T::source; })
        return T::source;
    else
        return "";
}

template <class T>
std::vector<std::string> traits_of() {
    if constexpr (requires { T::traits; })
        return {T::traits.begin(), T::traits.end()};
    else
        return {};
}

template <class T>
std::vector<Refusal> refusals_of() {
    if constexpr (requires { T::refusals; })
        return {T::refusals.begin(), T::refusals.end()};
    else
        return {};
}

template <class T>
std::vector<FormerPlugin> former_plugins_of() {
    if constexpr (requires { T::former_plugins; })
        return {T::former_plugins.begin(), T::former_plugins.end()};
    else
        return {};
}

template <class T>
PluginDescription describe_plugin(const char* id, const char* summary) {
    return {abi_stamp(),
            id,
            summary,
            source_of<T>(),
            traits_of<T>(),
            refusals_of<T>(),
            former_plugins_of<T>(),
            &plugin_params<T>,
            &read_plugin<T>,
            &create_plugin<T>};
}

}  // namespace sinew::detail

#define SINEW_PLUGIN(T, id, summary)                                                        \
    static_assert(std::is_base_of_v<::sinew::Object, T>,                                    \
                  "SINEW_PLUGIN: the class must derive from the interface of its kind");    \
    static_assert(::sinew::detail::id_is_of_kind(id, T::kind),                              \
                  "SINEW_PLUGIN: the id must be kind/name with the kind of the interface"); \
    extern "C" SINEW_EXPORT const ::sinew::PluginDescription* sinew_plugin() {              \
        static const ::sinew::PluginDescription description =                               \
            ::sinew::detail::describe_plugin<T>(id, summary);                               \
        return &description;                                                                \
    }
