/// The common part of the small systems that training solves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/reduced/dense_tangent.hpp>

#include "training_body.hpp"

namespace sinew::cubature {

/// A body in r coordinates of a subspace, u = U q, that nothing prescribes and nothing damps:
/// M q'' + f(q) = g. It is solved in passing: nothing of it is saved or reported.
class TrainingSystem : public System, public Dynamics {
public:
    /// `body` outlives this.
    explicit TrainingSystem(const TrainingBody& body);

    Dynamics* dynamics() override { return this; }
    Index size() const override { return body_.size(); }
    State initial() const override;
    void move_to(double) override {}
    bool begin_step(State&, double, double) override { return false; }
    void commit(const State&, double, const Vector&) override {}
    const Prescribed& prescribed() const override { return nothing_prescribed_; }
    Energies stored_energies(const Vector& q, const Vector& v) override;

    void apply_mass(const Vector& x, Vector& y) const override { y.noalias() = body_.mass * x; }
    double kinetic_energy(const Vector&, const Vector& v) override {
        return 0.5 * v.dot(body_.mass * v);
    }
    /// Only none is taken.
    void set_damping(const Rayleigh& damping) override;
    double dissipation(const Vector&) override { return 0; }

    double length_scale() const override { return length_scale_; }
    double force_scale() const override { return force_scale_; }
    std::string name() const override { return body_.full.body().path; }
    void save(Archive&, const std::string&) const override {}
    void restore(const Archive&, const std::string&) override {}
    void report(nlohmann::json&) const override {}

protected:
    const TrainingBody& body() const { return body_; }

private:
    const TrainingBody& body_;
    Prescribed nothing_prescribed_;
    double length_scale_, force_scale_;
};

}  // namespace sinew::cubature
