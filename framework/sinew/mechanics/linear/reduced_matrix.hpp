/// A tangent's entries on the free degrees of freedom, as a compressed sparse matrix of numbers.
#pragma once

#include <sinew/mechanics/linear/linear.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// The first update records where each entry of the tangent goes; as long as the tangent's pattern
/// and the fixed degrees of freedom stay, later ones only add values. Fixed rows and columns are
/// left out and the rest is numbered without gaps.
class ReducedMatrix {
public:
    /// lower: entries on and below the diagonal, column by column (symmetric tangents).
    /// full:  all entries, row by row.
    enum class Storage { lower, full };
    /// An empty matrix, until the first update.
    explicit ReducedMatrix(Storage part) : part_(part) {}

    /// Takes the values of the tangent; returns whether the structure differs from the last one.
    bool update(const Tangent& tangent, const FixedMask& fixed);
    /// Clears these lines and their cross lines until the next update, but for the diagonal.
    void decouple(const std::vector<int>& lines);

    /// Number of free degrees of freedom.
    Index size() const { return static_cast<Index>(free_.size()); }
    /// Number of stored entries.
    Index n_entries() const { return static_cast<Index>(cross_.size()); }
    /// Compressed: line k (a column of `lower`, a row of `full`) holds entries starts[k] to
    /// starts[k + 1], whose other index is cross(), increasing.
    const std::vector<int>& starts() const { return starts_; }
    const std::vector<int>& cross() const { return cross_; }
    /// The stored entries, line after line, n_entries() numbers in the tangent's unit.
    const std::vector<double>& values() const { return values_; }
    /// Indices of the free degrees of freedom among all, ascending.
    const std::vector<int>& free() const { return free_; }

    /// free := entries of `all` (one a degree of freedom) on the free ones, size() numbers.
    void gather(const Vector& all, Vector& free) const;
    /// all := `free` on the free degrees of freedom, zero on the fixed ones.
    void scatter(const Vector& free, Vector& all) const;

private:
    class Recorder;
    class Replayer;
    void number_free(const FixedMask& fixed, Index size);
    bool record(const Tangent& tangent);
    bool find_structure(const Recorder& recorder);
    std::pair<int, int> locate(int row, int col) const;

    Storage part_;
    long pattern_revision_ = -1, fixed_revision_ = -1;
    Index full_size_ = 0;
    std::vector<int> free_;         // degrees of freedom that are free
    std::vector<int> free_number_;  // of each degree of freedom, -1 if fixed
    std::vector<int> starts_, cross_;
    std::vector<int> places_;     // of each entry in the order of the tangent's calls
    std::vector<double> values_;  // with one more at the end, for entries that are left out
};

}  // namespace sinew
