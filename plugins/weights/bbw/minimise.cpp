#include "minimise.hpp"

#include <omp.h>

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/laplacian.hpp>

#include "bilaplacian.hpp"
#include "box_problem.hpp"

namespace sinew::bbw {
namespace {

/// Harmonic weights below this are taken to be in no one's support, to begin with.
constexpr double start_of_support = 1e-3;

/// The free nodes, in an order of little fill.
struct FreeNodes {
    std::vector<int> nodes;
    Sparse Q, L;  ///< their rows and columns

    FreeNodes(const Sparse& whole_Q, const Sparse& whole_L,
              const std::vector<char>& is_constrained) {
        for (std::size_t i = 0; i < is_constrained.size(); ++i)
            if (!is_constrained[i]) nodes.push_back(int(i));
        if (nodes.empty()) return;
        std::vector<int> position(is_constrained.size(), -1);
        std::vector<int> ordered;
        for (const int k : elimination_order(lower_part(whole_Q, nodes, position)))
            ordered.push_back(nodes[std::size_t(k)]);
        nodes = std::move(ordered);
        Q = reordered(whole_Q);
        L = reordered(whole_L);
    }

private:
    Sparse reordered(const Sparse& whole) const {
        std::vector<int> position(std::size_t(whole.rows()), -1);
        for (std::size_t k = 0; k < nodes.size(); ++k) position[std::size_t(nodes[k])] = int(k);
        std::vector<Eigen::Triplet<double>> entries;
        for (std::size_t k = 0; k < nodes.size(); ++k)
            for (Sparse::InnerIterator entry(whole, nodes[k]); entry; ++entry)
                if (position[std::size_t(entry.row())] >= 0)
                    entries.emplace_back(position[std::size_t(entry.row())], int(k), entry.value());
        Sparse part(Eigen::Index(nodes.size()), Eigen::Index(nodes.size()));
        part.setFromTriplets(entries.begin(), entries.end());
        return part;
    }
};

Settled solve(const BoxProblem& problem, const Vector& harmonic) {
    std::vector<int> support;
    for (Eigen::Index i = 0; i < harmonic.size(); ++i)
        if (harmonic(i) > start_of_support) support.push_back(int(i));
    int n_steps = 0;
    const std::vector<At> near = near_minimum(problem, harmonic, support, n_steps);
    Settled settled = settle(problem, near);
    settled.n_steps += n_steps;
    return settled;
}

/// function(k) for k from 0 to n - 1, on all threads. Where there is one, libraries below get no
/// more either.
template <class Function>
void for_each(int n, Function&& function) {
    if (omp_get_max_threads() == 1) {
        on_one_thread([&] {
            for (int k = 0; k < n; ++k) function(k);
        });
        return;
    }
    parallel_for_dynamic(n, 1, function);
}

}  // namespace

Minimum minimise(const VolumeMesh& tets, const std::vector<int>& holder,
                 const std::vector<OnCage>& cage, int n_bones) {
    Minimum result;
    result.weights.setZero(tets.n_nodes(), n_bones);
    std::vector<char> is_constrained(holder.size(), 0);
    for (std::size_t i = 0; i < holder.size(); ++i) {
        if (holder[i] < 0) continue;
        is_constrained[i] = 1;
        result.weights(Eigen::Index(i), holder[i]) = 1;
    }
    for (const OnCage& on : cage) {
        is_constrained[std::size_t(on.node)] = 1;
        result.weights(on.node, on.start) = on.share;
        result.weights(on.node, on.end) = 1 - on.share;
    }
    const Sparse L = volume_laplacian(tets);
    const Sparse Q = bilaplacian(L, lumped_volumes(tets));
    const FreeNodes free(Q, L, is_constrained);
    result.steps.assign(std::size_t(n_bones), 0);
    result.errors.assign(std::size_t(n_bones), 0);
    if (free.nodes.empty()) return result;

    const Eigen::MatrixXd forces = (Q * result.weights)(free.nodes, Eigen::all);
    const Eigen::MatrixXd flows = (L * result.weights)(free.nodes, Eigen::all);
    std::vector<char> done(std::size_t(n_bones), 0);
    const Sparse lower_L = free.L.triangularView<Eigen::Lower>();
    for_each(n_bones, [&](int j) {
        if (result.weights.col(j).isZero(0)) {  // it holds nothing
            done[std::size_t(j)] = 1;
            return;
        }
        Factor factor;
        factor.analyze(lower_L);
        const bool definite = factor.factorize(lower_L);
        const Vector harmonic =
            definite ? factor.solve(-flows.col(j)) : Vector(Vector::Ones(flows.rows()));
        const Settled settled = solve({free.Q, forces.col(j)}, harmonic);
        result.weights(free.nodes, j) = settled.w;
        result.steps[std::size_t(j)] = settled.n_steps;
        result.errors[std::size_t(j)] = settled.error;
        done[std::size_t(j)] = settled.done;
    });
    for (int j = 0; j < n_bones; ++j)
        if (!done[std::size_t(j)]) result.unended.push_back(j);
    return result;
}

}  // namespace sinew::bbw
