#include "coarsening.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

using Count = std::array<Index, 3>;

Index size_of(const Count& count) {
    return count[0] * count[1] * count[2];
}

/// A field along one axis: `n` slabs of `width` values that lie together, in `n_blocks` blocks.
struct Slabs {
    Slabs(const Count& count, std::size_t axis)
        : width(axis == 0   ? 1
                : axis == 1 ? count[0]
                            : count[0] * count[1]),
          n(count[axis]),
          n_blocks(size_of(count) / (width * n)) {}

    Index width, n, n_blocks;
};

/// The other large cell that a small one lies between; its own at the ends.
Index other_parent(Index small, Index n_large) {
    const Index parent = small / 2, other = small % 2 == 0 ? parent - 1 : parent + 1;
    return other < 0 || other >= n_large ? parent : other;
}

/// The share of a small cell that a large one has.
float share(Index small, Index large, Index n_large) {
    return (small / 2 == large ? 0.75F : 0) + (other_parent(small, n_large) == large ? 0.25F : 0);
}

/// A row of cells along x; the same as below where values lie side by side.
void restrict_row(const float* fine, Index n_fine, float* coarse, Index n_coarse) {
    const auto end = [&](Index large) {
        float sum = 0;
        for (Index small = std::max<Index>(2 * large - 1, 0);
             small <= std::min(2 * large + 2, n_fine - 1); ++small)
            sum += share(small, large, n_coarse) * fine[small];
        return sum;
    };
    coarse[0] = end(0);
    for (Index large = 1; large + 1 < n_coarse; ++large) {
        const float* f = fine + 2 * large;
        coarse[large] = 0.75F * (f[0] + f[1]) + 0.25F * (f[-1] + f[2]);
    }
    coarse[n_coarse - 1] = end(n_coarse - 1);
}

void prolong_row(const float* coarse, Index n_coarse, float* fine, Index n_fine) {
    const auto value = [&](Index small) {
        return 0.75F * coarse[small / 2] + 0.25F * coarse[other_parent(small, n_coarse)];
    };
    fine[0] = value(0);
    for (Index large = 0; large + 1 < n_coarse; ++large) {
        fine[2 * large + 1] = 0.75F * coarse[large] + 0.25F * coarse[large + 1];
        fine[2 * large + 2] = 0.75F * coarse[large + 1] + 0.25F * coarse[large];
    }
    fine[n_fine - 1] = value(n_fine - 1);
}

void restrict_along(const Count& from, std::size_t axis, const SingleVector& fine, const Count& to,
                    SingleVector& coarse) {
    coarse.resize(size_of(to));
    const Slabs a(from, axis), b(to, axis);
    if (axis == 0) {
        parallel_for(a.n_blocks, [&](Index row) {
            restrict_row(fine.data() + row * a.n, a.n, coarse.data() + row * b.n, b.n);
        });
        return;
    }
    parallel_for(b.n_blocks * b.n, [&](Index slab) {
        const Index block = slab / b.n, large = slab % b.n;
        float* c = coarse.data() + slab * b.width;
        std::fill(c, c + b.width, 0.0F);
        for (Index small = std::max<Index>(2 * large - 1, 0);
             small <= std::min(2 * large + 2, a.n - 1); ++small) {
            const float weight = share(small, large, b.n);
            const float* f = fine.data() + (block * a.n + small) * a.width;
            for (Index i = 0; i < b.width; ++i) c[i] += weight * f[i];
        }
    });
}

void prolong_along(const Count& from, std::size_t axis, const SingleVector& coarse, const Count& to,
                   SingleVector& fine) {
    fine.resize(size_of(to));
    const Slabs a(to, axis), b(from, axis);
    if (axis == 0) {
        parallel_for(a.n_blocks, [&](Index row) {
            prolong_row(coarse.data() + row * b.n, b.n, fine.data() + row * a.n, a.n);
        });
        return;
    }
    parallel_for(a.n_blocks * a.n, [&](Index slab) {
        const Index block = slab / a.n, small = slab % a.n;
        const float* c = coarse.data() + block * b.n * b.width;
        const float* near = c + small / 2 * b.width;
        const float* far = c + other_parent(small, b.n) * b.width;
        float* f = fine.data() + slab * a.width;
        for (Index i = 0; i < a.width; ++i) f[i] = 0.75F * near[i] + 0.25F * far[i];
    });
}

}  // namespace

Coarsening::Coarsening(const Count& fine, const std::array<bool, 3>& along)
    : fine_(fine), coarse_(fine) {
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (along[axis]) coarse_[axis] = (fine[axis] + 1) / 2;
}

void Coarsening::restrict(const SingleVector& fine, SingleVector& coarse) {
    Count count = fine_;
    const SingleVector* from = &fine;
    std::size_t n_done = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!halves(axis)) continue;
        Count next = count;
        next[axis] = coarse_[axis];
        SingleVector& to = next == coarse_ ? coarse : halfway_[n_done++];
        restrict_along(count, axis, *from, next, to);
        count = next;
        from = &to;
    }
}

void Coarsening::prolong(const SingleVector& coarse, SingleVector& fine) {
    Count count = coarse_;
    const SingleVector* from = &coarse;
    // The buffers of restriction, in the opposite order: they keep their sizes.
    std::size_t left = std::size_t(halves(0)) + halves(1) + halves(2);
    for (std::size_t axis = 3; axis-- > 0;) {
        if (!halves(axis)) continue;
        Count next = count;
        next[axis] = fine_[axis];
        SingleVector& to = next == fine_ ? fine : halfway_[--left - 1];
        prolong_along(count, axis, *from, next, to);
        count = next;
        from = &to;
    }
}

}  // namespace sinew
