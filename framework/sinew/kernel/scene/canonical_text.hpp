/// A value of a scene as one line of text, the same for everything that means the same.
#pragma once

#include <sinew/kernel/scene/value.hpp>
#include <string>

namespace sinew {

/// Flow YAML with the keys of maps in order: "{density: 1000, type: stvk, young: 1000000}". What
/// can be read as a quantity is its number in SI to 14 digits, so that 1 MPa, 1000 kPa and 1e6 are
/// the same; texts of an `expr` are left as they are. Texts that were quoted, or hold anything but
/// letters, digits, blanks and ._+-*/^(), stand in quotes.
std::string canonical_text(const Value& value);

}  // namespace sinew
