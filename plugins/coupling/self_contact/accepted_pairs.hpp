/// What reports and warnings say of a self-contact's pairs: where it begins to act, and in the
/// states that end steps.
#pragma once

#include <Eigen/Core>
#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Of a pair, where bodies are.
struct AcceptedPair {
    int body, other;       ///< of the node, and of the skin that it is drawn to
    Eigen::Vector3d at;    ///< the node [m]
    double depth;          ///< |d| [m]
    double force = 0;      ///< |K d| [N]
    bool is_held = false;  ///< by Alternation; only then:
    bool pulls = false;    ///< the node is outside, and drawn back in
    double change = 0;     ///< of the force, if the pair were found anew [N]
};

class AcceptedPairs {
public:
    /// Those of the contact, which must outlive this.
    explicit AcceptedPairs(const std::vector<Body*>& bodies);

    /// True at the first call in a run, which may have begun before a checkpoint.
    bool begins();
    /// What is deep inside when the contact begins to act, at `from` [s], is shot out, or never
    /// finds its equilibrium: says so beforehand.
    void warn_of_start(const std::vector<AcceptedPair>& pairs, double from, const Origin& origin);
    /// So many are held in an iteration.
    void count_held(int n);
    /// All pairs of a state that ends a step, at t [s]. Warns once in a run of depth, and of what
    /// held pairs do.
    void commit(const std::vector<AcceptedPair>& pairs, double t, const Origin& origin);

    void report(nlohmann::json& report) const;
    void save(Archive& archive, const std::string& prefix) const;
    /// Solvers also go back within a run, from a step that failed: what has been said there stays
    /// said, and the most that were held stays.
    void restore(const Archive& archive, const std::string& prefix);

private:
    struct Step {
        std::size_t n_held = 0, n_pulling = 0;
        /// Of held pairs, the change of force if they were found anew, beside the forces of all.
        double held_share = 0;
        double deepest = 0;               ///< [m]
        double deepest_over_element = 0;  ///< in mean element sizes of the node's body
    };
    double size(const AcceptedPair& pair) const { return sizes_[std::size_t(pair.body)]; }
    /// "/body is 1 m inside itself, ...".
    std::string depth(const AcceptedPair& pair, const std::string& verb) const;

    std::vector<Body*> bodies_;
    std::vector<double> sizes_;                   ///< of bodies' elements, mean, at rest [m]
    Step last_;                                   ///< of the last step
    double deepest_in_run_ = 0, deepest_at_ = 0;  ///< [m], and when [s]
    int most_held_ = 0;                           ///< at a time, in the run
    bool has_begun_ = false, has_warned_of_depth_ = false, has_warned_of_held_ = false;
};

}  // namespace sinew
