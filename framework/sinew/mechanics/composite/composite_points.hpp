/// The motion and the forces of points that a CompositeSystem hands to its couplings.
#pragma once

#include <map>
#include <sinew/mechanics/composite/composite_tangent.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <unordered_map>

namespace sinew {

/// Generalised coordinates and velocities of each body, copied apart.
struct BodyCoordinates {
    std::vector<Vector> q, v;  ///< one a body
};

/// The parts of q (and of v, zero if nullptr) of each body; `offsets`: the first degree of freedom
/// of each, and their number at the end.
BodyCoordinates split_by_body(const std::vector<Index>& offsets, const Vector& q, const Vector* v);

/// Positions and velocities of points on the bodies of one coupling. `numbers` maps its bodies to
/// those of the composite.
class CompositeMotion final : public PointMotion {
public:
    /// `at`: q and v of all bodies of the composite. All must outlive this.
    CompositeMotion(const std::vector<BodySystem*>& bodies, const std::vector<int>& numbers,
                    const BodyCoordinates& at)
        : bodies_(bodies), numbers_(numbers), at_(at) {}
    Eigen::Vector3d position(const MaterialPoint& point) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point) const override;
    bool is_prescribed(const MaterialPoint& point) const override;
    bool positions(int body, Points& x) const override;
    Vector generalised_coordinates(int body) const override;
    double moved_since(int body, const Vector& from) const override;

private:
    const std::vector<BodySystem*>& bodies_;
    const std::vector<int>& numbers_;
    const BodyCoordinates& at_;
};

/// Collects the forces of one coupling, and its blocks pulled back to degrees of freedom. What acts
/// on bodies of few degrees of freedom is gathered, and pulled back by one product in `finish`.
class CompositeForces final : public PointForces {
public:
    /// `offsets`: first degree of freedom of each body; `external`: forces of each body, to which
    /// is added; `weights`: those of the tangent, nullptr if none is wanted; `blocks`: receives its
    /// blocks.
    CompositeForces(const std::vector<BodySystem*>& bodies, const std::vector<int>& numbers,
                    const std::vector<Index>& offsets, const BodyCoordinates& at,
                    std::vector<Vector>& external, const TangentWeights* weights,
                    Definiteness definiteness, std::vector<CouplingBlock>* blocks)
        : bodies_(bodies),
          numbers_(numbers),
          offsets_(offsets),
          at_(at),
          external_(external),
          weights_(weights),
          definiteness_(definiteness),
          blocks_(blocks) {}
    void force(const MaterialPoint& point, const Eigen::Vector3d& f) override;
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& K) override;
    void stencil(std::span<const MaterialPoint* const> points, const double* forces,
                 const Eigen::Ref<const Eigen::MatrixXd>& K) override;
    void damping(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& C) override;
    bool wants_tangent() const override { return weights_ != nullptr; }
    Definiteness definiteness() const override { return definiteness_; }
    /// Call once, when all has been collected.
    void finish();
    /// True if all that was collected is finite.
    bool is_finite() const { return is_finite_; }

private:
    /// Points of a body of few degrees of freedom that forces act on.
    struct TouchedPoints {
        std::vector<MaterialPoint> points;
        std::unordered_map<int, int> newest;  ///< by first node: its newest in `points`
        std::vector<int> older;               ///< of each: the one before of that node, or -1
        std::vector<Eigen::Vector3d> forces;

        int add(const MaterialPoint& point);
    };
    /// A block between two points of such bodies.
    struct PointBlock {
        int i, j;  ///< in the points of their bodies
        Eigen::Matrix3d K;
    };

    /// A point's body, counted along those of the composite, and dx/dq.
    struct PulledBack {
        int body;
        std::vector<BodySystem::Jacobian> pieces;
    };

    int body_of(const MaterialPoint& point) const;
    PulledBack pulled_back(const MaterialPoint& point) const;
    void add(const MaterialPoint& i, const MaterialPoint& j, const Eigen::Matrix3d& K);
    bool is_gathered(const MaterialPoint& point) const;
    void add_block(const PulledBack& i, const PulledBack& j, const Eigen::Matrix3d& K);
    Eigen::MatrixXd jacobian(int body) const;

    const std::vector<BodySystem*>& bodies_;
    const std::vector<int>& numbers_;
    const std::vector<Index>& offsets_;
    const BodyCoordinates& at_;
    std::vector<Vector>& external_;
    const TangentWeights* weights_;
    Definiteness definiteness_;
    std::vector<CouplingBlock>* blocks_;
    bool has_forces_ = false;
    bool is_finite_ = true;
    std::map<int, TouchedPoints> touched_;                            ///< by body
    std::map<std::pair<int, int>, std::vector<PointBlock>> between_;  ///< by their bodies
};

}  // namespace sinew
