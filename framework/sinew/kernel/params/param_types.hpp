/// Reads, describes and shows the types that need no header of their own: numbers, booleans, texts,
/// enums, fixed Eigen vectors and matrices, lists, optional values, nested structures.
#pragma once

#include <array>
#include <Eigen/Core>
#include <optional>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <type_traits>
#include <vector>

namespace sinew {

/// One value or a list of them: `type: a` or `type: [a, b]`.
template <class T>
struct OneOrMany {
    std::vector<T> items;
};

namespace detail {

/// The declaration of one item of a list: the field's, under the name "size[1]".
class ItemInfo {
public:
    ItemInfo(const FieldInfo& list, std::size_t index);
    ItemInfo(const ItemInfo&) = delete;
    operator const FieldInfo&() const { return info_; }

private:
    std::string name_;
    FieldInfo info_;
};

/// A value to read into: Eigen's own default is uninitialised.
template <class T>
T blank() {
    if constexpr (requires { T::Zero(); })
        return T::Zero();
    else
        return T{};
}

/// Any length of list is right.
inline constexpr long any_length = -1;

/// True if the value is a list of n items; if not, it is diagnosed: "size: expected a list of 3
/// numbers, got a list of 2".
bool expect_list(const Value& value, const FieldInfo& info, ReadContext& context, long n,
                 const std::string& item_type);

/// "it is now called 'max_cutbacks'" if `word` is a former name, else the nearest of `names`.
std::string suggestion(const std::string& word, const std::vector<std::string>& names,
                       const std::vector<FormerName>& former);

bool read_integer(const Value& value, const FieldInfo& info, ReadContext& context, long low,
                  long high, long& out);
bool read_choice(const Value& value, const FieldInfo& info, ReadContext& context,
                 const std::vector<std::string>& names, const std::vector<FormerName>& former,
                 std::size_t& out);

/// "numbers", "vectors of 3", "matrices 3x3".
std::string plural(const std::string& type_name);
/// "> 0", "-1 < x < 0.5", "" if every number will do; the unit follows each bound if asked for.
std::string range_text(const Check& check);
/// The shortest text that reads back as the same number; "" for what no scene can write.
std::string number_text(double value);
std::string quoted_text(const std::string& text);
std::string joined(const std::vector<std::string>& items, const char* separator = ", ");

std::string number_schema(const FieldInfo& info);
std::string integer_schema(const FieldInfo& info);
std::string choice_schema(const std::vector<std::string>& names);
/// A list of `item`s; any_length leaves the length open.
std::string list_schema(const std::string& item, long n);
std::string either_schema(const std::string& a, const std::string& b);
/// A map with these entries and no others.
std::string structure_schema(const std::vector<ParamDoc>& params);

}  // namespace detail

template <>
struct ParamType<double> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, double& out);
    static std::string type_name(const FieldInfo&) { return "number"; }
    static std::string schema(const FieldInfo& info) { return detail::number_schema(info); }
    static std::string show(double value, const FieldInfo&) { return detail::number_text(value); }
};

template <class T>
requires(std::is_same_v<T, int> || std::is_same_v<T, long>) struct ParamType<T> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context, T& out) {
        long whole = 0;
        if (!detail::read_integer(value, info, context, std::numeric_limits<T>::min(),
                                  std::numeric_limits<T>::max(), whole))
            return false;
        out = static_cast<T>(whole);
        return true;
    }
    static std::string type_name(const FieldInfo&) { return "integer"; }
    static std::string schema(const FieldInfo& info) { return detail::integer_schema(info); }
    static std::string show(T value, const FieldInfo&) { return std::to_string(value); }
};

template <>
struct ParamType<bool> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, bool& out);
    static std::string type_name(const FieldInfo&) { return "boolean"; }
    static std::string schema(const FieldInfo&);
    static std::string show(bool value, const FieldInfo&) { return value ? "true" : "false"; }
};

template <>
struct ParamType<std::string> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, std::string& out);
    static std::string type_name(const FieldInfo&) { return "text"; }
    static std::string schema(const FieldInfo&);
    static std::string show(const std::string& value, const FieldInfo&) {
        return detail::quoted_text(value);
    }
};

