/// Pairs that Newton's method makes and unmakes in turn.
///
/// A node at the edge of a fold may lie in one sheet, be drawn to a place from which it lies in
/// another one or in none, and come back: the forces of the two states differ by a jump, and no
/// iteration ends. What has come back four times within a search for equilibrium keeps the nearer
/// of its two places until that ends, as a linear spring in all later iterations; after twenty of
/// them every further change counts as coming back.
///
/// This bounds the iterations. What is held is a spring that may also pull, over about as much as
/// the change was; reports tell how many are left where a step ends, and what they do to its forces
/// (AcceptedPairs). The next search looks anew.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "skin_hit.hpp"

namespace sinew {

class Alternation {
public:
    /// `edge`: a change of the way out is large beside so much [m].
    explicit Alternation(double edge) : edge_(edge) {}

    /// A search for equilibrium.
    void begin();
    /// Looks at the pairs of an iteration, sorted by their keys.
    void follow(const std::vector<SkinHit>& hits);
    /// Held pairs in the place of those of their nodes.
    void put_held(std::vector<SkinHit>& hits) const;
    /// Number of pairs that are held.
    int n_held() const { return n_held_; }

private:
    struct Track {
        /// d in the last two iterations, none where the node is outside [m].
        Eigen::Vector3d before = Eigen::Vector3d::Zero(), last = before;
        bool was_in = false;  ///< in the last
        int returns = 0;
        SkinHit nearest;  ///< of its last two
        bool is_held = false;
    };
    void follow(Track& track, const SkinHit* hit);

    double edge_;
    int looks_ = 0, n_held_ = 0;
    std::map<std::array<int, 3>, Track> tracks_;
};

}  // namespace sinew
