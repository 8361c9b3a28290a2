#include "moving_supports.hpp"

#include <fmt/format.h>

#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>

namespace sinew::subspace {

namespace {

/// Turns [rad] that constraint modes, linear in the displacement, follow well; and at all. Their
/// error is that of cos(turn) = 1 without derivatives, and of a higher order with them.
constexpr double small_turn = 0.2, largest_turn = 0.8;

}  // namespace

bool any_moves(const BodyParts& parts) {
    for (const Constraint* constraint : parts.constraints)
        if (!constraint->still()) return true;
    return false;
}

MovingSupports moving_supports(const FullBody& full, const BodyParts& parts, const RunTimes& run,
                               const std::optional<FrameChoice>& choice, const SourceMark& where) {
    const Body& body = full.body();
    const auto looked_at = [&](bool carry) {
        MovingSupports supports;
        supports.motion = std::make_unique<SupportMotion>(body, parts.constraints);
        if (carry) supports.motion->carry();
        supports.survey = survey(*supports.motion, body, run.end, run.step);
        return supports;
    };
    if (choice == FrameChoice::world) return looked_at(false);
    const bool can_carry = SupportMotion(body, parts.constraints).can_carry();
    if (choice == FrameChoice::supports && !can_carry)
        throw InputError(where,
                         fmt::format("no frame can go with the supports of {}, which are not held "
                                     "in all axes, or are nodes on a line",
                                     body.path),
                         "constrain three nodes that are not on a line, and all nodes in all axes; "
                         "or take frame: world");
    if (!can_carry) return looked_at(false);
    MovingSupports carried = looked_at(true);
    if (choice == FrameChoice::supports || carried.survey.is_rigid) return carried;
    return looked_at(false);
}

void judge(const MovingSupports& supports, const FullBody& full, Eigen::Index n_modes,
           const Origin& basis, const Origin& whose) {
    const SupportSurvey& seen = supports.survey;
    if (seen.is_rigid) return;
    const std::string path = full.body().path;
    if (n_modes == 0)
        throw InputError(
            basis.where,
            fmt::format(
                "the supports of {} move by {:.3g} m{}, and {} has no constraint modes that "
                "follow them",
                path, seen.largest,
                supports.motion->carries() ? ", seen from the frame that goes with them" : "",
                basis.plugin),
            "use basis: {type: static_modes}, alone or in a basis: {type: union}");
    if (seen.turn < small_turn) return;
    const bool is_far = seen.turn > largest_turn;
    const Diagnostic reported =
        (is_far ? Diagnostic::error(
                      fmt::format("a support of {} turns by {:.2g} rad, which constraint modes, "
                                  "linear in the displacement, cannot follow",
                                  path, seen.turn))
                : Diagnostic::warning(
                      fmt::format("a support of {} turns by {:.2g} rad; constraint modes are made "
                                  "for small turns, and their error grows with the square of it",
                                  path, seen.turn)))
            .remedy(supports.motion->carries()
                        ? "reduce a smaller part of the body, or compare with full space by "
                          "`sinew precompute --check`"
                        : "take frame: supports, if one support moves and the others little "
                          "against it; keep `derivatives` in the basis; compare with full space")
            .on(whose);
    if (is_far) throw InputError(reported);
    log_diagnostic(reported);
}

}  // namespace sinew::subspace
