/// A rest shape that moves, around the step under way, at few nodes or at all.
#pragma once

#include <limits>
#include <mutex>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::pose_space {

/// Positions of some nodes are found at each time that is moved to, those of all when they are
/// asked for. Rates are differences over the step begun last, and accelerations the change of these
/// since the step before, over its length: as in MovingRest, whose sums full space takes.
class RestHistory {
public:
    /// The shape outlives it. It is at time 0.
    RestHistory(const RestShape& shape, Index n_nodes);
    RestHistory(const RestHistory&) = delete;
    RestHistory& operator=(const RestHistory&) = delete;

    const RestShape& shape() const { return shape_; }
    Index n_nodes() const { return Index(place_.size()); }
    /// From now on these nodes are found at each time.
    void keep(std::span<const int> nodes);
    /// All nodes that are, ascending.
    const std::vector<int>& kept() const { return kept_; }

    /// Moves it to time t [s].
    void move_to(double t);
    /// Begins a step of length dt [s] from there. If it has jumped there, nothing comes before.
    void begin_step(double dt, bool has_jumped = false);
    /// The step begun is done.
    void commit();

    /// From now on its vectors (RestShape::linear_vectors) are found at each time, too.
    void keep_vectors();
    /// a := accelerations of some of them over the step begun last [m/s^2]; zero in the first of a
    /// run, in one that begins with a jump, and in the next.
    void find_accelerations(std::span<const int> nodes, Points& a) const;
    /// The same of the vectors that the shape is linear in, 3 x L.
    void find_linear_accelerations(Points& a) const;
    /// Positions of these nodes, which become kept ones if they are not.
    void gather(std::span<const int> nodes, Points& x);

    /// Positions of all nodes [m].
    const Points& all() const;
    /// Their rates [m/s], at the start of a run over a short time.
    const Points& all_rates() const;
    /// Accelerations of all nodes, likewise.
    Points all_accelerations() const;

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    struct Times {
        double start = 0, dt = 0;                ///< of the step; dt = 0: there is none
        double before_start = 0, before_dt = 0;  ///< of the step before it
    };
    Points at(double t, const std::vector<int>& nodes) const;

    const RestShape& shape_;
    std::vector<int> every_, kept_;
    std::vector<int> place_;  ///< of each node among the kept ones; -1 if it is none
    double t_ = std::numeric_limits<double>::quiet_NaN();
    Times step_;
    bool has_jumped_ = false;              ///< the step has begun so
    double done_start_ = 0, done_dt_ = 0;  ///< of the last step that was done
    Points now_, start_, before_;          ///< of kept nodes
    Points done_;  ///< where the last step that was done began; empty if it is to be found
    bool has_vectors_ = false;
    Points vectors_, start_vectors_, before_vectors_, done_vectors_;  ///< the same of vectors
    mutable Points all_, all_rates_;
    mutable bool knows_all_ = false, knows_rates_ = false;
    mutable std::mutex finds_all_;  ///< points may be asked for by several threads
};

}  // namespace sinew::pose_space
