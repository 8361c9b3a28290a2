/// The stepper behind solver/central_difference.
#pragma once

#include <sinew/mechanics/model/model.hpp>
#include <sinew/mechanics/solve/real_time.hpp>
#include <sinew/mechanics/solver/solver.hpp>
#include <sinew/mechanics/solver/solver_params.hpp>

#include "explicit_integrator.hpp"

namespace sinew {

class ExplicitSolver : public Solver {
public:
    ExplicitSolver(BuildContext& context, const Rayleigh& damping, double safety, int most_substeps,
                   bool realtime);

    void begin(const Clock& clock) override;
    void step(const Clock& clock) override;
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix, const Clock& clock) override;
    void report(nlohmann::json& report) const override;

    System& system() override { return model_.system(); }
    const State& state() const override { return integrator_.state(); }
    std::vector<BodySystem*> bodies() override { return model_.bodies(); }

private:
    mutable Model model_;  // evaluating energies for the report uses its work space
    ExplicitIntegrator integrator_;
    bool is_paced_;
    RealTime real_time_;
};

}  // namespace sinew
