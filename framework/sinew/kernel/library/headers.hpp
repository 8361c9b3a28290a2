/// Lists of headers: what a plugin was compiled with, against what the host's libraries hold.
///
/// `sinew-stamp` writes a list into each plugin (symbol sinew_plugin_headers) and library (symbol
/// sinew_NAME_headers of libsinew_NAME.so): plain text, so that it can be read whatever it was
/// built with.
///
///     sinew headers 1
///     d333df8aff8212c9 sinew/kernel/object.hpp
///     end 1
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace sinew::detail {

/// Name of a header as it is included -> hash of its text without comments. Views of the list,
/// which is longer-lived.
using Headers = std::map<std::string_view, std::string_view>;

/// None if the text is no list or lacks a part of one.
std::optional<Headers> read_headers(std::string_view text);

/// The list of the host's library of that name ("mechanics"); null if the host has none.
using HostHeaders = std::function<const char*(const std::string& library)>;

/// Empty if the host's libraries hold every header of the plugin as the plugin saw it; else which
/// differ, with the hash of either side.
std::string header_mismatch(const Headers& plugin, const HostHeaders& host);

}  // namespace sinew::detail
