/// Small numbers in place of pairs of nodes.
#pragma once

#include <bit>
#include <sinew/mechanics/assembly/block_pattern.hpp>
#include <vector>

namespace sinew {

/// Numbers of keys, in the order in which they are met (a hash table with linear probing).
class KeyNumbers {
public:
    /// Forgets all; makes room for so many.
    void clear(std::size_t n_keys) {
        keys_.clear();
        shift_ = 64 - std::bit_width(2 * n_keys + 1);
        slots_.assign(std::size_t(1) << (64 - shift_), -1);
    }
    int number(NodePair key) {
        int& slot = slots_[place(key)];
        if (slot < 0) {
            slot = int(keys_.size());
            keys_.push_back(key);
        }
        return slot;
    }
    const std::vector<NodePair>& keys() const { return keys_; }

private:
    std::size_t place(NodePair key) const {
        std::size_t at = std::size_t((std::uint64_t(key) * 0x9e3779b97f4a7c15u) >> shift_);
        while (slots_[at] >= 0 && keys_[std::size_t(slots_[at])] != key)
            at = (at + 1) & (slots_.size() - 1);
        return at;
    }
    std::vector<int> slots_;
    std::vector<NodePair> keys_;
    int shift_ = 0;
};

}  // namespace sinew
