/// A body with plugins of this build, and constraints and loads that a test writes as functions.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/load/dead_load.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <support/bodies.hpp>
#include <support/plugins.hpp>

namespace sinew::verification {

/// Holds the nodes for which `displacement` gives a value (at rest position X and time t [m]).
class PrescribedNodes final : public Constraint {
public:
    using Displacement =
        std::function<std::optional<Eigen::Vector3d>(const Eigen::Vector3d& X, double t)>;
    explicit PrescribedNodes(Displacement displacement) : displacement_(std::move(displacement)) {}
    void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const override {
        const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
        for (int i = 0; i < int(body.mesh.n_nodes()); ++i) {
            const Eigen::Vector3d X = body.mesh.positions.col(i);
            if (const auto u = displacement_(X, t))
                out.push_back({i, {true, true, true}, X + *u, zero, zero});
        }
    }

private:
    Displacement displacement_;
};

/// Given forces on the nodes, 3 x n_nodes [N], that grow with t from 0 to 1.
class NodalForces final : public DeadLoad {
public:
    explicit NodalForces(Points forces) : forces_(std::move(forces)) {}
    void evaluate(const LoadSite& site, double t, PointForces& out) const override {
        for (int i = 0; i < int(forces_.cols()); ++i)
            if (!forces_.col(i).isZero(0))
                out.force(MaterialPoint::at_node(site.body_index, i), t * forces_.col(i));
    }

private:
    Points forces_;
};

struct Laws {
    std::string material, parameters;
    std::string formulation = "formulation/displacement";
};

class Problem {
public:
    Problem(VolumeMesh mesh, const Laws& laws)
        : material_(test::make<Material>(laws.material, laws.parameters)),
          formulation_(test::make<Formulation>(laws.formulation)),
          linear_(test::make<LinearSolver>("linear/cholesky")),
          body_(test::body(std::move(mesh), *material_)) {}

    void constrain(PrescribedNodes::Displacement displacement) {
        constraints_.push_back(std::make_unique<PrescribedNodes>(std::move(displacement)));
    }
    void load(Points forces) { loads_.push_back(std::make_unique<NodalForces>(std::move(forces))); }

    const VolumeMesh& mesh() const { return body_.mesh; }
    Body& body() { return body_; }
    LinearSolver& linear() { return *linear_; }

    /// The system, made when first asked for; constraints and loads are complete then.
    BodySystem& system() {
        if (!system_) {
            BodyParts parts;
            for (const auto& constraint : constraints_)
                parts.constraints.push_back(constraint.get());
            for (const auto& load : loads_) parts.loads.push_back(load.get());
            system_ = formulation_->make(body_, parts);
        }
        return *system_;
    }

    /// The equilibrium at t = 1, reached in `n_steps` increments: displacements, 3 x n_nodes [m].
    Points equilibrium(int n_steps = 1) {
        NewtonOptions options;
        options.tolerance = 1e-12;
        options.max_iterations = 60;
        ImplicitIntegrator integrator(system(), *linear_, TimeScheme::statics(), options, {}, 10);
        integrator.begin(0);
        for (int k = 0; k < n_steps; ++k)
            integrator.step(double(k) / n_steps, double(k + 1) / n_steps);
        return system().positions(integrator.state().q) - body_.mesh.positions;
    }

    /// Fields of the integration points at displacements u, 3 x n_nodes [m].
    PointFields point_fields(const Points& u) { return system().point_fields(u.reshaped()); }

private:
    test::Made<Material> material_;
    test::Made<Formulation> formulation_;
    test::Made<LinearSolver> linear_;
    Body body_;
    std::vector<std::unique_ptr<PrescribedNodes>> constraints_;
    std::vector<std::unique_ptr<NodalForces>> loads_;
    std::unique_ptr<BodySystem> system_;
};

/// True if X lies on the face of the box [0, size] with the given axis, at its end.
inline bool at_end(const Eigen::Vector3d& X, const Eigen::Vector3d& size, int axis = 0) {
    return X[axis] > size[axis] * (1 - 1e-9);
}

/// True if X lies on the surface of the box [0, size].
inline bool on_surface(const Eigen::Vector3d& X, const Eigen::Vector3d& size) {
    for (int axis = 0; axis < 3; ++axis)
        if (X[axis] < 1e-9 * size[axis] || at_end(X, size, axis)) return true;
    return false;
}

}  // namespace sinew::verification
