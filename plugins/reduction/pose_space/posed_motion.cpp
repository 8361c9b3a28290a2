#include "posed_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/solve/stopwatch.hpp>

namespace sinew::pose_space {

PosedMotion::PosedMotion(ElasticBody& full, PoseBasis mixed)
    : rest(*full.rest_shape(), full.body().mesh.n_nodes()), basis(std::move(mixed)), full_(full) {
    move_to(0);
}

void PosedMotion::move_to(double t) {
    has_vectors_ = false;
    t_ = t;
    double norm = 0;
    {
        const Stopwatch watch(seconds_rest_shape);
        rest.move_to(t);
    }
    {
        const Stopwatch watch(seconds_mixing);
        norm = basis.mix(poses().weights(t));
    }
    if (!(norm > 1e-6))
        throw ComputationError(
            fmt::format("vectors of the bases of {} cancel each other at time {:.6g} s",
                        full_.body().path, t),
            "name a pose of the rig near that time in `poses` of the formulation, so that bases "
            "are mixed over shorter ways");
    constexpr double poor = 0.5;
    if (norm < poor && least_norm >= poor)
        log_diagnostic(
            Diagnostic::warning(fmt::format("vectors of {} shrink to {:.2g} while they are mixed, "
                                            "at time {:.6g} s: the bases of its poses differ much",
                                            full_.body().path, norm, t))
                .remedy("name another pose of the rig near that time in `poses` of the "
                        "formulation"));
    least_norm = std::min(least_norm, norm);
    root.end = poses().root(t);
}

const Eigen::MatrixXd& PosedMotion::vectors() const {
    if (has_vectors_) return U_;
    full_.move_to(t_);
    U_ = basis.all();
    for (Index i = 0; i < basis.n_nodes(); ++i) {
        auto rows = U_.middleRows<3>(3 * i);
        rows = (turn() * rows).eval();
    }
    has_vectors_ = true;
    return U_;
}

void PosedMotion::rows(std::span<const int> nodes, Eigen::MatrixXd& to) const {
    to.resize(3 * Index(nodes.size()), basis.size());
    for (std::size_t k = 0; k < nodes.size(); ++k)
        to.middleRows<3>(3 * Index(k)) = basis.node(nodes[k]).transpose();
}

}  // namespace sinew::pose_space
