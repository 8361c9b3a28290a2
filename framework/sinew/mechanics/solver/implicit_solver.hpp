/// The stepper behind solver/static, implicit_euler and implicit_newmark.
#pragma once

#include <sinew/mechanics/model/model.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/mechanics/solve/real_time.hpp>
#include <sinew/mechanics/solver/choose_linear.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/solver/solver_params.hpp>

namespace sinew {

/// Builds the model below its node and steps it with an ImplicitIntegrator.
class ImplicitSolver : public Solver {
public:
    /// `realtime`: steps keep to the clock on the wall. `scope`: of what is below the node.
    ImplicitSolver(BuildContext& context, const TimeScheme& scheme, const ImplicitParams& params,
                   const Rayleigh& damping, bool realtime, const ModelScope& scope = {});

    void check(const Clock& clock) override;
    void begin(const Clock& clock) override;
    void step(const Clock& clock) override;
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix, const Clock& clock) override;
    void report(nlohmann::json& report) const override;

    /// Steps from t0 to t1 [s], parts of a clock's step; `step` takes the whole.
    void advance(double t0, double t1) { integrator_.step(t0, t1); }
    /// The state as it was saved at time t [s].
    void roll_back(const Archive& archive, const std::string& prefix, double t) {
        integrator_.restore(archive, prefix, t);
    }

    System& system() override { return model_.system(); }
    const State& state() const override { return integrator_.state(); }
    std::vector<BodySystem*> bodies() override { return model_.bodies(); }

    std::optional<ImplicitStep> implicit_step() const override {
        return ImplicitStep{scheme_, damping_, newton_, *linear_.solver};
    }

private:
    void refuse_free(BuildContext& context, BodySystem& full) const;
    void refuse_asymmetry(BuildContext& context, const SourceMark& where);
    void check_constraints(const State& state, double t0, double t1);
    std::vector<std::string> free_motions(State state, double t0, double t1);

    mutable Model model_;  // evaluating energies for the report uses its work space
    LinearChoice linear_;
    TimeScheme scheme_;
    NewtonOptions newton_;
    Rayleigh damping_;
    ImplicitIntegrator integrator_;
    bool is_paced_;
    RealTime real_time_;
    long constrained_revision_ =
        -1;  // of the prescribed degrees of freedom that check_constraints saw last
};

}  // namespace sinew
