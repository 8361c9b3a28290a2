/// Supports of a body in a subspace that move.
#pragma once

#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/reduced/support_motion.hpp>

namespace sinew::subspace {

/// The frame that a basis is seen from.
enum class FrameChoice { world, supports };

/// The times of a run [s].
struct RunTimes {
    double end, step;
};

/// Supports and all that they do in the run.
struct MovingSupports {
    std::unique_ptr<SupportMotion> motion;
    SupportSurvey survey;
};

/// True if a constraint moves what it holds.
bool any_moves(const BodyParts& parts);

/// Looks at the supports over the run. Their frame is as chosen; if nothing is, that of the
/// supports where it sees all of them at rest, else the world. Throws InputError at `where` for a
/// choice that cannot be.
MovingSupports moving_supports(const FullBody& full, const BodyParts& parts, const RunTimes& run,
                               const std::optional<FrameChoice>& choice, const SourceMark& where);

/// Refuses, in the name of `whose`, a basis of `n_modes` constraint modes that cannot follow the
/// supports; warns of supports that turn farther than constraint modes follow well.
void judge(const MovingSupports& supports, const FullBody& full, Eigen::Index n_modes,
           const Origin& basis, const Origin& whose);

}  // namespace sinew::subspace
