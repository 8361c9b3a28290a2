#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
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
                                           std::vector<const Constraint*> constraints,
                                           const MovingRest* rest)
    : body_(body),
      constraints_(std::move(constraints)),
      rest_(rest),
      before_(constraints_.size()),
      values_(constraints_.empty() ? 0 : std::size_t(3 * body.mesh.n_nodes())) {
    find_frames();
}

/// Rows of oblique constraints come first, so that what acts beside them only later finds their
/// directions among the axes.
void FullSpaceConstraints::find_frames() {
    const auto time = [&](std::size_t c) { return constraints_[c]->common.from.value_or(0); };
    std::map<int, std::vector<SkewRow>> rows;
    const auto collect = [&](std::size_t c, bool is_new) {
        ask(c, time(c));
        for (const ConstrainedNode& node : nodes_) {
            if (!is_new && rows.count(node.node) == 0) continue;
            for (int axis = 0; axis < 3; ++axis)
                if (node.axes[std::size_t(axis)])
                    rows[node.node].push_back({node.frame.col(axis), 0, 0, 0, c});
        }
    };
    for (std::size_t c = 0; c < constraints_.size(); ++c)
        if (constraints_[c]->oblique()) collect(c, true);
    if (rows.empty()) return;
    for (std::size_t c = 0; c < constraints_.size(); ++c)
        if (!constraints_[c]->oblique()) collect(c, false);
    constexpr double relative = 1e-10;  // of positions, whose round-off turns into displacements
    round_off_ = relative * bounding_box(body_.mesh.positions).diagonal().norm();
    frame_of_.assign(std::size_t(body_.mesh.n_nodes()), -1);
    for (const auto& [node, of_node] : rows) {
        frame_of_[std::size_t(node)] = int(prescribed_.frames.size());
        prescribed_.frames.push_back({3 * node, axes_of(of_node)});
        rows_.push_back(of_node);
    }
    require_axes_at_all_times();
}

/// Between the times at which constraints begin and end, the same of them act.
void FullSpaceConstraints::require_axes_at_all_times() const {
    std::set<double> ends{0};
    for (const Constraint* constraint : constraints_)
        for (const std::optional<double>& end : {constraint->common.from, constraint->common.until})
            if (end) ends.insert(*end);
    std::vector<double> times(ends.begin(), ends.end());
    for (auto end = ends.begin(); std::next(end) != ends.end(); ++end)
        times.push_back(0.5 * (*end + *std::next(end)));
    times.push_back(*ends.rbegin() + 1);
    for (std::size_t k = 0; k < rows_.size(); ++k)
        for (const double t : times) {
            std::vector<SkewRow> active;
            for (const SkewRow& row : rows_[k])
                if (constraints_[row.by]->common.active(t)) active.push_back(row);
            ConstrainedAxes found;
            if (!constrain_axes(active, prescribed_.frames[k].axes, round_off_, found))
                refuse_between_axes(k);
        }
}

void FullSpaceConstraints::refuse_between_axes(std::size_t frame) const {
    std::set<std::string> names;
    for (const SkewRow& row : rows_[frame]) {
        const Origin& origin = constraints_[row.by]->provenance;
        names.insert(fmt::format("{} at {}", origin.plugin, place(origin.where)));
    }
    throw InputError(
        Diagnostic::error(
            fmt::format("constraints share node {} of {}, are not at right angles, and do not "
                        "begin and end together: {}",
                        prescribed_.frames[frame].first / 3, body_.path, fmt::join(names, ", ")))
            .remedy("give them the same `from` and `until`, or nodes of their own")
            .at(constraints_[rows_[frame].front().by]->provenance.where));
}

