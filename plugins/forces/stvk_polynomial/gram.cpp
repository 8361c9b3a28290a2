#include "stvk_polynomial/gram.hpp"

namespace sinew::stvk {

Gram::Gram(Index n_columns, Index n_rows) : n_rows_(n_rows) {
    const Index n_blocks = (n_columns + width - 1) / width;
    n_panels_ = n_blocks * packs_wide;
    Index n_tiles = 0;
    for (Index block = 0; block < n_blocks; ++block) {
        tiles_before_.push_back(n_tiles);
        const Index first = block * packs_wide;
        n_tiles += n_panels_ - first;
    }
    rows_.assign(std::size_t(n_panels_ * n_rows_ * 8), 0.0);
    tiles_.assign(std::size_t(n_tiles * 8 * width), 0.0);
}

void Gram::set_row(Index row, const double* values) {
    for (Index panel = 0; panel < n_panels_; ++panel)
        Pack::load(values + 8 * panel).store(&rows_[std::size_t(8 * (panel * n_rows_ + row))]);
}

void Gram::add_rows(Index n) {
    for (Index block = 0; block * packs_wide < n_panels_; ++block)
        for (Index panel = block * packs_wide; panel < n_panels_; ++panel)
            multiply(block, panel, n);
}

void Gram::multiply(Index block, Index panel, Index n) {
    const double* left = &rows_[std::size_t(8 * (block * packs_wide * n_rows_))];
    const double* right = &rows_[std::size_t(8 * (panel * n_rows_))];
    double* into = &tiles_[std::size_t(tile(block, panel))];
    for (int column = 0; column < 8; column += columns_at_once) {
        Pack sum[columns_at_once][packs_wide];
        for (int c = 0; c < columns_at_once; ++c)
            for (int p = 0; p < packs_wide; ++p)
                sum[c][p] = Pack::load(into + (column + c) * width + 8 * p);
        for (Index row = 0; row < n; ++row) {
            Pack x[packs_wide];
            for (int p = 0; p < packs_wide; ++p) x[p] = Pack::load(left + 8 * (p * n_rows_ + row));
            for (int c = 0; c < columns_at_once; ++c) {
                const Pack y = right[8 * row + column + c];
                for (int p = 0; p < packs_wide; ++p) sum[c][p] += x[p] * y;
            }
        }
        for (int c = 0; c < columns_at_once; ++c)
            for (int p = 0; p < packs_wide; ++p)
                sum[c][p].store(into + (column + c) * width + 8 * p);
    }
}

}  // namespace sinew::stvk
