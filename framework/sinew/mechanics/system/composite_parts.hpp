/// What a CompositeSystem hands to its couplings and to linear solvers.
#pragma once

#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

/// The parts of the coordinates that belong to each body, copied apart.
struct BodyCoordinates {
    std::vector<Vector> q, v;
};

/// Where the bodies of one coupling are. `numbers` maps its bodies to those of the composite.
class CompositeMotion final : public PointMotion {
public:
    CompositeMotion(const std::vector<BodySystem*>& bodies, const std::vector<int>& numbers,
                    const BodyCoordinates& at)
        : bodies_(bodies), numbers_(numbers), at_(at) {}
    Eigen::Vector3d position(const MaterialPoint& point) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point) const override;

private:
    const std::vector<BodySystem*>& bodies_;
    const std::vector<int>& numbers_;
    const BodyCoordinates& at_;
};

/// A block of couplings' stiffness, at coordinates of the composite.
struct CouplingBlock {
    Index row, col;
    Eigen::MatrixXd block;
};

/// The bodies' tangents on the diagonal and the couplings' blocks anywhere.
class CompositeTangent final : public Tangent {
public:
    Index size() const override { return size_; }
    void apply(const Vector& x, Vector& y) const override;
    bool has_entries() const override;
    void add_entries(EntrySink& sink, Index offset) const override;
    long pattern_revision() const override { return revision_; }
    Vector diagonal() const override;
    std::unique_ptr<Preconditioner> preconditioner(const std::vector<char>& fixed) const override;
    bool symmetric() const override;
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
    std::vector<long> signature_;  ///< revisions of the bodies and places of the blocks
};

/// Collects the forces of one coupling, and its blocks pulled back to coordinates.
class CompositeForces final : public PointForces {
public:
    CompositeForces(const std::vector<BodySystem*>& bodies, const std::vector<int>& numbers,
                    const std::vector<Index>& offsets, const BodyCoordinates& at,
                    std::vector<Vector>& external, const TangentWeights* weights,
                    std::vector<CouplingBlock>* blocks)
        : bodies_(bodies),
          numbers_(numbers),
          offsets_(offsets),
          at_(at),
          external_(external),
          weights_(weights),
          blocks_(blocks) {}
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override;
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& K) override;
    void damping(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& C) override;
    bool wants_tangent() const override { return weights_ != nullptr; }

private:
    void add_block(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& K);

    const std::vector<BodySystem*>& bodies_;
    const std::vector<int>& numbers_;
    const std::vector<Index>& offsets_;
    const BodyCoordinates& at_;
    std::vector<Vector>& external_;
    const TangentWeights* weights_;
    std::vector<CouplingBlock>* blocks_;
};

}  // namespace sinew
