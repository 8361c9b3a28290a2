/// The table of slots that a node may have, which mechanics hands to the graph.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A slot is filled by a plugin of `kind`, or, if `kind` is empty, by a plain structure (initial,
/// visual). The order of the table is the order in which a node's slots are built.
struct SlotRule {
    std::string name;  ///< "mesh", "loads"
    std::string kind;  ///< "mesh", "load"; empty for a structure
    bool is_list = false;
    std::string meaning;
    std::string
        default_type;  ///< the plugin that fills the slot if a body does not name one; may be ""
    /// The check of a structure, which no plugin fills: reads it to find mistakes, and describes
    /// it.
    void (*check)(const Value&, ReadContext&) = nullptr;
    std::vector<ParamDoc> (*params)() = nullptr;
    /// Another slot of the same node that this one acts on; a node that lacks it is refused. May be
    /// "".
    std::string needs = {};
    /// Its objects only watch a run: the hash of a scene leaves them out.
    bool is_output = false;
    /// Its object acts on the nodes below, too, up to those that fill the slot themselves.
    bool acts_below = false;
    /// Another slot of this node or of one above that this one acts with; a node that lacks it is
    /// refused. May be "".
    std::string needs_above = {};
    /// The users of its object, which does nothing by itself: the remedy of a warning where nothing
    /// has asked for it when all is built. May be "".
    std::string users = {};
};

}  // namespace sinew
