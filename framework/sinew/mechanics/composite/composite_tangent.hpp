/// The tangent that a CompositeSystem hands to linear solvers.
#pragma once

#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// The bodies' tangents on the diagonal and the couplings' blocks anywhere.
class CompositeTangent final : public Tangent {
public:
    Index size() const override { return size_; }
    void apply(const Vector& x, Vector& y) const override;
    bool has_entries() const override;
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return revision_; }
    Vector diagonal() const override;
    std::unique_ptr<Preconditioner> preconditioner(
        const std::vector<char>& fixed, const std::vector<CouplingBlock>& coupled) const override;
    bool symmetric() const override;
    int dofs_per_node() const override;
    /// Nodes of bodies without known rotations get the identity.
    std::vector<Eigen::Matrix3d> node_rotations() const override;
    Eigen::MatrixXd near_null_space() const override;

    /// Takes the bodies' new tangents and the couplings' blocks; finds out whether the pattern
    /// changed.
    void assemble(std::vector<const Tangent*> bodies, const std::vector<Index>& offsets,
                  std::vector<CouplingBlock> blocks, bool couplings_symmetric);

private:
    Index size_ = 0;
    std::vector<const Tangent*> bodies_;
    std::vector<Index> offsets_;
    std::vector<CouplingBlock> blocks_;
    bool couplings_symmetric_ = true;
    long revision_ = 0;
    std::vector<long> signature_;  ///< revisions of the bodies and positions of the blocks
};

}  // namespace sinew
