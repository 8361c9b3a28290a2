/// The tangent of a system seen along the axes of its nodes.
#pragma once

#include <sinew/mechanics/system/nodal_frames.hpp>
#include <sinew/mechanics/system/tangent.hpp>

namespace sinew {

/// T'AT, with the frames' axes on the diagonal of T. Blocks of A that reach into a framed node must
/// hold all three of its degrees of freedom.
class NodalFrameTangent final : public Tangent {
public:
    /// Tangent and frames must outlive this.
    NodalFrameTangent(const Tangent& tangent, const NodalFrames& frames)
        : tangent_(tangent), frames_(frames) {}

    Index size() const override { return tangent_.size(); }
    void apply(const Vector& x, Vector& y) const override;
    bool has_entries() const override { return tangent_.has_entries(); }
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return tangent_.pattern_revision(); }
    /// The frames are the same throughout a run.
    long values_revision() const override { return tangent_.values_revision(); }
    Vector diagonal() const override;
    bool symmetric() const override { return tangent_.symmetric(); }
    int dofs_per_node() const override { return tangent_.dofs_per_node(); }
    std::vector<Eigen::Matrix3d> node_rotations() const override;
    Eigen::MatrixXd near_null_space() const override;

private:
    const Tangent& tangent_;
    const NodalFrames& frames_;
};

}  // namespace sinew
