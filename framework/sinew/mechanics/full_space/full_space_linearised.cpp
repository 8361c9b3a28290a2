#include <atomic>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/system/body_system_motion.hpp>

namespace sinew {

const Tangent& FullSpaceSystem::tangent(const Vector& q, const Vector& v,
                                        const TangentWeights& weights, Definiteness definiteness,
                                        Forces* forces) {
    Forces unused;
    Forces& out = forces != nullptr ? *forces : unused;
    out.external = loads_.dead();
    if (further_inertia_.size() > 0) out.external += further_inertia_;
    std::vector<NodeBlock> blocks;
    if (loads_.any_follower()) {
        loads_.add_followers(BodyMotion(*this, q, v), definiteness, out.external, &blocks);
        fit_pattern(blocks);
    }
    out.event = assemble(deformation(q), weights, definiteness, !blocks.empty(), out.internal);
    name_body(out.event);
    add_load_blocks(blocks, weights);
    tangent_.is_symmetric = loads_.symmetric();
    tangent_.positions = positions(q);
    if (forces != nullptr && !out.event) damping_.add_forces(rate(v), out.internal);
    return tangent_;
}

/// The matrix and the internal forces. A constant stiffness is summed once for the same weights;
/// forces are then evaluated apart also when it is, so that a restarted run has the same bits.
Event FullSpaceSystem::assemble(const Vector& u, const TangentWeights& weights,
                                Definiteness definiteness, bool is_loaded, Vector& internal) {
    static std::atomic<long> n_assembled{0};
    const double mass = weights.mass + damping_.rayleigh().mass * weights.damping;
    const bool keep = assembler_.elements().constant_stiffness() && !is_loaded &&
                      damping_.rayleigh().stiffness == 0;
    const std::pair shares{weights.stiffness, mass};
    if (!keep || kept_ != shares) {
        kept_.reset();
        tangent_.values = ++n_assembled;
        Event event = assembler_.forces_and_matrix(u, definiteness, weights.stiffness, mass,
                                                   mass_.values(), internal, tangent_.matrix);
        if (!event) event = damping_.add_stiffness(weights.damping, tangent_.matrix);
        if (event || !keep) return event;
        kept_ = shares;
    }
    return assembler_.forces(u, internal);
}

void FullSpaceSystem::fit_pattern(const std::vector<NodeBlock>& blocks) {
    std::vector<NodePair> missing;
    for (const NodeBlock& block : blocks)
        if (assembler_.pattern()->find(block.row, block.column) < 0)
            missing.push_back(
                node_pair(std::min(block.row, block.column), std::max(block.row, block.column)));
    if (missing.empty()) return;
    assembler_.extend(missing);
    mass_.move_to(assembler_.pattern());
    tangent_.matrix = BlockMatrix(assembler_.pattern());
    ++tangent_.revision;
    kept_.reset();
}

void FullSpaceSystem::add_load_blocks(const std::vector<NodeBlock>& blocks,
                                      const TangentWeights& weights) {
    for (const NodeBlock& block : blocks) {
        const double weight = block.is_damping ? weights.damping : weights.stiffness;
        tangent_.matrix.at(tangent_.matrix.pattern().find(block.row, block.column)) +=
            weight * block.value;
    }
}

void FullSpaceSystem::add_load_stiffness(const Vector& q, BlockMatrix& K) const {
    for (const NodeBlock& block : load_stiffness(q, Definiteness::exact))
        K.at(K.pattern().find(block.row, block.column)) += block.value;
}

/// Blocks of the loads that follow the body, at rest at q.
std::vector<NodeBlock> FullSpaceSystem::load_stiffness(const Vector& q,
                                                       Definiteness definiteness) const {
    std::vector<NodeBlock> blocks;
    if (!loads_.any_follower()) return blocks;
    const Vector at_rest = Vector::Zero(size());
    Vector f = at_rest;
    loads_.add_followers(BodyMotion(*this, q, at_rest), definiteness, f, &blocks);
    std::erase_if(blocks, [](const NodeBlock& block) { return block.is_damping; });
    return blocks;
}

/// K x = omega^2 M x with M lumped. Let B be the symmetric matrix of the spectral norms of the
/// blocks of M^-1/2 K M^-1/2, which has no negative entry: no eigenvalue of the former exceeds the
/// spectral radius of B, and that lies below max_i (B x)_i / x_i for every positive x (Collatz
/// 1942, Wielandt 1950). Powers of B sharpen x; each of them gives a bound, the least is taken. The
/// stiffness of loads that follow the body (springs, pressure) adds its own blocks to B.
double FullSpaceSystem::frequency_bound(const Vector& q, Definiteness definiteness) {
    constexpr int powers = 30;
    Vector f;
    BlockMatrix K(assembler_.pattern());
    if (assembler_.forces_and_matrix(deformation(q), definiteness, 1, 0, mass_.values(), f, K))
        return std::numeric_limits<double>::infinity();
    const BlockPattern& pattern = K.pattern();
    const int n = pattern.n_rows();
    const Vector& mass = mass_.lumped();
    const std::vector<NodeBlock> of_loads = load_stiffness(q, definiteness);
    Vector norms(pattern.n_blocks());
    parallel_for_if(n >= parallel_rows, n, [&](int i) {
        for (int b = pattern.begin(i); b < pattern.end(i); ++b) {
            Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> squares;
            squares.computeDirect(K.at(b).transpose() * K.at(b), Eigen::EigenvaluesOnly);
            // computeDirect errs by about the root of machine precision at worst.
            norms(b) = std::sqrt(std::max(squares.eigenvalues()(2), 0.0) * (1 + 1e-7) /
                                 (mass(i) * mass(pattern.column(b))));
        }
    });
    Vector x = Vector::Ones(n), y(n);
    double bound = std::numeric_limits<double>::infinity();
    for (int power = 0; power < powers; ++power) {
        parallel_for_if(n >= parallel_rows, n, [&](int i) {
            double sum = 0;
            for (int b = pattern.begin(i); b < pattern.end(i); ++b)
                sum += norms(b) * x(pattern.column(b));
            y(i) = sum;
        });
        for (const NodeBlock& block : of_loads)
            y(block.row) += block.value.norm() * x(block.column) /
                            std::sqrt(mass(block.row) * mass(block.column));
        bound = std::min(bound, y.cwiseQuotient(x).maxCoeff());
        x = y / y.maxCoeff();
        x = x.cwiseMax(1e-6);  // entries far from the stiffest node must stay positive
    }
    return std::sqrt(bound);
}

double FullSpaceSystem::highest_frequency(const Vector& q) {
    const double exact = frequency_bound(q, Definiteness::exact);
    if (damping_.rayleigh().stiffness == 0) return exact;
    return std::max(exact, frequency_bound(q, Definiteness::psd_projected));
}

}  // namespace sinew
