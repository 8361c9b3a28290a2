/// A body in a subspace with all of its elements, and with the loads of its scene or without.
#pragma once

#include "training_system.hpp"

namespace sinew::cubature {

/// U'MU q'' + U'f_int(Uq) = U'f_ext(Uq, t) + g.
class ProjectedBody final : public TrainingSystem {
public:
    /// `body` outlives this. If it is `loaded`, the scene's loads act on it while this lives; else,
    /// and thereafter, they do not.
    ProjectedBody(const TrainingBody& body, bool loaded);
    ~ProjectedBody() override;
    ProjectedBody(const ProjectedBody&) = delete;
    ProjectedBody& operator=(const ProjectedBody&) = delete;

    /// The force g, r numbers; zero at first.
    void set_force(Vector g) { g_ = std::move(g); }
    /// U'f_ext(0, t) of the scene's loads at the time moved to, r numbers.
    Vector loads_at_rest();
    /// The motion that the scene gives it at the start, as far as the subspace holds it; rest if it
    /// is not loaded.
    State initial() const override;

    void move_to(double t) override { system_.move_to(t); }
    void forces(const Vector& q, const Vector& v, Forces& out) override;
    double potential(const Vector& q) override;
    bool conservative() const override { return system_.conservative(); }
    const DenseTangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                                Definiteness definiteness, Forces* forces) override;

private:
    void project(Forces& out) const;

    const Eigen::MatrixXd& U() const { return body().U; }

    ElasticBody& system_;
    bool is_loaded_;
    Vector g_;
    Forces of_nodes_;
    DenseTangent tangent_;
    Vector u_, u_rate_;
};

}  // namespace sinew::cubature