/// Enums with EnumNames.
template <class Enum>
requires std::is_enum_v<Enum>
struct ParamType<Enum> {
    static std::vector<std::string> names() {
        std::vector<std::string> names;
        for (const auto& [name, value] : EnumNames<Enum>::names) names.emplace_back(name);
        return names;
    }
    static std::vector<FormerName> former_names() {
        std::vector<FormerName> all;
        if constexpr (requires { EnumNames<Enum>::former; })
            for (const auto& [former, name] : EnumNames<Enum>::former)
                all.push_back({former, name});
        return all;
    }
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context, Enum& out) {
        std::size_t chosen = 0;
        if (!detail::read_choice(value, info, context, names(), former_names(), chosen))
            return false;
        out = EnumNames<Enum>::names[chosen].second;
        return true;
    }
    static std::string type_name(const FieldInfo&) { return "choice"; }
    static std::string range(const FieldInfo&) { return "one of: " + detail::joined(names()); }
    static std::string schema(const FieldInfo&) { return detail::choice_schema(names()); }
    static std::string show(Enum value, const FieldInfo&) {
        for (const auto& [name, named] : EnumNames<Enum>::names)
            if (named == value) return name;
        return "";
    }
};

/// A vector is a list of its entries, a matrix a list of its rows.
template <class Scalar, int Rows, int Cols, int Options>
requires(Rows > 0 &&
         Cols > 0) struct ParamType<Eigen::Matrix<Scalar, Rows, Cols, Options, Rows, Cols>> {
    using Matrix = Eigen::Matrix<Scalar, Rows, Cols, Options, Rows, Cols>;
    using Entry = ParamType<Scalar>;
    static constexpr bool is_vector = Rows == 1 || Cols == 1;

    static bool read(const Value& value, const FieldInfo& info, ReadContext& context, Matrix& out) {
        if constexpr (is_vector) {
            return read_row(value, info, context, out);
        } else {
            const std::string row_type = detail::plural("list") + " of " + std::to_string(Cols);
            if (!detail::expect_list(value, info, context, Rows, row_type)) return false;
            bool ok = true;
            for (int r = 0; r < Rows; ++r) {
                const auto row = static_cast<std::size_t>(r);
                using Row = Eigen::Matrix<Scalar, Cols, 1>;
                Row entries = Row::Zero();
                ok =
                    read_row(value.items[row], detail::ItemInfo(info, row), context, entries) && ok;
                if (ok) out.row(r) = entries.transpose();
            }
            return ok;
        }
    }
    static std::string type_name(const FieldInfo&) {
        if constexpr (is_vector) return "vector of " + std::to_string(Rows * Cols);
        return "matrix " + std::to_string(Rows) + "x" + std::to_string(Cols);
    }
    static std::string schema(const FieldInfo& info) {
        const std::string row =
            detail::list_schema(Entry::schema(info), is_vector ? Rows * Cols : Cols);
        return is_vector ? row : detail::list_schema(row, Rows);
    }
    static std::string show(const Matrix& value, const FieldInfo& info) {
        std::vector<std::string> rows;
        for (int r = 0; r < Rows; ++r) {
            std::vector<std::string> entries;
            for (int c = 0; c < Cols; ++c) entries.push_back(Entry::show(value(r, c), info));
            rows.push_back(is_vector ? detail::joined(entries)
                                     : "[" + detail::joined(entries) + "]");
        }
        return "[" + detail::joined(rows) + "]";
    }

private:
    template <class Vector>
    static bool read_row(const Value& value, const FieldInfo& info, ReadContext& context,
                         Vector& out) {
        if (!detail::expect_list(value, info, context, out.size(),
                                 detail::plural(Entry::type_name(info))))
            return false;
        bool ok = true;
        for (std::size_t i = 0; i < value.items.size(); ++i)
            ok = Entry::read(value.items[i], detail::ItemInfo(info, i), context,
                             out[static_cast<Eigen::Index>(i)]) &&
                 ok;
        return ok;
    }
};

