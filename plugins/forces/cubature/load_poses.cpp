#include "load_poses.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>

#include "projected_body.hpp"

namespace sinew::cubature {

namespace {

constexpr int steps_per_period = 20;
constexpr double n_periods = 3;
constexpr double standard_gravity = 9.80665;  // [m/s^2]
constexpr int max_cutbacks = 4;

/// Poses need not be exact: forces are found for them as they are.
NewtonOptions loose() {
    NewtonOptions options;
    options.tolerance = 1e-4;
    options.max_iterations = 50;
    return options;
}

/// Below this part of the body's size what bodies do is at rest.
constexpr double at_rest = 1e-9;

/// False for displacements of round-off.
bool is_moved(const TrainingBody& body, const Vector& q) {
    const double root_mass = std::sqrt(body.full.mass().row_sums().sum());
    return body.norm(q) > at_rest * body.full.system.length_scale() * root_mass;
}

/// The displacement that the force would make if the body were linear, without rigid motion.
Vector linear_answer(const TrainingBody& body, const Vector& force) {
    const Index n = body.size() - body.n_rigid;
    const auto elastic = body.modes.vectors.rightCols(n);
    const Vector z = (elastic.transpose() * force).cwiseQuotient(body.modes.values.tail(n));
    return elastic * z;
}

void append(Eigen::MatrixXd& poses, const Vector& q) {
    poses.conservativeResize(q.size(), poses.cols() + 1);
    poses.col(poses.cols() - 1) = q;
}

bool deforms(const TrainingBody& body, const Vector& force) {
    return is_moved(body, linear_answer(body, force));
}

/// Appends `count` poses of the motion from `start` on, up to `end` [s]; fewer where it rests, or
/// ends early.
void append_motion(ProjectedBody& body, const TrainingBody& of, double start, double end, int count,
                   Eigen::MatrixXd& poses) {
    if (count == 0) return;
    const double period = 2 * std::numbers::pi / std::sqrt(of.softest());
    const double whole = std::min(end - start, n_periods * period);
    constexpr double round_off = 1e-9;
    const int least = int(std::ceil(steps_per_period * whole / period * (1 - round_off)));
    const int every = std::max(1, (least + count - 1) / count);
    const int n_steps = every * count;
    const double dt = whole / n_steps;
    ImplicitIntegrator integrator(body, of.dense, TimeScheme::newmark(0.25, 0.5), loose(), {},
                                  max_cutbacks);
    try {
        integrator.begin(start);
        for (int k = 1; k <= n_steps; ++k) {
            integrator.step(start + (k - 1) * dt, start + k * dt);
            const Vector& q = integrator.state().q;
            if (k % every == 0 && is_moved(of, q)) append(poses, q);
        }
    } catch (const ComputationError&) {  // what came before is a motion, too
    }
}

void append_equilibria(const TrainingBody& of, const Eigen::MatrixXd& forces, LoadPoses& poses) {
    ProjectedBody body(of, false);
    for (const auto force : forces.colwise()) {
        body.set_force(force);
        ImplicitIntegrator integrator(body, of.dense, TimeScheme::statics(), loose(), {},
                                      max_cutbacks);
        try {
            integrator.begin(0);
            if (is_moved(of, integrator.state().q)) append(poses.equilibria, integrator.state().q);
        } catch (const ComputationError&) {
            ++poses.n_lost;
        }
    }
}

/// The dead loads over the run.
struct DeadLoads {
    Eigen::MatrixXd forces;  ///< at four times and at the largest: those that differ, none zero
    double first = 0;        ///< the last time looked at before they are a tenth of the largest [s]
};

DeadLoads dead_loads(ProjectedBody& body, const TrainingBody& of, double end) {
    constexpr int n_times = 64;
    Eigen::MatrixXd at(of.size(), n_times + 1);
    Vector sizes(n_times + 1);
    for (int k = 0; k <= n_times; ++k) {
        body.move_to(end * k / n_times);
        at.col(k) = body.loads_at_rest();
        sizes[k] = of.norm(linear_answer(of, at.col(k)));
    }
    Index largest;
    const double most = sizes.maxCoeff(&largest);
    DeadLoads loads{Eigen::MatrixXd(of.size(), 0), 0};
    int first = 0;
    while (first < n_times && sizes[first] < 0.1 * most) ++first;
    loads.first = end * std::max(0, first - 1) / n_times;
    for (const Index k : {Index(n_times / 4), Index(n_times / 2), Index(3 * n_times / 4),
                          Index(n_times), largest}) {
        const Vector g = at.col(k);
        bool is_new = deforms(of, g);
        for (const auto other : loads.forces.colwise())
            is_new = is_new && (other - g).norm() > 1e-6 * g.norm();
        if (is_new) append(loads.forces, g);
    }
    return loads;
}

/// Standard gravity along x, y and z, as far as it deforms the body (a free one falls).
Eigen::MatrixXd gravities(const TrainingBody& body) {
    Eigen::MatrixXd forces(body.size(), 0);
    for (Index i = 0; i < 3; ++i) {
        Vector a = Vector::Zero(body.full.size()), f;
        for (Index k = i; k < a.size(); k += 3) a[k] = standard_gravity;
        body.full.mass().multiply(a, f);
        const Vector g = body.U.transpose() * f;
        if (deforms(body, g)) append(forces, g);
    }
    return forces;
}

void append_factors(const TrainingBody& body, const Eigen::MatrixXd& forces,
                    const std::vector<double>& factors, LoadPoses& poses) {
    for (const double factor : factors) append_equilibria(body, factor * forces, poses);
}

}  // namespace

LoadPoses load_poses(const TrainingBody& body, const SceneLoads& loads, int n_motion,
                     const Eigen::MatrixXd& unit_loads) {
    LoadPoses poses{Eigen::MatrixXd(body.size(), 0), Eigen::MatrixXd(body.size(), 0)};
    DeadLoads dead{Eigen::MatrixXd(body.size(), 0), 0};
    if (loads.end > 0) {
        ProjectedBody loaded(body, true);
        dead = dead_loads(loaded, body, loads.end);
        const State start = loaded.initial();
        const bool rests = start.q.isZero(0) && start.v.isZero(0);
        append_motion(loaded, body, rests ? dead.first : 0, loads.end, n_motion, poses.motion);
    }
    append_factors(body, dead.forces, {0.5, 1, 2}, poses);
    if (poses.motion.cols() == 0 && dead.forces.cols() == 0) {
        const Eigen::MatrixXd along_axes = gravities(body);
        for (Index k = 0; k < along_axes.cols(); ++k) {
            ProjectedBody alone(body, false);
            alone.set_force(along_axes.col(k));
            append_motion(alone, body, 0, std::numeric_limits<double>::infinity(),
                          n_motion / int(along_axes.cols()), poses.motion);
        }
        append_factors(body, along_axes, {-1, 1}, poses);
    }
    append_equilibria(body, unit_loads, poses);
    return poses;
}

}  // namespace sinew::cubature
