/// A symmetric matrix on free degrees of freedom, kept after the tangent it came from is gone.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/linear/reduced_matrix.hpp>

namespace sinew {

class StoredTangent final : public Tangent {
public:
    /// A copy of the lower part.
    explicit StoredTangent(const ReducedMatrix& lower);
    StoredTangent(const Archive& archive, const std::string& prefix);
    /// Another matrix in its place; of the same pattern, it keeps its pattern's revision.
    void take(const ReducedMatrix& lower);
    void save(Archive& archive, const std::string& prefix) const;

    Index size() const override { return static_cast<Index>(starts_.size()) - 1; }
    void apply(const Vector& x, Vector& y) const override;
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return revision_; }
    Vector diagonal() const override;
    bool symmetric() const override { return true; }

private:
    std::vector<int> starts_, cross_;
    std::vector<double> values_;
    long revision_;
};

}  // namespace sinew
