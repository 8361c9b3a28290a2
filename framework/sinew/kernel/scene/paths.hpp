/// The words by which --set and messages name a value.
#pragma once

#include <sinew/kernel/scene/budget.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {

/// Fills in Value::path in a whole tree. Items of lists are named by their `node:` where it is a
/// plain word that no sibling has, else by their place; `children` is left out before a node's
/// name.
void assign_paths(Value& root, Budget& budget);

}  // namespace sinew
