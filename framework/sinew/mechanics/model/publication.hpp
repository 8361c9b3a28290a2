/// Results that a solver lays on a node, for outputs to find.
#pragma once

#include <sinew/kernel/graph/node.hpp>
#include <utility>

namespace sinew {

/// The attachment by which a node holds what is published on it: nullptr before and after.
template <class Results>
struct Published {
    const Results* results = nullptr;
};

/// Results that are published on the node; nullptr if none are.
template <class Results>
const Results* published_on(const SceneNode& node) {
    const auto* slot = node.attached<Published<Results>>();
    return slot ? slot->results : nullptr;
}

/// Results on a node for as long as this lives: kept by whoever computes them. `Kept`: Results, or
/// a class that derives from them.
template <class Results, class Kept = Results>
class Publication {
public:
    /// Publishes the results on the node.
    Publication(SceneNode& node, Kept results) : node_(node), results_(std::move(results)) {
        slot().results = &results_;
    }
    /// Takes the results off the node.
    ~Publication() { slot().results = nullptr; }
    Publication(const Publication&) = delete;
    Publication& operator=(const Publication&) = delete;

    Kept& results() { return results_; }

private:
    Published<Results>& slot() {
        return node_.attachment<Published<Results>>([] { return new Published<Results>; });
    }

    SceneNode& node_;
    Kept results_;
};

}  // namespace sinew
