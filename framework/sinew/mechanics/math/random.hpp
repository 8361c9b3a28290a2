/// Random numbers that are the same with every compiler, library and number of threads.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace sinew {

/// Mersenne twister of 64 bits; the standard fixes its numbers, but not those of its distributions.
class Random {
public:
    /// The same seed gives the same numbers.
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    /// A number in [0, 1), uniformly distributed.
    double uniform() { return double(engine_() >> 11) * 0x1p-53; }
    /// A whole number in 0 ... n - 1, uniformly distributed.
    int below(int n) { return int(uniform() * n); }
    /// A normally distributed number, mean 0, variance 1 (Box & Muller 1958).
    double normal() {
        if (has_second_) {
            has_second_ = false;
            return second_;
        }
        const double radius = std::sqrt(-2 * std::log(1 - uniform()));
        const double angle = 2 * std::numbers::pi * uniform();
        second_ = radius * std::sin(angle);
        has_second_ = true;
        return radius * std::cos(angle);
    }

private:
    std::mt19937_64 engine_;
    double second_ = 0;
    bool has_second_ = false;
};

}  // namespace sinew
