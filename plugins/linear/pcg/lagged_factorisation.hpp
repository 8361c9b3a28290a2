/// A factor of an earlier tangent as the preconditioner of later ones.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/linear/renewal.hpp>
#include <sinew/mechanics/linear/state_before.hpp>

#include "stored_tangent.hpp"

namespace sinew {

/// P = Q L L' Q', where L L' = K_0 is the tangent that was factored and Q holds the rotation of
/// each node since then, where the system knows it (see Tangent::node_rotations): the tangent of a
/// body that only rotates is P itself.
class LaggedFactorisation final : public Preconditioner {
public:
    struct Policy {
        double cost = 20;        ///< of making the factor, in iterations
        int refresh_above = 40;  ///< iterations of one solve
        bool co_rotate = true;   ///< with the nodes
        bool rounded = true;     ///< to single precision, by a solver that can
    };
    LaggedFactorisation(std::unique_ptr<LinearSolver> solver, const Policy& policy)
        : solver_(std::move(solver)),
          policy_(policy),
          renewal_(policy.cost, policy.refresh_above) {}

    /// Factors again if there is no factor, if it is of other degrees of freedom, or if it is due.
    Event prepare(const Tangent& tangent, const FixedMask& fixed);
    /// Factors the tangent that was prepared last.
    Event renew();
    /// True if the factor is that of an earlier tangent.
    bool is_old() const { return renewal_.is_old(); }
    /// A solve has taken so many iterations.
    void count(int iterations) { renewal_.count(iterations); }

    void apply(const Vector& x, Vector& y) const override;

    /// The matrix that was factored, from which the same factor is made.
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);
    /// See LinearSolver::way_back.
    std::function<void()> way_back();
    void report(nlohmann::json& report) const { solver_->report(report); }

private:
    Event adopt(std::vector<char> fixed);
    void find_turns();

    std::unique_ptr<LinearSolver> solver_;
    Policy policy_;
    const Tangent* tangent_ = nullptr;
    FixedMask mask_;
    ReducedMatrix lower_{ReducedMatrix::Storage::lower};

    std::unique_ptr<StoredTangent> stored_;  ///< what was factored; none if that failed
    std::vector<char> fixed_;                ///< its mask
    std::vector<Index> free_;
    Renewal renewal_;
    StateBefore state_before_;
    long none_revision_ = 0;

    std::vector<Eigen::Matrix3d> now_, then_;  ///< rotations of nodes, when it was made too
    std::vector<Eigen::Matrix3d> rotations_;   ///< Q, of each node; empty for the identity
    mutable Vector rotated_, b_, z_;
};

}  // namespace sinew
