/// A copy of a state that is made only if the state changes.
#pragma once

#include <memory>
#include <optional>
#include <sinew/kernel/run/archive.hpp>

namespace sinew {

/// Whoever may want the state of now back asks for it by `begin`; the owner of the state calls
/// `before_change` before it changes what is large. The copy is made then, once, if the one who
/// asked last is still there.
class StateBefore {
public:
    /// Empty as long as the state is that of now.
    using Copy = std::shared_ptr<std::optional<Archive>>;

    Copy begin() {
        auto copy = std::make_shared<std::optional<Archive>>();
        copy_ = copy;
        return copy;
    }
    /// `save(archive)` writes the state.
    template <class Save>
    void before_change(Save&& save) const {
        const Copy copy = copy_.lock();
        if (!copy || *copy) return;
        copy->emplace();
        save(**copy);
    }

private:
    std::weak_ptr<std::optional<Archive>> copy_;
};

}  // namespace sinew
