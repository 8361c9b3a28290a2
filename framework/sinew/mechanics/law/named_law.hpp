/// The laws that a file can name: those whose formulas are in this folder.
#pragma once

#include <memory>
#include <sinew/mechanics/law/point_law.hpp>
#include <span>
#include <string_view>

namespace sinew {

/// Names of the laws, in alphabetical order: "corotational", "neo_hookean", ...
std::span<const std::string_view> named_laws();
/// Number of constants that an element has under that law; 0 if there is no such law.
Index n_constants(std::string_view law);
/// The law on n elements, as `NamedConstants` of PointLaw holds it: n_constants numbers an element.
/// nullptr if there is no law of that name.
std::unique_ptr<PointLaw> named_law(const NamedConstants& constants, Index n);

}  // namespace sinew
