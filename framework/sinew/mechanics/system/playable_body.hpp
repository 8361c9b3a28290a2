/// The facet of a body that a program steps without Sinew.
#pragma once

#include <sinew/kernel/diagnostics/place.hpp>
#include <sinew/kernel/run/archive.hpp>
#include <vector>

namespace sinew {

/// A body whose steps a player (docs/player.md) takes, bit by bit.
class PlayableBody {
public:
    virtual ~PlayableBody() = default;

    /// Writes all of a reduced model but its step, surface and start; `times`: of the ends of all
    /// steps [s]. Throws InputError, at `where`, for what a player cannot step.
    virtual void export_to(Archive& archive, const std::vector<double>& times,
                           const SourceMark& where) = 0;
};

}  // namespace sinew
