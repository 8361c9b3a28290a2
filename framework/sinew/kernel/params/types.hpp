/// Parameter types that the kernel offers beside numbers, strings, enums, vectors and lists.
#pragma once

#include <filesystem>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A file or folder; relative ones are relative to the file that the value stands in.
struct Path {
    std::filesystem::path absolute;
    std::string written;
    SourceMark mark;
    bool empty() const { return written.empty(); }
};

/// A node or one of its objects by path: "/arm/skeleton", "../sleeve", "." (DESIGN.md section 2).
struct Reference {
    std::string written;
    SourceMark mark;
    bool empty() const { return written.empty(); }
};

/// A value that may change in time: a constant, `{keyframes: [[t, v], ...], interpolate: linear |
/// smooth}` or `{expr: "0.1*sin(2*pi*t)"}` (muParser in t [s]; vectors take one text a component).
/// T is double or an Eigen fixed vector. Outside the keyframes the nearest one holds. `smooth` is a
/// C1 cubic through the keyframes whose slope vanishes at the first and the last.
template <class T>
class Varying;

/// An object of another plugin nested in this one: `linear: {type: cholesky, ordering: metis}`.
/// Interface is its C++ interface with a static `kind`. Reading checks the plugin's parameters;
/// `make` builds the object.
template <class Interface>
class PluginSlot;

}  // namespace sinew
