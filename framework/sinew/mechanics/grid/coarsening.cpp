#include "coarsening.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

using Count = std::array<Index, 3>;

Index size_of(const Count& count) {
    return count[0] * count[1] * count[2];
}

/// Lines of a field along one axis: `n` values `stride` apart, starting at start(line).
struct Lines {
    Lines(const Count& count, std::size_t axis)
        : stride(axis == 0   ? 1
                 : axis == 1 ? count[0]
                             : count[0] * count[1]),
          n(count[axis]),
          n_lines(size_of(count) / count[axis]) {}
    Index start(Index line) const { return line / stride * stride * n + line % stride; }

    Index stride, n, n_lines;
};

/// The other large cell that a small one lies between; its own at the ends.
Index other_parent(Index small, Index n_large) {
    const Index parent = small / 2, other = small % 2 == 0 ? parent - 1 : parent + 1;
    return other < 0 || other >= n_large ? parent : other;
}

void restrict_along(const Count& from, std::size_t axis, const Vector& fine, const Count& to,
                    Vector& coarse) {
    coarse.resize(size_of(to));
    const Lines a(from, axis), b(to, axis);
    parallel_for(a.n_lines, [&](Index line) {
        const double* f = fine.data() + a.start(line);
        double* c = coarse.data() + b.start(line);
        for (Index i = 0; i < b.n; ++i) c[i * b.stride] = 0;
        for (Index i = 0; i < a.n; ++i) {
            const double value = f[i * a.stride];
            c[i / 2 * b.stride] += 0.75 * value;
            c[other_parent(i, b.n) * b.stride] += 0.25 * value;
        }
    });
}

void prolong_along(const Count& from, std::size_t axis, const Vector& coarse, const Count& to,
                   Vector& fine) {
    fine.resize(size_of(to));
    const Lines a(to, axis), b(from, axis);
    parallel_for(a.n_lines, [&](Index line) {
        const double* c = coarse.data() + b.start(line);
        double* f = fine.data() + a.start(line);
        for (Index i = 0; i < a.n; ++i)
            f[i * a.stride] =
                0.75 * c[i / 2 * b.stride] + 0.25 * c[other_parent(i, b.n) * b.stride];
    });
}

}  // namespace

Coarsening::Coarsening(const Count& fine) : fine_(fine), coarse_(fine) {
    for (Index& n : coarse_) n = (n + 1) / 2;
}

void Coarsening::restrict(const Vector& fine, Vector& coarse) {
    Count count = fine_;
    const Vector* from = &fine;
    std::size_t n_done = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (coarse_[axis] == fine_[axis]) continue;
        Count next = count;
        next[axis] = coarse_[axis];
        Vector& to = next == coarse_ ? coarse : halfway_[n_done++];
        restrict_along(count, axis, *from, next, to);
        count = next;
        from = &to;
    }
}

void Coarsening::add_prolonged(const Vector& coarse, Vector& fine) {
    Count count = coarse_;
    const Vector* from = &coarse;
    std::size_t n_done = 0;
    for (std::size_t axis = 3; axis-- > 0;) {
        if (coarse_[axis] == fine_[axis]) continue;
        Count next = count;
        next[axis] = fine_[axis];
        Vector& to = next == fine_ ? prolonged_ : halfway_[n_done++];
        prolong_along(count, axis, *from, next, to);
        count = next;
        from = &to;
    }
    parallel_for(fine.size(), [&](Index i) { fine[i] += prolonged_[i]; });
}

}  // namespace sinew
