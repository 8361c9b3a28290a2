/// Carries a system through time by explicit central differences with a lumped mass.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/system/system.hpp>

namespace sinew {

/// Integrates in the form of Verlet: q1 = q0 + h v0 + h^2/2 a0, v1 = v0 + h/2 (a0 + a1), with
/// M a1 = f_ext - f_int(q1) - D (v0 + h/2 a0) and M lumped. Stable for
/// h < 2/omega (sqrt(1 + xi^2) - xi), omega the highest frequency and xi its damping ratio
/// (Belytschko, Liu & Moran 2000, ch. 6.2), friction included: longer steps are divided.
class ExplicitIntegrator {
public:
    /// `safety`: share of the stable step that is used. `most_substeps`: a step that needs more
    /// of them is refused.
    ExplicitIntegrator(System& system, const Rayleigh& damping, double safety, int most_substeps);

    void begin(double t);
    /// Throws ComputationError, and returns to the state at t0, if a substep fails, and likewise
    /// Stopped if a signal stops it.
    void step(double t0, double t1);
    const State& state() const { return state_; }
    long n_substeps() const { return n_substeps_; }

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix, double t);
    void report(nlohmann::json& report) const;

private:
    double stable_step(double omega);
    void tell_of_substeps(double n, double step);
    void hold();
    Event find_acceleration(const Vector& v);
    void commit(double t);
    Event substep(double h, double t_end);

    System& system_;
    ExplicitDynamics& explicit_;
    Rayleigh damping_;
    double safety_;
    int most_substeps_;
    Vector mass_;
    State state_;
    Forces forces_;
    double last_stable_ = 0;
    bool has_reported_ = false;  ///< of many substeps
    long n_steps_ = 0, n_substeps_ = 0;
};

}  // namespace sinew
