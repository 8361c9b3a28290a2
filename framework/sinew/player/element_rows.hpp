/// Rows of a subspace at the elements of a sum, without the columns that do not move them.
///
/// For an element with N nodes these are the 3 (N - 1) rows of U at its nodes 1 ... minus those at
/// node 0: what forces do work on, since those on an element's nodes have no sum. A pack of
/// elements keeps the columns that move one of them: of vectors of regions these are few.
#pragma once

#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/math/aligned.hpp>
#include <span>

namespace sinew::player {

/// For the element at each position, the 3 (N - 1) differences of rows one after the other, each
/// padded with zeros to `width` numbers. `rows`: U at the nodes of `packs`.
void node_differences(const ElementPacks& packs, const Eigen::MatrixXd& rows, Index width,
                      double* to);

/// The differences of packs of elements, one pack after the other.
class ElementRows {
public:
    /// The rows of one pack.
    struct OfPack {
        std::vector<int> columns;  ///< that move an element of it, ascending
        Index width = 0;           ///< their number, rounded up to eights
        std::size_t first = 0;     ///< number that its first row begins with
        Index n_rows = 0;          ///< 3 (N - 1) an element of its own
    };

    /// `rows`: U at the nodes of `packs`, 3 numbers each, x r. A column counts where it moves a
    /// pack in any of them. The rows are those of the first.
    ElementRows(const ElementPacks& packs, std::span<const Eigen::MatrixXd> rows);

    /// Rows of zeros, for these columns of each pack.
    ElementRows(const ElementPacks& packs, Index n_columns,
                std::vector<std::vector<int>> columns_of_packs);

    /// Number r of columns of U.
    Index n_columns() const { return n_columns_; }
    /// The widest of all packs.
    Index width() const;
    const OfPack& of_pack(Index pack) const { return packs_[std::size_t(pack)]; }
    Index n_packs() const { return Index(packs_.size()); }
    /// Numbers of all packs: rows of `width` numbers each, zeros where columns are padded.
    AlignedVector<double>& values() { return values_; }
    const double* values(Index pack) const { return values_.data() + of_pack(pack).first; }

    /// They become those of these rows, as given at first, of the columns that are kept.
    void set(const ElementPacks& packs, const Eigen::MatrixXd& rows) {
        gather(packs, rows, values_.data());
    }
    /// The numbers that `values` would have of these rows.
    template <class Number>
    void gather(const ElementPacks& packs, const Eigen::MatrixXd& rows, Number* to) const;

private:
    void add_pack(const ElementPacks& packs, std::vector<int> columns);

    Index n_columns_;
    std::vector<OfPack> packs_;
    AlignedVector<double> values_;
};

}  // namespace sinew::player
