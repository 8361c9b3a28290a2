/// The objects of a graph while they are made, kept and destroyed.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <string>
#include <tuple>
#include <typeindex>
#include <vector>

namespace sinew {

/// The state of building: objects by slot, those in work, and their mistakes.
struct SceneGraph::Built {
    /// One place that an object fills.
    struct Key {
        SceneNode* node;
        std::string slot;
        int index;
        auto operator<=>(const Key&) const = default;  // NOLINT(modernize-use-nullptr)
    };

    /// An object, or (if that is empty) the attachment of that type on that node.
    struct Completed {
        std::unique_ptr<Object> object;
        SceneNode* node;
        std::type_index attachment;
    };

    /// Thrown through the constructors of whatever needs an object whose mistake is noted already:
    /// an error that adds none.
    static InputError mistake_is_noted() { return InputError(std::vector<Diagnostic>{}); }

    std::map<Key, Object*> objects;  ///< nullptr: it failed, and its mistakes are in `mistakes`
    std::set<Key> asked_for;         ///< by the constructors of others
    std::vector<Key> under_construction;
    std::vector<Completed> completed;  ///< in the order of completion
    std::vector<Diagnostic> mistakes;
    std::map<std::string, Value> defaults;  ///< `{type: displacement}` by slot
    bool is_collecting = false;             ///< `build` runs: mistakes are collected, not thrown

    ~Built();

    /// Reports the cycle of objects under construction, from `again` on: each needs the next.
    [[noreturn]] void throw_cycle(const Key& again) const;

    /// Notes mistakes that are not noted yet.
    void note(const std::vector<Diagnostic>& diagnostics);
};

/// "constraints[0]" for lists, "mesh" else.
std::string slot_words(const SlotRule& rule, int index);

/// "beam.yaml:12:3", or "" if the place is not known.
std::string place_words(const SourceMark& mark);

}  // namespace sinew
