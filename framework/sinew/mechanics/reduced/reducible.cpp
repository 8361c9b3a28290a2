#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/reduced/reducible.hpp>

namespace sinew {

void refuse_windows(const Body& body, const BodyParts& parts, double end) {
    for (const Constraint* constraint : parts.constraints) {
        const ActiveWindow& window = constraint->common;
        const bool always = window.from.value_or(0) <= 0 && (!window.until || window.active(end));
        if (always && !constraint->springs()) continue;
        const std::string what = named(constraint->provenance, "a constraint");
        if (always)
            throw InputError(constraint->provenance.where,
                             fmt::format("{} holds {} by springs, which a subspace does not take",
                                         what, body.path),
                             "take it away (of constraint/attach, its `stiffness`), or take the "
                             "reduction away");
        throw InputError(
            constraint->provenance.where,
            fmt::format("{} begins or ends in the run, but the subspace of {} is made for "
                        "constraints that act from the start to the end",
                        what, body.path),
            fmt::format("let it act from 0 to {:.6g} s, where the run ends, or take the reduction "
                        "away",
                        end));
    }
}

void refuse_fully_constrained(const FullBody& full, const BodyParts& parts) {
    if (full.constrained.n_free > 0) return;
    throw InputError(parts.constraints.front()->provenance.where,
                     "constraints hold all of " + full.body().path +
                         ": no degree of freedom is left for a basis to move",
                     "hold fewer nodes, or take the reduction away");
}

void warn_of_lost_motion(const FullBody& full, const Eigen::MatrixXd& U, const State& motion,
                         const Origin& whose) {
    const std::pair<const char*, const Vector*> parts[] = {{"displacement", &motion.q},
                                                           {"velocity", &motion.v}};
    for (const auto& [what, x] : parts) {
        Vector momentum, left = *x;
        full.mass().multiply(*x, momentum);
        const double whole = x->dot(momentum);
        if (!(whole > 0)) continue;
        left -= U * (U.transpose() * momentum);
        if (!full.anchored) {
            const Eigen::MatrixXd rigid = rigid_motions(full);
            left -= rigid * (rigid.transpose() * momentum);
        }
        full.mass().multiply(left, momentum);
        const double lost = std::sqrt(std::max(left.dot(momentum), 0.0) / whole);
        if (lost < 0.01) continue;
        log_diagnostic(
            Diagnostic::warning(fmt::format("{:.2g} of the initial {} of {} does not fit into its "
                                            "subspace and is lost",
                                            lost, what, full.body().path))
                .remedy("use a basis that holds it (more modes), or start without it")
                .on(whose));
    }
}

}  // namespace sinew
