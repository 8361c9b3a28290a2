/// Results of a body that a grid moves, for outputs.
#pragma once

#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <sinew/mechanics/model/results.hpp>

namespace sinew {

/// Results at the end of the last step: the nodes of the body's mesh are carried by the solid, and
/// deformations are those of the grid's displacements where the integration points of its elements
/// are.
class EulerianSolidResults final : public BodyResults {
public:
    /// Results of that solid, which must outlive this.
    explicit EulerianSolidResults(const EulerianSolid& solid) : solid_(solid) {}

    const Body& body() const override { return solid_.body(); }
    Points positions() const override { return solid_.positions(); }
    Points velocities() const override { return solid_.velocities(); }
    Eigen::Vector3d position(const MaterialPoint& point) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point) const override {
        return solid_.velocity_at(position(point));
    }
    std::optional<Points> reactions() const override { return {}; }
    /// Supports act on nodes of the grid.
    std::optional<Diagnostic> lacks_reactions() const override;
    PointFields point_fields() const override;

private:
    const EulerianSolid& solid_;
};

}  // namespace sinew
