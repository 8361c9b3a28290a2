/// The lowest of the indices that threads find.
#pragma once

#include <atomic>

namespace sinew::multigrid {

class LowestIndex {
public:
    void take(int index) {
        int found = lowest_;
        while ((found < 0 || index < found) && !lowest_.compare_exchange_weak(found, index)) {
        }
    }
    /// -1 if there is none.
    int get() const { return lowest_; }

private:
    std::atomic<int> lowest_ = -1;
};

}  // namespace sinew::multigrid
