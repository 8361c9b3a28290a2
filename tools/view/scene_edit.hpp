/// Changes to a scene between its text and its objects; the file stays as it is.
#pragma once

#include <functional>
#include <sinew/kernel/scene/value.hpp>
#include <string>

namespace sinew::view {

/// Calls function(node, path) for the map of every node, parents first; path: "/arm/sleeve".
void for_each_node(Value& scene,
                   const std::function<void(Value& node, const std::string& path)>& function);

/// The value of a text in YAML's flow style.
Value value_of(const std::string& text);

/// Puts a value in place of a key's, or adds the key.
void set(Value& map, const std::string& key, Value value);
void erase(Value& map, const std::string& key);

/// Gives every body a load/hand that has none, and takes `realtime` from the solvers: who shows
/// the scene keeps the clock.
void give_hands(Value& scene);

}  // namespace sinew::view
