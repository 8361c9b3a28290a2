/// Fixed steps from zero to the end.
#pragma once

namespace sinew {

struct Clock {
    double step = 0;     ///< [s]
    long n_steps = 0;
    long index = 0;      ///< steps done

    double time() const { return static_cast<double>(index) * step; }
    bool done() const { return index >= n_steps; }
};

}  // namespace sinew
