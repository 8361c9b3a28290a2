/// Eight boxes that one comparison looks at.
#pragma once

#include <array>
#include <cmath>
#include <Eigen/Geometry>
#include <limits>

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace sinew {

/// Boxes in single precision, rounded outwards: whatever touches a box touches the rounded one. A
/// lane that is not set is empty.
struct alignas(64) BoxGroup {
    static constexpr int width = 8;
    using Box = Eigen::AlignedBox3d;
    /// One number of each box.
    typedef float Lanes __attribute__((vector_size(32)));

    /// A box to compare with.
    struct Probe {
        /// Rounds the box outwards to single precision.
        explicit Probe(const Box& box) {
            for (int axis = 0; axis < 3; ++axis) {
                lower[axis] = below(box.min()[axis]) - Lanes{};
                upper[axis] = above(box.max()[axis]) - Lanes{};
            }
        }
        /// One of eight, as it is kept.
        Probe(const BoxGroup& group, int lane) {
            for (int axis = 0; axis < 3; ++axis) {
                lower[axis] = group.lower[axis][lane] - Lanes{};
                upper[axis] = group.upper[axis][lane] - Lanes{};
            }
        }
        Lanes lower[3], upper[3];  ///< the same in all lanes, one an axis
    };

    /// All lanes are empty.
    BoxGroup() {
        constexpr float infinity = std::numeric_limits<float>::infinity();
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = infinity - Lanes{};
            upper[axis] = -infinity - Lanes{};
        }
    }

    /// Sets the box of one lane, rounded outwards.
    void set(int lane, const Box& box) {
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis][lane] = below(box.min()[axis]);
            upper[axis][lane] = above(box.max()[axis]);
        }
    }

    /// The boxes of eight things whose corners are given, each as eight numbers: in axis k, no less
    /// than least[k] and no more than most[k]. A lane that is not a number is empty.
    void set(const Lanes least[3], const Lanes most[3]) {
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = least[axis] - outward(least[axis]);
            upper[axis] = most[axis] + outward(most[axis]);
        }
    }

    /// The box around all that `child` holds, whose first lane is not empty.
    void set(int lane, const BoxGroup& child) {
        for (int axis = 0; axis < 3; ++axis) {
            float least = child.lower[axis][0], most = child.upper[axis][0];
            for (int k = 1; k < width; ++k) {
                least = child.lower[axis][k] < least ? child.lower[axis][k] : least;
                most = child.upper[axis][k] > most ? child.upper[axis][k] : most;
            }
            lower[axis][lane] = least;
            upper[axis][lane] = most;
        }
    }

    /// One bit a lane.
    unsigned overlapping(const Probe& probe) const {
        const auto hits = (lower[0] <= probe.upper[0]) & (upper[0] >= probe.lower[0]) &
                          (lower[1] <= probe.upper[1]) & (upper[1] >= probe.lower[1]) &
                          (lower[2] <= probe.upper[2]) & (upper[2] >= probe.lower[2]);
#if defined(__AVX__)
        return unsigned(_mm256_movemask_ps((__m256)hits));
#else
        unsigned bits = 0;
        for (int lane = 0; lane < width; ++lane) bits |= unsigned(hits[lane] & 1) << lane;
        return bits;
#endif
    }

    /// Squared distances of a point; infinite to an empty lane.
    std::array<double, width> distances2(const Eigen::Vector3d& point) const {
        std::array<double, width> sums{};
        for (int axis = 0; axis < 3; ++axis)
            for (int lane = 0; lane < width; ++lane) {
                const double before = double(lower[axis][lane]) - point[axis];
                const double beyond = point[axis] - double(upper[axis][lane]);
                double out = before > beyond ? before : beyond;
                out = out > 0 ? out : 0;
                sums[std::size_t(lane)] += out * out;
            }
        return sums;
    }

    Lanes lower[3], upper[3];  ///< of the eight boxes, one an axis

private:
    static Lanes outward(Lanes x) {
        return (x < 0 ? -x : x) * 1.8e-7f + std::numeric_limits<float>::min();
    }
    /// Two roundings are at most 1.2e-7 of the number.
    static float below(double x) {
        const float f = float(x);
        return f - 1.8e-7f * std::abs(f) - std::numeric_limits<float>::min();
    }
    static float above(double x) {
        const float f = float(x);
        return f + 1.8e-7f * std::abs(f) + std::numeric_limits<float>::min();
    }
};

}  // namespace sinew
