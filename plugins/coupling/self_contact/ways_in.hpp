/// Through which triangles of skins nodes have come in: remembered as long as they are inside.
#pragma once

#include <array>
#include <map>
#include <sinew/kernel/run/archive.hpp>
#include <string>
#include <vector>

#include "skin_hit.hpp"

namespace sinew {

/// From search for equilibrium to search, and from step to step; not within a search, whose
/// iterations may lead astray.
class WaysIn {
public:
    /// As the last step has left them.
    void begin_step() { begin(accepted_); }
    /// As the last search of this step has left them.
    void begin_solve() { begin(solved_); }
    /// The search has ended with those.
    void end_solve(const std::vector<SkinHit>& hits) { solved_ = of(hits); }
    /// The step has.
    void accept(const std::vector<SkinHit>& hits) { accepted_ = of(hits); }

    /// Changes when what a new step or search begins with is not what was known before.
    long revision() const { return revision_; }
    /// Triangles of the other's skin, for each of n nodes of a body's; -1 if there is none.
    std::vector<int> between(int body, int other, std::size_t n) const;

    void save(Archive& archive, const std::string& prefix) const;
    /// What is accepted.
    void restore(const Archive& archive, const std::string& prefix);

private:
    using Ways = std::map<std::array<int, 3>, int>;
    static Ways of(const std::vector<SkinHit>& hits);
    void begin(const Ways& ways);

    Ways accepted_, solved_, now_;
    long revision_ = 0;
};

}  // namespace sinew
