/// A handler of SIGTERM, as a library installs one for a while.
#pragma once

#include <csignal>

namespace sinew::test {

/// While it lives, SIGTERM is counted and does nothing else.
class CountedTerminations {
public:
    CountedTerminations() {
        count_ = 0;
        before_ = std::signal(SIGTERM, [](int) { count_ = count_ + 1; });
    }
    ~CountedTerminations() { std::signal(SIGTERM, before_); }
    CountedTerminations(const CountedTerminations&) = delete;
    CountedTerminations& operator=(const CountedTerminations&) = delete;

    /// The number of times that the handler of the last one has run.
    static int count() { return count_; }

private:
    static inline volatile std::sig_atomic_t count_ = 0;
    void (*before_)(int);
};

}  // namespace sinew::test
