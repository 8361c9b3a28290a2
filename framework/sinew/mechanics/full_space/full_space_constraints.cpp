#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/place.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/full_space/full_space_constraints.hpp>

namespace sinew {
namespace {

/// Throws ComputationError if the body has no such node, or its motion along an axis that is
/// constrained is not finite.
void check(const ConstrainedNode& constrained, const Body& body, double t) {
    if (constrained.node < 0 || constrained.node >= body.mesh.n_nodes())
        throw ComputationError(fmt::format("a constraint acts on node {} of {}, whose nodes are 0 "
                                           "to {}",
                                           constrained.node, body.path, body.mesh.n_nodes() - 1),
                               "this is a mistake in the plugin: it must ask the body for its "
                               "nodes");
    const std::pair<const char*, const Eigen::Vector3d*> given[] = {
        {"position", &constrained.position},
        {"velocity", &constrained.velocity},
        {"acceleration", &constrained.acceleration}};
    for (const auto& [what, value] : given)
        for (int axis = 0; axis < 3; ++axis)
            if (constrained.axes[std::size_t(axis)] && !std::isfinite((*value)[axis]))
                throw ComputationError(
                    fmt::format("the {} given to node {} of {} along {} is {} at time {:.6g} s",
                                what, constrained.node, body.path, "xyz"[axis], (*value)[axis], t),
                    "it must be finite over the whole run; if what the scene gives is, this is a "
                    "mistake in the plugin");
}

}  // namespace

FullSpaceConstraints::FullSpaceConstraints(const Body& body,
                                           std::vector<const Constraint*> constraints)
    : body_(body),
      constraints_(std::move(constraints)),
      before_(constraints_.size()),
      values_(constraints_.empty() ? 0 : std::size_t(3 * body.mesh.n_nodes())) {}

void FullSpaceConstraints::move_to(double t) {
    for (const int c : touched_) values_[std::size_t(c)].constrained = false;
    touched_.clear();
    for (std::size_t c = 0; c < constraints_.size(); ++c)
        if (constraints_[c]->common.active(t)) constrain(c, t);
    std::sort(touched_.begin(), touched_.end());

    const Index n = Index(touched_.size());
    const bool same = std::equal(touched_.begin(), touched_.end(), prescribed_.dofs.begin(),
                                 prescribed_.dofs.end());
    if (!same) {
        prescribed_.dofs.assign(touched_.begin(), touched_.end());
        ++prescribed_.revision;
    }
    prescribed_.q.resize(n);
    prescribed_.v.resize(n);
    prescribed_.a.resize(n);
    for (Index k = 0; k < n; ++k) {
        const Value& value = values_[std::size_t(touched_[std::size_t(k)])];
        prescribed_.q(k) = value.q;
        prescribed_.v(k) = value.v;
        prescribed_.a(k) = value.a;
    }
}

void FullSpaceConstraints::commit(const Vector& q, double t) {
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
        const ActiveWindow& window = constraints_[c]->common;
        if (window.from && !window.active(t) && t <= *window.from) before_[c] = q;
    }
}

void FullSpaceConstraints::save(Archive& archive, const std::string& prefix) const {
    for (std::size_t c = 0; c < before_.size(); ++c)
        if (before_[c]) archive.put(prefix + "/" + std::to_string(c) + "/before", *before_[c]);
}

void FullSpaceConstraints::restore(const Archive& archive, const std::string& prefix) {
    for (std::size_t c = 0; c < before_.size(); ++c) {
        const std::string name = prefix + "/" + std::to_string(c) + "/before";
        before_[c].reset();
        if (archive.has(name)) before_[c] = archive.vector(name, 3 * body_.mesh.n_nodes());
    }
}

void FullSpaceConstraints::constrain(std::size_t constraint, double t) {
    nodes_.clear();
    attribute_errors_to(constraints_[constraint]->provenance, [&] {
        constraints_[constraint]->constrain(body_, t, nodes_);
        for (const ConstrainedNode& node : nodes_) check(node, body_, t);
    });
    const std::optional<Vector>& before = before_[constraint];
    for (const ConstrainedNode& node : nodes_)
        for (int axis = 0; axis < 3; ++axis) {
            if (!node.axes[std::size_t(axis)]) continue;
            const int dof = 3 * node.node + axis;
            Value& value = values_[std::size_t(dof)];
            const double q = node.where_it_was && before
                                 ? (*before)(dof)
                                 : node.position[axis] - body_.mesh.positions(axis, node.node);
            const Value given{true, q, node.velocity[axis], node.acceleration[axis], constraint};
            if (!value.constrained)
                touched_.push_back(dof);
            else if (std::abs(value.q - given.q) >
                     1e-12 * (std::abs(value.q) + std::abs(given.q) + 1e-6))
                warn(dof, value.by, constraint);
            value = given;
        }
}

void FullSpaceConstraints::warn(int dof, std::size_t earlier, std::size_t later) {
    if (warned_) return;
    warned_ = true;
    const Origin& first = constraints_[earlier]->provenance;
    const Origin& second = constraints_[later]->provenance;
    const std::string beside = first.where.known()
                                   ? fmt::format(": {} at {}, and this one",
                                                 named(first, "a constraint"), place(first.where))
                                   : "";
    log_diagnostic(
        Diagnostic::warning(
            fmt::format("two constraints hold the {} of node {} of {} at different positions{}",
                        "xyz"[dof % 3], dof / 3, body_.path, beside))
            .remedy("the later one in the list wins; give them separate nodes or axes")
            .at(second.where)
            .on(body_.path, second.plugin));
}

}  // namespace sinew
