/// Compressed rows of small blocks, and the registers that work on them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/quad.hpp>
#include <vector>

namespace sinew::multigrid {

/// Unknowns of a node on all levels but the finest: as many as there are rigid motions.
inline constexpr int n_motions = 6;

namespace detail {
template <class Real, int Rows>
struct ColumnOf {
    typedef Real type __attribute__((vector_size(8 * sizeof(Real))));
};
template <class Real>
struct ColumnOf<Real, 3> {
    using type = Quad<Real>;
};
}  // namespace detail

/// A register that holds 3 or 6 numbers, and up to two more that nobody reads.
template <class Real, int Rows>
using Column = typename detail::ColumnOf<Real, Rows>::type;

/// A column of a matrix that nobody writes meanwhile, and whatever follows it.
template <int Rows, class Real>
SINEW_INLINE Column<Real, Rows> load_column(const Real* from) {
    Column<Real, Rows> column;
    std::memcpy(&column, from, sizeof column);
    return column;
}

/// `Rows` numbers and nothing beyond them, which another thread may be writing.
template <int Rows, class Real>
SINEW_INLINE Column<Real, Rows> load_node(const Real* from) {
    static_assert(Rows == 3 || Rows == 6);
    if constexpr (Rows == 3)
        return Column<Real, 3>{from[0], from[1], from[2], Real(0)};
    else
        return Column<Real, 6>{from[0], from[1], from[2], from[3],
                               from[4], from[5], Real(0), Real(0)};
}

/// Stores `Rows` numbers and nothing beyond them.
template <int Rows, class Real>
SINEW_INLINE void store_node(const Column<Real, Rows>& column, Real* to) {
    const auto low = __builtin_shufflevector(column, column, 0, 1);
    std::memcpy(to, &low, sizeof low);
    if constexpr (Rows == 3) {
        to[2] = column[2];
    } else {
        const auto middle = __builtin_shufflevector(column, column, 2, 3),
                   high = __builtin_shufflevector(column, column, 4, 5);
        std::memcpy(to + 2, &middle, sizeof middle);
        std::memcpy(to + 4, &high, sizeof high);
    }
}

/// Leaves what it makes room for unset, so that the threads that set it touch it first.
template <class Real>
struct UnsetAllocator : std::allocator<Real> {
    template <class Other>
    struct rebind {
        using other = UnsetAllocator<Other>;
    };
    template <class Number>
    void construct(Number* place) {
        ::new (static_cast<void*>(place)) Number;
    }
    template <class Number, class... Arguments>
    void construct(Number* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) Number(std::forward<Arguments>(arguments)...);
    }
};
template <class Real>
using Numbers = std::vector<Real, UnsetAllocator<Real>>;

/// Room for `n` numbers, unset, and zeros behind them that registers load and drop.
template <class Real>
void make_room(Numbers<Real>& numbers, std::size_t n) {
    numbers.clear();
    numbers.resize(n + 8);
    std::fill(numbers.end() - 8, numbers.end(), Real(0));
}

/// The same, all zero.
template <class Real>
void make_zero(Numbers<Real>& numbers, std::size_t n) {
    make_room(numbers, n);
    parallel_blocks(n, [&](std::size_t first, std::size_t last) {
        std::fill(numbers.begin() + std::ptrdiff_t(first), numbers.begin() + std::ptrdiff_t(last),
                  Real(0));
    });
}

/// Rows of blocks of `Size` numbers each.
template <class Real, int Size>
struct BlockRows {
    std::vector<int> starts{0};  ///< of the rows, and the end of the last
    std::vector<int> columns;    ///< of each block, ascending in a row
    Numbers<Real> values;        ///< Size a block

    int n_rows() const { return int(starts.size()) - 1; }
    int n_blocks() const { return int(columns.size()); }
    int begin(int row) const { return starts[std::size_t(row)]; }
    int end(int row) const { return starts[std::size_t(row) + 1]; }
    int column(int block) const { return columns[std::size_t(block)]; }
    Real* block(int b) { return values.data() + std::size_t(Size) * std::size_t(b); }
    const Real* block(int b) const { return values.data() + std::size_t(Size) * std::size_t(b); }
    /// Room for the values of the columns that are set.
    void make_values() { make_room(values, std::size_t(Size) * columns.size()); }
    std::size_t bytes() const {
        return sizeof(int) * (starts.size() + columns.size()) + sizeof(Real) * values.size();
    }
};

/// A symmetric matrix with both triangles: blocks of R x R, column by column.
template <class Real, int R>
using SquareRows = BlockRows<Real, R * R>;

/// y_i += A_ij x_j for a block that is stored column by column.
template <int R, class Real>
SINEW_INLINE void add_product(const Real* block, const Real* x, Column<Real, R>& y) {
    for (int k = 0; k < R; ++k) y += load_column<R>(block + R * k) * x[k];
}

/// The product of row i with x.
template <int R, class Real>
SINEW_INLINE Column<Real, R> product_of_row(const SquareRows<Real, R>& A, int i, const Real* x) {
    Column<Real, R> even{}, odd{};
    int b = A.begin(i);
    for (; b + 1 < A.end(i); b += 2) {
        add_product<R>(A.block(b), x + std::ptrdiff_t(R) * A.column(b), even);
        add_product<R>(A.block(b + 1), x + std::ptrdiff_t(R) * A.column(b + 1), odd);
    }
    if (b < A.end(i)) add_product<R>(A.block(b), x + std::ptrdiff_t(R) * A.column(b), even);
    return even + odd;
}

}  // namespace sinew::multigrid
