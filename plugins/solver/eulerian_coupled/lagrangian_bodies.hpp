/// Bodies below a grid that implicit steps of their own move, immersed in its fluid.
#pragma once

#include <memory>
#include <sinew/mechanics/immersed/given_forces.hpp>
#include <sinew/mechanics/immersed/immersed_body.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>

#include "lagrangian_params.hpp"

namespace sinew::eulerian {

/// Bodies that stay systems: backward Euler steps them twice a substep. Without the fluid first,
/// for the momenta that enter the grid; then with the impulses that the grid gives back.
class LagrangianBodies {
public:
    /// True if the node's body is one of those.
    using Takes = std::function<bool(SceneNode&)>;
    /// `takes` is true for one node at least. `open`: sides by which bodies may leave.
    LagrangianBodies(const LagrangianParams& params, const Grid& grid,
                     const std::array<bool, 6>& open, const Takes& takes, BuildContext& context);

    std::vector<ImmersedBody*> immersed() const;

    void begin(const Clock& clock);
    /// Steps them from t to `to` [s] without the fluid, and puts them where they were with the
    /// velocities of there.
    void predict(double t, double to);
    /// The largest component of what a body gained in the last prediction, in its mean: by loads
    /// and by what it touches among its own [m/s^2].
    double free_acceleration() const { return free_acceleration_; }
    /// Goes back to t, where the last prediction began.
    void withdraw(double t);
    /// Goes back, and steps them with the impulses that the immersed bodies have taken.
    void correct(double t, double to);

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix, const Clock& clock);
    void report(nlohmann::json& report) const { solver_->report(report); }

private:
    void place();

    std::unique_ptr<GivenForces> forces_;
    std::unique_ptr<ImplicitSolver> solver_;
    std::vector<std::unique_ptr<ImmersedBody>> immersed_;
    Archive before_;
    double free_acceleration_ = 0;
};

}  // namespace sinew::eulerian
