/// A hierarchy that may be of an earlier tangent.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/mechanics/linear/renewal.hpp>
#include <sinew/mechanics/linear/state_before.hpp>

#include "hierarchy.hpp"
#include "tangent_blocks.hpp"

namespace sinew::multigrid {

/// Keeps aggregates as long as nodes and fixed degrees of freedom stay, and structure and values
/// as long as that pays. Single precision gives way to double where it does not suffice.
class LaggedHierarchy final : public Preconditioner {
public:
    /// `is_double`: in double precision from the start.
    LaggedHierarchy(const Settings& settings, const Renewal& renewal, bool is_double)
        : settings_(settings), renewal_(renewal), asks_double_(is_double) {}

    Event prepare(const Tangent& tangent, const FixedMask& fixed);
    /// True if it has served before, with another tangent or this one.
    bool is_old() const { return renewal_.is_old(); }
    /// True if newer values, newer aggregates or double precision are left to try; tries the first
    /// of these.
    bool can_improve() const { return is_old() || are_aggregates_old_ || !in_double_; }
    Event improve();
    /// A solve has converged in so many iterations, to that relative residual.
    void count(int iterations, double residual);

    void apply(const Vector& x, Vector& y) const override;

    /// The matrix that the hierarchy is of, and its aggregates.
    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);
    /// See LinearSolver::way_back.
    std::function<void()> way_back();
    void report(nlohmann::json& report) const;

private:
    Event take_values();
    Event build_in_double();
    template <class Real>
    Event build(std::unique_ptr<Hierarchy<Real>>& hierarchy, const NodeRows& rows);
    Event refuse(const NodeRows& rows) const;
    template <class Real>
    Event fill(const NodeRows& rows, SquareRows<Real, 3>& finest) const;
    template <class Real>
    static void save_matrix(const SquareRows<Real, 3>& A, Archive& archive,
                            const std::string& prefix);
    Eigen::Vector3d free_axes(int node) const;
    Motions motions() const;
    bool has_hierarchy() const { return in_single_ || in_double_; }
    void forget();
    void before_change() const;

    Settings settings_;
    StateBefore state_before_;
    Renewal renewal_;
    bool asks_double_;
    const Tangent* tangent_ = nullptr;
    TangentBlocks blocks_;
    std::vector<char> fixed_;
    Motions motions_;                     ///< of the hierarchy
    std::vector<Aggregates> aggregates_;  ///< of each level, as long as nodes and fixed_ stay
    bool are_aggregates_old_ = false;     ///< of an earlier tangent
    std::unique_ptr<Hierarchy<float>> in_single_;  ///< one of these two
    std::unique_ptr<Hierarchy<double>> in_double_;
    long values_revision_ = 0;  ///< of the tangent that they are of
    long n_made_ = 0, n_renewed_ = 0;
};

}  // namespace sinew::multigrid
