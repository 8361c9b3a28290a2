/// Exceptions must not leave a parallel region: one is carried out of it.
#pragma once

#include <exception>

namespace sinew {

/// The first exception of a parallel region, which is thrown again after it.
class FirstException {
public:
    /// Calls function(), from any thread; keeps what it throws if nothing is kept yet.
    template <class Function>
    void guard(Function&& function) {
        try {
            function();
        } catch (...) {
#pragma omp critical(sinew_first_exception)
            if (!kept_) kept_ = std::current_exception();
        }
    }
    /// Throws the exception again, if there is one; called after the region.
    void rethrow() const {
        if (kept_) std::rethrow_exception(kept_);
    }

private:
    std::exception_ptr kept_;
};

}  // namespace sinew
