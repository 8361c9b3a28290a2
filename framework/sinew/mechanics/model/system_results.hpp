/// Results of a body that a System moves.
#pragma once

#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

/// Results at the system's last committed state.
class SystemResults final : public BodyResults {
public:
    /// Results of that system, which must outlive this.
    explicit SystemResults(const BodySystem& system) : system_(system) {}

    const Body& body() const override { return system_.body(); }
    Points rest_positions() const override { return system_.rest_positions(); }
    Points positions() const override { return system_.positions(state().q); }
    Points velocities() const override { return system_.velocities(state().q, state().v); }
    Eigen::Vector3d position(const MaterialPoint& point) const override {
        return system_.position(point, state().q);
    }
    Eigen::Vector3d velocity(const MaterialPoint& point) const override {
        return system_.velocity(point, state().q, state().v);
    }
    const Vector* nodal_masses() const override { return system_.nodal_masses(); }
    std::optional<Points> reactions() const override { return system_.reactions(); }
    PointFields point_fields() const override { return system_.point_fields(state().q); }

private:
    Points rest_surface() const override { return system_.rest_surface(); }
    const State& state() const { return system_.committed_state(); }

    const BodySystem& system_;
};

}  // namespace sinew
