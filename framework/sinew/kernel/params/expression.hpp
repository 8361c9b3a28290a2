/// Expressions in t, by muParser.
#pragma once

#include <sinew/kernel/params/curve.hpp>
#include <sinew/kernel/params/params.hpp>

namespace sinew::detail {

/// Reads one text (n_components = 1) or a list of n_components texts; nullptr if diagnosed.
std::shared_ptr<const Curve> read_expression(const Value& value, const FieldInfo& info,
                                             ReadContext& context, int n_components);

}  // namespace sinew::detail