void FullSpaceConstraints::move_to(double t) {
    for (const int c : touched_) values_[std::size_t(c)].constrained = false;
    touched_.clear();
    for (std::vector<SkewRow>& rows : rows_) rows.clear();
    for (std::size_t c = 0; c < constraints_.size(); ++c)
        if (constraints_[c]->common.active(t)) constrain(c, t);
    constrain_rows();
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

void FullSpaceConstraints::commit(const Vector& u, double t) {
    for (std::size_t c = 0; c < constraints_.size(); ++c) {
        const ActiveWindow& window = constraints_[c]->common;
        if (window.from && !window.active(t) && t <= *window.from) before_[c] = u;
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

void FullSpaceConstraints::ask(std::size_t constraint, double t) {
    nodes_.clear();
    attribute_errors_to(constraints_[constraint]->provenance, [&] {
        constraints_[constraint]->constrain(body_, t, nodes_);
        for (const ConstrainedNode& node : nodes_) check(node, body_, t);
    });
    if (rest_ == nullptr) return;
    for (ConstrainedNode& node : nodes_)
        if (node.where_it_was) {
            const Index dof = 3 * Index(node.node);
            node.position += rest_->displacement().segment<3>(dof);
            node.velocity += rest_->rate().segment<3>(dof);
            node.acceleration += rest_->acceleration().segment<3>(dof);
        }
}

Eigen::Vector3d FullSpaceConstraints::given_displacement(std::size_t constraint,
                                                         const ConstrainedNode& node) const {
    const std::optional<Vector>& before = before_[constraint];
    if (!node.where_it_was || !before) return node.position - body_.mesh.positions.col(node.node);
    const Eigen::Vector3d u = before->segment<3>(3 * node.node);
    if (rest_ == nullptr) return u;
    return u + rest_->displacement().segment<3>(3 * node.node);
}

void FullSpaceConstraints::constrain(std::size_t constraint, double t) {
    ask(constraint, t);
    for (const ConstrainedNode& node : nodes_) {
        const Eigen::Vector3d displacement = given_displacement(constraint, node);
        if (!frame_of_.empty() && frame_of_[std::size_t(node.node)] >= 0) {
            add_rows(node, displacement, constraint);
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            if (!node.axes[std::size_t(axis)]) continue;
            const int dof = 3 * node.node + axis;
            Value& value = values_[std::size_t(dof)];
            const Value given{true, displacement[axis], node.velocity[axis],
                              node.acceleration[axis], constraint};
            if (!value.constrained)
                touched_.push_back(dof);
            else if (std::abs(value.q - given.q) >
                     1e-12 * (std::abs(value.q) + std::abs(given.q) + 1e-6))
                warn(node.node, std::string(1, "xyz"[axis]), value.by, constraint);
            value = given;
        }
    }
}

void FullSpaceConstraints::add_rows(const ConstrainedNode& node, const Eigen::Vector3d& q,
                                    std::size_t constraint) {
    std::vector<SkewRow>& rows = rows_[std::size_t(frame_of_[std::size_t(node.node)])];
    for (int axis = 0; axis < 3; ++axis) {
        if (!node.axes[std::size_t(axis)]) continue;
        const Eigen::Vector3d along = node.frame.col(axis);
        rows.push_back({along, along.dot(q), along.dot(node.velocity), along.dot(node.acceleration),
                        constraint});
    }
}

void FullSpaceConstraints::constrain_rows() {
    ConstrainedAxes found;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
        const NodalFrame& frame = prescribed_.frames[k];
        if (!constrain_axes(rows_[k], frame.axes, round_off_, found)) refuse_between_axes(k);
        if (found.unfulfilled) {
            const Eigen::Vector3d& along = found.unfulfilled->direction;
            warn(int(frame.first / 3),
                 fmt::format("place along ({:.3g}, {:.3g}, {:.3g})", along.x(), along.y(),
                             along.z()),
                 found.unfulfilled->by, found.by);
        }
        for (int axis = 0; axis < 3; ++axis) {
            if (!found.axes[std::size_t(axis)]) continue;
            const int dof = int(frame.first) + axis;
            values_[std::size_t(dof)] = {true, found.q[axis], found.v[axis], found.a[axis],
                                         found.by};
            touched_.push_back(dof);
        }
    }
}

void FullSpaceConstraints::warn(int node, const std::string& direction, std::size_t earlier,
                                std::size_t later) {
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
                        direction, node, body_.path, beside))
            .remedy("the later one in the list wins; give them separate nodes or axes")
            .at(second.where)
            .on(body_.path, second.plugin));
}

}  // namespace sinew
