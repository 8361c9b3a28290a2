/// Responses of the interior to motions of the surface, as far as a pose has tried them.
///
/// Products with Newton's matrix find z = B K_is x for directions x of the surface: where that goes
/// along x, the interior goes by -z. The steps of conjugate gradients and of their line search are
/// sums of such directions, so that the interior's way follows without another solve.
#pragma once

#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew::steklov {

class InteriorResponses {
public:
    /// Forgets all responses: those of another pose are unknown.
    void clear();
    std::size_t size() const { return directions_.size(); }
    /// The interior moves by `answer` where the surface moves by `direction`. Does nothing if that
    /// is, but for a ten-thousandth, a sum of directions that are kept, or if there are `most`.
    void keep(const Vector& direction, const Vector& answer);
    /// The answer to what the directions span of a step; of no entries if nothing is known.
    Vector find(const Vector& step) const;

    static constexpr std::size_t most = 48;

private:
    std::vector<Vector> directions_;  ///< orthonormal
    std::vector<Vector> answers_;     ///< to each of them
};

}  // namespace sinew::steklov
