/// One declaration of a parameter: name, member, unit, range, meaning.
///
///     struct Params {
///         double young = 1e5;
///         std::optional<double> size;
///         Mode mode = Mode::exact;                       // enum with an EnumNames specialisation
///         static constexpr auto fields = std::tuple{
///             field("young", &Params::young, unit::Pa, positive, "Young's modulus E"),
///             field("size", &Params::size, unit::m, "Edge length; the mesher's if absent"),
///             field("mode", &Params::mode, "How the tangent is evaluated"),
///         };
///     };
///
/// Reading, range and unit errors, `describe`, the JSON schema and the reference come from it.
#pragma once

#include <sinew/kernel/params/check.hpp>
#include <sinew/kernel/scene/quantity.hpp>
#include <string_view>

namespace sinew {

/// Description of a field that does not depend on its member's type.
struct FieldInfo {
    const char* name = "";
    Unit unit = unit::one;
    Check check = any_number;
    const char* meaning = "";
    bool is_required = false;
    bool is_made = false;     ///< names a file that Sinew makes itself
    const char* former = "";  ///< name that older scenes write: refused with the present one
};

/// A FieldInfo with the member that it describes.
template <class Owner, class T>
struct FieldDeclaration {
    FieldInfo info;
    T Owner::*member;

    /// A scene must give it: there is no sensible default.
    constexpr FieldDeclaration required() const {
        FieldDeclaration copy = *this;
        copy.info.is_required = true;
        return copy;
    }
    /// A Path of what Sinew makes itself from the rest of the scene, if it is not there: a run goes
    /// on from a checkpoint whatever that file holds by then.
    constexpr FieldDeclaration made() const {
        FieldDeclaration copy = *this;
        copy.info.is_made = true;
        return copy;
    }
    /// The name it had before: an error for a scene that still writes it, which gives the new one.
    constexpr FieldDeclaration formerly(const char* name) const {
        FieldDeclaration copy = *this;
        copy.info.former = name;
        return copy;
    }
};

/// Declares a field. A scene's numbers are in `unit`, or dimensionless without one, and in the
/// range `check`.
template <class Owner, class T>
constexpr FieldDeclaration<Owner, T> field(const char* name, T Owner::*member,
                                           const char* meaning) {
    return {{name, unit::one, any_number, meaning}, member};
}
/// The same with a unit.
template <class Owner, class T>
constexpr FieldDeclaration<Owner, T> field(const char* name, T Owner::*member, Unit unit,
                                           const char* meaning) {
    return {{name, unit, any_number, meaning}, member};
}
/// The same with a range.
template <class Owner, class T>
constexpr FieldDeclaration<Owner, T> field(const char* name, T Owner::*member, Check check,
                                           const char* meaning) {
    return {{name, unit::one, check, meaning}, member};
}
/// The same with both.
template <class Owner, class T>
constexpr FieldDeclaration<Owner, T> field(const char* name, T Owner::*member, Unit unit,
                                           Check check, const char* meaning) {
    return {{name, unit, check, meaning}, member};
}

/// Names of an enumeration's values in scenes:
///     template <> struct EnumNames<Mode> {
///         static constexpr std::array names{std::pair{"exact", Mode::exact}, ...};
///         static constexpr std::array former{std::pair{"precise", "exact"}};
///     };
/// `former` may be absent. A scene that writes a former name is refused with the present one.
template <class Enum>
struct EnumNames;

}  // namespace sinew