template <class T>
struct ParamType<std::vector<T>> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     std::vector<T>& out) {
        const std::string items = detail::plural(ParamType<T>::type_name(info));
        if (!detail::expect_list(value, info, context, detail::any_length, items)) {
            if (value.is_map() &&
                ParamType<T>::schema(info).find("\"object\"") != std::string::npos) {
                T unused = detail::blank<T>();  // what is in it may be wrong, too
                ParamType<T>::read(value, info, context, unused);
            }
            return false;
        }
        out.clear();
        out.resize(value.items.size());
        bool ok = true;
        for (std::size_t i = 0; i < value.items.size(); ++i) {
            T item = detail::blank<T>();
            ok = ParamType<T>::read(value.items[i], detail::ItemInfo(info, i), context, item) && ok;
            out[i] = std::move(item);
        }
        return ok;
    }
    static std::string type_name(const FieldInfo& info) {
        return "list of " + detail::plural(ParamType<T>::type_name(info));
    }
    static std::string schema(const FieldInfo& info) {
        return detail::list_schema(ParamType<T>::schema(info), detail::any_length);
    }
    static std::string show(const std::vector<T>& value, const FieldInfo& info) {
        std::vector<std::string> items;
        for (const auto& item : value) items.push_back(ParamType<T>::show(item, info));
        return "[" + detail::joined(items) + "]";
    }
    static std::vector<ParamDoc> nested() requires requires { ParamType<T>::nested(); }
    { return ParamType<T>::nested(); }
};

/// A list whose items are lists themselves is many; so a single vector needs no second bracket.
template <class T>
struct ParamType<OneOrMany<T>> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     OneOrMany<T>& out) {
        const bool item_is_list = ParamType<T>::schema(info).find("\"array\"") != std::string::npos;
        const bool many = value.is_list() &&
                          (!item_is_list || value.items.empty() || value.items.front().is_list());
        if (many) return ParamType<std::vector<T>>::read(value, info, context, out.items);
        out.items.assign(1, detail::blank<T>());
        return ParamType<T>::read(value, info, context, out.items.front());
    }
    static std::string type_name(const FieldInfo& info) {
        return ParamType<T>::type_name(info) + " or " + ParamType<std::vector<T>>::type_name(info);
    }
    static std::string schema(const FieldInfo& info) {
        return detail::either_schema(ParamType<T>::schema(info),
                                     ParamType<std::vector<T>>::schema(info));
    }
    static std::string show(const OneOrMany<T>& value, const FieldInfo& info) {
        if (value.items.size() == 1) return ParamType<T>::show(value.items.front(), info);
        return ParamType<std::vector<T>>::show(value.items, info);
    }
};

/// Absent is nullopt; an empty value is an error like everywhere.
template <class T>
struct ParamType<std::optional<T>> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     std::optional<T>& out) {
        T item = detail::blank<T>();
        if (!ParamType<T>::read(value, info, context, item)) return false;
        out = std::move(item);
        return true;
    }
    static std::string type_name(const FieldInfo& info) { return ParamType<T>::type_name(info); }
    static std::string schema(const FieldInfo& info) { return ParamType<T>::schema(info); }
    static std::string show(const std::optional<T>& value, const FieldInfo& info) {
        return value ? ParamType<T>::show(*value, info) : "";
    }
    static std::string range(const FieldInfo& info) requires requires { ParamType<T>::range(info); }
    { return ParamType<T>::range(info); }
    static std::vector<ParamDoc> nested() requires requires { ParamType<T>::nested(); }
    { return ParamType<T>::nested(); }
};

/// A structure that declares `fields` itself.
template <class Struct>
requires requires {
    Struct::fields;
}
struct ParamType<Struct> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context, Struct& out) {
        ReadContext inner = context;
        inner.structure = info.name;
        return read_params(value, inner, out);
    }
    static std::string type_name(const FieldInfo&) { return "structure"; }
    static std::string schema(const FieldInfo&) { return detail::structure_schema(nested()); }
    static std::string show(const Struct&, const FieldInfo&) { return ""; }
    static std::vector<ParamDoc> nested() { return describe_params<Struct>(); }
};

}  // namespace sinew
