/// Through which triangles of skins nodes have come in: remembered as long as they are inside.
#pragma once

#include <array>
#include <map>
#include <sinew/kernel/run/archive.hpp>
#include <string>
#include <vector>

#include "skin_hit.hpp"

namespace sinew {

/// From step to step; not within one, whose iterations may lead astray.
class WaysIn {
public:
    /// As the last step has left them.
    void begin_step();
    /// The step has ended with those.
    void commit(const std::vector<SkinHit>& hits);

    /// Changes when what a step begins with is not what was known before.
    long revision() const { return revision_; }
    bool none() const { return now_.empty(); }
    /// Triangles of the other's skin, for each of n nodes of a body's; -1 if there is none.
    std::vector<int> between(int body, int other, std::size_t n) const;

    void save(Archive& archive, const std::string& prefix) const;
    /// What is accepted, and what is known with it.
    void restore(const Archive& archive, const std::string& prefix);

private:
    using Ways = std::map<std::array<int, 3>, int>;
    Ways accepted_, now_;
    long revision_ = 0;
};

}  // namespace sinew
