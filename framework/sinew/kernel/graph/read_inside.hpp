/// Mistakes inside a value that is of the wrong shape itself.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <string>

namespace sinew {

/// Adds the mistakes inside a value that stands where an object of the kind belongs, and is none:
/// in a list those of its items, in a map without a type that is known those of the objects in it.
/// The parameters of the plugins of that kind tell where these are.
void read_inside(const Value& value, const std::string& kind, ReadContext& context);

}  // namespace sinew
