/// Parameter types that the kernel offers in addition to numbers, strings, enums, vectors and
/// lists.
#pragma once

#include <filesystem>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/curve.hpp>
#include <sinew/kernel/params/named_files.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A file or folder; relative ones are relative to the file that the value stands in, or, given by
/// `--set`, to the working directory. A run goes on from a checkpoint only where the files are the
/// same; those that Sinew itself makes are declared so (FieldDeclaration::made).
struct Path {
    std::filesystem::path absolute;
    std::string written;
    SourceMark mark;
    std::string node_path = {};      ///< of the node whose parameter it is
    NamedFiles* noted_in = nullptr;  ///< of the scene; it outlives what is built of it

    bool empty() const { return written.empty(); }
    /// A file that this one names, relative to this one's folder: the scene knows of it then.
    Path beside(const std::string& name) const;
};

/// A scene node, or an object in one of its slots, by path: "/arm/skeleton" from the root,
/// "../sleeve" or "." from the node that it is written on.
struct Reference {
    std::string written;
    SourceMark mark;
    bool empty() const { return written.empty(); }
};

/// A value that may change in time: a constant, `{keyframes: [[t, v], ...], interpolate: linear |
/// smooth}` or `{expr: "0.1*sin(2*pi*t)"}` (muParser in t [s]; vectors take one text a component).
/// T is double or an Eigen fixed vector. Outside the keyframes the nearest one holds. `smooth` is a
/// C1 cubic through the keyframes whose slope vanishes at the first and the last; it does not
/// overshoot them. All times are in s and values in SI. Copies share the curve; evaluation may be
/// called by several threads (expressions take turns).
template <class T>
class Varying {
public:
    /// Zero at all times.
    Varying() : Varying(detail::blank<T>()) {}
    /// The same value at all times.
    Varying(T constant) : constant_(std::move(constant)) {}
    /// The values of a curve of n_components().
    explicit Varying(std::shared_ptr<const Curve> curve)
        : constant_(detail::blank<T>()), curve_(std::move(curve)) {}

    /// True if the value does not change in time.
    bool is_constant() const { return curve_ == nullptr; }

    /// The value at time t. ComputationError if an expression is not finite there.
    T at(double t) const { return curve_ ? evaluate(t, 0) : constant_; }
    /// Its time derivative: exact for keyframes (from the right where it jumps), a difference of
    /// fourth order for expressions.
    T rate(double t) const { return curve_ ? evaluate(t, 1) : detail::blank<T>(); }
    /// Its second time derivative, in the same way.
    T acceleration(double t) const { return curve_ ? evaluate(t, 2) : detail::blank<T>(); }

    /// Numbers in a value of T.
    static constexpr int n_components() {
        if constexpr (std::is_same_v<T, double>)
            return 1;
        else
            return T::SizeAtCompileTime;
    }

private:
    T evaluate(double t, int derivative) const {
        T out = detail::blank<T>();
        if constexpr (std::is_same_v<T, double>)
            curve_->evaluate(t, derivative, &out);
        else
            curve_->evaluate(t, derivative, out.data());
        return out;
    }

    T constant_;
    std::shared_ptr<const Curve> curve_;
};

template <>
struct ParamType<Path> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Path& out);
    static std::string type_name(const FieldInfo&) { return "path"; }
    static std::string schema(const FieldInfo&);
    static std::string show(const Path& path, const FieldInfo&) { return path.written; }
};

template <>
struct ParamType<Reference> {
    static bool read(const Value&, const FieldInfo&, ReadContext&, Reference& out);
    static std::string type_name(const FieldInfo&) { return "reference"; }
    static std::string schema(const FieldInfo&);
    static std::string show(const Reference& reference, const FieldInfo&) {
        return reference.written;
    }
};

template <class T>
struct ParamType<Varying<T>> {
    static bool read(const Value& value, const FieldInfo& info, ReadContext& context,
                     Varying<T>& out) {
        if (value.is_map()) {
            auto curve = detail::read_curve(value, info, context, Varying<T>::n_components());
            if (curve) out = Varying<T>(std::move(curve));
            return !out.is_constant();
        }
        T constant = detail::blank<T>();
        Diagnostics found;
        ReadContext inner = detail::reading_into(found, context);
        const bool is_read = ParamType<T>::read(value, info, inner, constant);
        detail::hand_on(found, value, context);
        if (is_read) out = Varying<T>(constant);
        return is_read;
    }
    static std::string type_name(const FieldInfo& info) {
        return ParamType<T>::type_name(info) + " that may vary in time";
    }
    static std::string schema(const FieldInfo& info) {
        return detail::varying_schema(ParamType<T>::schema(info), Varying<T>::n_components());
    }
    static std::string show(const Varying<T>& value, const FieldInfo& info) {
        return value.is_constant() ? ParamType<T>::show(value.at(0), info) : "";
    }
};

}  // namespace sinew
