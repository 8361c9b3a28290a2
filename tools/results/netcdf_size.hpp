/// Bytes that a file in NetCDF's classic formats promises.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>

namespace sinew::results {

/// The end of the last value that the header speaks of; nothing if the header itself is cut off, or
/// is none. NetCDF's library reads zeros for values that are not there.
///
/// NetCDF Classic Format Specification, Unidata, 2011: versions 1, 2 and 5.
std::optional<std::int64_t> promised_size(std::istream& in);

}  // namespace sinew::results
