/// Loops on all threads that carry exceptions out: one that left an OpenMP region would end the
/// program.
///
/// Of what several threads throw, the exception of the lowest index is thrown again after the loop,
/// whatever the number of threads. A thread stops at what it throws; others finish their shares.
/// Inside another parallel loop a loop runs on the thread that meets it.
#pragma once

#include <omp.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <type_traits>
#include <utility>

namespace sinew {

namespace detail {

/// The exception of the lowest position in an order, of those that several threads throw.
class FirstThrown {
public:
    /// Keeps the exception that is being handled, if none of a lower position is kept.
    void keep(std::ptrdiff_t place) noexcept {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!kept_ || place < place_) {
            kept_ = std::current_exception();
            place_ = place;
        }
        any_.store(true, std::memory_order_relaxed);
    }
    bool any() const { return any_.load(std::memory_order_relaxed); }
    void rethrow() const {
        if (kept_) std::rethrow_exception(kept_);
    }

private:
    std::mutex mutex_;  // of this object, whoever's threads run the loop
    std::exception_ptr kept_;
    std::ptrdiff_t place_ = 0;
    std::atomic<bool> any_ = false;
};

/// A bound, while it lives, on how many parallel regions inside each other have more than one
/// thread: of those that this thread begins.
class ActiveLevels {
public:
    explicit ActiveLevels(int most) { omp_set_max_active_levels(most); }
    ActiveLevels(const ActiveLevels&) = delete;
    ActiveLevels& operator=(const ActiveLevels&) = delete;
    ~ActiveLevels() { omp_set_max_active_levels(before_); }

private:
    int before_ = omp_get_max_active_levels();
};

}  // namespace detail

/// A thread among those that a region runs on.
struct TeamMember {
    int thread = 0;  ///< from 0 to n_threads - 1
    int n_threads = 1;

    /// The first of the indices 0 to n - 1 that are this thread's, and the first that is not:
    /// equal shares, those of lower threads first and longer by one where n does not divide, as
    /// schedule(static) cuts them.
    template <class Count>
    std::pair<Count, Count> share(Count n) const {
        const Count i = Count(thread), length = n / Count(n_threads), longer = n % Count(n_threads);
        const Count first = length * i + (i < longer ? i : longer);
        return {first, first + length + (i < longer ? 1 : 0)};
    }
};

/// Calls function(member) once on each thread; on one thread unless the condition holds.
template <class Function>
void parallel_team_if(bool condition, Function&& function) {
    detail::FirstThrown thrown;
#pragma omp parallel if (condition)
    {
        const TeamMember member{omp_get_thread_num(), omp_get_num_threads()};
        try {
            function(member);
        } catch (...) {
            thrown.keep(member.thread);
        }
    }
    thrown.rethrow();
}

/// Calls function(first, last) once on each thread whose share of n is not empty.
template <class Count, class Function>
void parallel_blocks_if(bool condition, Count n, Function&& function) {
    parallel_team_if(condition, [&](const TeamMember& member) {
        const auto [first, last] = member.share(n);
        if (first < last) function(first, last);
    });
}

/// The same on all threads.
template <class Count, class Function>
void parallel_blocks(Count n, Function&& function) {
    parallel_blocks_if(true, n, function);
}

/// Calls function(i) for i from 0 to n - 1, each thread those of its share.
template <class Count, class Function>
void parallel_for_if(bool condition, Count n, Function&& function) {
    parallel_blocks_if(condition, n, [&](Count first, Count last) {
        for (Count i = first; i < last; ++i) function(i);
    });
}

/// The same on all threads.
template <class Count, class Function>
void parallel_for(Count n, Function&& function) {
    parallel_for_if(true, n, function);
}

/// The same where `chunk` indices at a time go to the threads in turn, as schedule(static, chunk)
/// deals them.
template <class Count, class Function>
void parallel_for_in_turn_if(bool condition, Count n, std::type_identity_t<Count> chunk,
                             Function&& function) {
    detail::FirstThrown thrown;
#pragma omp parallel if (condition)
    {
        const Count stride = chunk * Count(omp_get_num_threads());
        Count i = 0;
        try {
            for (Count first = chunk * Count(omp_get_thread_num()); first < n; first += stride)
                for (i = first; i < first + chunk && i < n; ++i) function(i);
        } catch (...) {
            thrown.keep(std::ptrdiff_t(i));
        }
    }
    thrown.rethrow();
}

/// The same where a thread takes the next `chunk` indices whenever it is free, and calls
/// function(workspace, i) with its own make_workspace(thread), thread < omp_get_max_threads().
template <class Count, class MakeWorkspace, class Function>
void parallel_for_dynamic_if(bool condition, Count n, std::type_identity_t<Count> chunk,
                             MakeWorkspace&& make_workspace, Function&& function) {
    detail::FirstThrown thrown;
    std::atomic<std::size_t> next = 0;
#pragma omp parallel if (condition)
    {
        Count i = 0;
        try {
            auto workspace = make_workspace(omp_get_thread_num());
            // Indices below one that threw are all taken by then: the lowest is always found.
            while (!thrown.any()) {
                const std::size_t first =
                    next.fetch_add(std::size_t(chunk), std::memory_order_relaxed);
                if (first >= std::size_t(n)) break;
                const Count end = n - Count(first) < chunk ? n : Count(first) + chunk;
                for (i = Count(first); i < end; ++i) function(workspace, i);
            }
        } catch (...) {
            thrown.keep(std::ptrdiff_t(i));
        }
    }
    thrown.rethrow();
}

template <class Count, class MakeWorkspace, class Function>
void parallel_for_dynamic(Count n, std::type_identity_t<Count> chunk,
                          MakeWorkspace&& make_workspace, Function&& function) {
    parallel_for_dynamic_if(true, n, chunk, make_workspace, function);
}

/// The same without workspaces: function(i).
template <class Count, class Function>
void parallel_for_dynamic(Count n, std::type_identity_t<Count> chunk, Function&& function) {
    struct None {};
    parallel_for_dynamic_if(
        true, n, chunk, [](int) { return None{}; }, [&](None, Count i) { function(i); });
}

/// Calls function() where parallel regions that it meets, and libraries below it, get one thread,
/// whatever they ask for.
template <class Function>
void on_one_thread(Function&& function) {
    const detail::ActiveLevels none(0);
    function();
}

}  // namespace sinew
