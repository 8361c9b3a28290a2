#include "poses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

#include "load_poses.hpp"

namespace sinew::cubature {

namespace {

constexpr int most_rejections = 40;  ///< in a row
/// Below this part of the snapshots' root mean square one is at rest.
constexpr double least_snapshot = 1e-5;

/// Modes z of the linear motion in the subspace, K z = omega^2 M z, each times 1 / omega: with
/// standard normal coordinates every mode has the same mean energy. Modes that do not deform the
/// body go as far as the softest that does. r x r.
Eigen::MatrixXd modes_of_equal_energy(const TrainingBody& body) {
    return body.modes.vectors *
           body.modes.values.cwiseMax(body.softest()).cwiseSqrt().cwiseInverse().asDiagonal();
}

/// The largest root mean square displacement of a node for independent normal coordinates.
double spread(const Eigen::MatrixXd& U, const Eigen::MatrixXd& modes) {
    Vector squares = Vector::Zero(U.rows() / 3);
    Vector u;
    for (Index k = 0; k < modes.cols(); ++k) {
        u.noalias() = U * modes.col(k);
        squares += u.reshaped(3, squares.size()).colwise().squaredNorm().transpose();
    }
    return std::sqrt(squares.maxCoeff());
}

/// Poses, their forces, the target of the fit, a metric for each pose, twice, and one column for
/// each of r elements: with less than that no cubature is found.
void refuse_too_many(int count, Index r, const Origin& origin) {
    const double each = double(sizeof(double)) * double(r) * double(4 + 3 * r);
    const double needed = each * count;
    const auto there = double(memory_of_machine());
    if (needed <= there) return;
    throw InputError(
        origin.at("poses.count"),
        fmt::format("{} poses of {} reduced coordinates take at least {:.3g} GB of memory, and "
                    "there are {:.3g} GB",
                    count, r, needed / 1e9, there / 1e9),
        fmt::format("take at most count: {:.0f}; some hundreds are enough as a rule",
                    std::floor(there / each)));
}

/// 0 to n - 1 in random order.
std::vector<int> random_order(Index n, Random& random) {
    std::vector<int> order(static_cast<std::size_t>(n));
    std::iota(order.begin(), order.end(), 0);
    for (int k = int(n) - 1; k > 0; --k)
        std::swap(order[std::size_t(k)], order[std::size_t(random.below(k + 1))]);
    return order;
}

double squared_mass_norm(const FullBody& full, const Eigen::MatrixXd& X) {
    return X.cwiseProduct(full.mass().times(X)).sum();
}

}  // namespace

Poses random_poses(const PoseParams& params, const TrainingBody& body, int count, Random& random,
                   const Origin& origin) {
    FullBody& full = body.full;
    const Eigen::MatrixXd& U = body.U;
    refuse_too_many(count, U.cols(), origin);
    const Eigen::MatrixXd modes = modes_of_equal_energy(body);
    const double amplitude = params.gaussian_amplitude();
    const double scale = amplitude * full.system.length_scale() / spread(U, modes);
    Poses poses;
    poses.q.resize(U.cols(), count);
    poses.forces.resize(U.cols(), count);
    Vector z(U.cols()), u, f;
    for (int t = 0; t < count; ++t) {
        leave_if_stopped();
        int n_rejected = 0;
        for (double factor = 1;; factor *= 0.7) {
            for (double& entry : z) entry = random.normal();
            poses.q.col(t).noalias() = modes * (factor * scale * z);
            u.noalias() = U * poses.q.col(t);
            const Event event = full.assembler().forces(u, f);
            poses.forces.col(t).noalias() = U.transpose() * f;
            if (!event && poses.forces.col(t).norm() > 0) break;
            if (++n_rejected > most_rejections)
                throw InputError(
                    origin.at("poses.amplitude"),
                    fmt::format("no pose without inverted elements was found, not even "
                                "at {:.1g} times the amplitude of {:g}",
                                factor, amplitude),
                    "lower poses.amplitude, and look at the basis and the mesh");
        }
        poses.n_rejected += n_rejected;
    }
    poses.is_reachable.assign(std::size_t(count), 1);
    poses.n_gaussian = count;
    return poses;
}

Poses mixed_poses(const PoseParams& params, const TrainingBody& body, const SceneLoads& loads,
                  Random& random, const Origin& origin) {
    const int count = params.n_random(), n_motion = count / 5, n_unit = (count + 6) / 7;
    refuse_too_many(count, body.size(), origin);
    Poses poses = random_poses(params, body, count - n_motion - n_unit, random, origin);
    const Poses unit = random_poses(params, body, n_unit, random, origin);
    const LoadPoses of_loads = load_poses(body, loads, n_motion, body.stiffness * unit.q);
    poses.n_rejected += unit.n_rejected;
    poses.n_motion = int(of_loads.motion.cols());
    poses.n_equilibria = int(of_loads.equilibria.cols());
    poses.n_lost = of_loads.n_lost;
    Eigen::MatrixXd q(body.size(), poses.n_gaussian + poses.n_motion + poses.n_equilibria);
    q << poses.q, of_loads.motion, of_loads.equilibria;
    const std::vector<int> order = random_order(q.cols(), random);
    poses.q = q(Eigen::all, order);
    poses.is_reachable.clear();
    for (const int k : order) poses.is_reachable.push_back(k >= poses.n_gaussian);
    poses.forces.resize(body.size(), poses.q.cols());
    Vector f;
    for (Index t = 0; t < poses.q.cols(); ++t) {
        const Event event = body.full.assembler().forces(body.U * poses.q.col(t), f);
        SINEW_ASSERT(!event, "{}", event.describe());  // steps and solves ended there
        poses.forces.col(t).noalias() = body.U.transpose() * f;
    }
    return poses;
}

Poses snapshot_poses(const PoseParams& params, FullBody& full, const Eigen::MatrixXd& U,
                     Random& random, const Origin& origin) {
    const Eigen::MatrixXd S = snapshot_displacements(params, full);
    const Eigen::MatrixXd MU = full.mass().times(U);
    Eigen::MatrixXd q = transpose_times(U, MU).llt().solve(transpose_times(MU, S));
    Poses poses;
    const double whole = squared_mass_norm(full, S);
    if (whole > 0) {
        Eigen::MatrixXd left = S;
        tall_product(-1, U, q, 1, left);
        poses.outside = std::sqrt(std::max(squared_mass_norm(full, left), 0.0) / whole);
    }

    q = q(Eigen::all, random_order(q.cols(), random)).eval();

    const double least = least_snapshot * std::sqrt(whole / std::max<Index>(q.cols(), 1));
    poses.q.resize(U.cols(), q.cols());
    poses.forces.resize(U.cols(), q.cols());
    Index n = 0;
    Vector u, f;
    for (Index t = 0; t < q.cols(); ++t) {
        u.noalias() = U * q.col(t);
        if (squared_mass_norm(full, u) <= least * least) {
            ++poses.n_at_rest;
        } else if (full.assembler().forces(u, f)) {
            ++poses.n_rejected;
        } else {
            poses.q.col(n) = q.col(t);
            poses.forces.col(n).noalias() = U.transpose() * f;
            if (poses.forces.col(n).norm() > 0) ++n;
        }
    }
    if (n == 0)
        throw InputError(origin.at("poses.snapshots"),
                         fmt::format("no pose is left of {} snapshots: {} are at rest in the "
                                     "subspace, {} have inverted elements there",
                                     q.cols(), poses.n_at_rest, poses.n_rejected),
                         "take a run in which the body is deformed, and a basis that holds its "
                         "deformations");
    poses.q.conservativeResize(Eigen::NoChange, n);
    poses.forces.conservativeResize(Eigen::NoChange, n);
    poses.is_reachable.assign(std::size_t(n), 1);
    return poses;
}

}  // namespace sinew::cubature
