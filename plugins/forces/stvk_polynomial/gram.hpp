/// Gram matrices G = Y'Y of tall matrices Y that come in pieces, by blocks that stay in registers.
#pragma once

#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::stvk {

/// A piece of Y is kept as panels of eight columns: eight numbers a row, row after row. G is kept
/// as tiles above its diagonal.
class Gram {
public:
    Gram(Index n_columns, Index n_rows);

    /// Room for a row before it is put in its place, with some beyond its end for whole packs.
    Index row_room() const { return 8 * n_panels_ + 8; }
    void set_row(Index row, const double* values);

    /// G += Y'Y of the first rows of the piece.
    void add_rows(Index n);

    double operator()(Index i, Index j) const {
        if (i > j) std::swap(i, j);
        const Index block = i / width, panel = j / 8;
        return tiles_[std::size_t(tile(block, panel) + (j % 8) * width + i % width)];
    }

private:
    // Twenty-four accumulators and what feeds them fill the 32 registers of AVX-512.
#if defined(__AVX512F__)
    static constexpr int packs_wide = 3, columns_at_once = 8;
#else
    static constexpr int packs_wide = 1, columns_at_once = 4;
#endif
    static constexpr Index width = 8 * packs_wide;
    Index tile(Index block, Index panel) const {
        return (tiles_before_[std::size_t(block)] + panel - block * packs_wide) * 8 * width;
    }
    void multiply(Index block, Index panel, Index n);

    Index n_rows_, n_panels_;
    std::vector<Index> tiles_before_;
    AlignedVector<double> rows_, tiles_;
};

}  // namespace sinew::stvk
