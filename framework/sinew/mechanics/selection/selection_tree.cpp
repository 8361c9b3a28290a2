#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/selection/selection_tree.hpp>

namespace sinew {

using Chosen = Selection::Term::Mask;
using Target = Selection::Term::Target;

namespace {

std::size_t n_nodes(const Target& target) {
    return static_cast<std::size_t>(target.mesh.n_nodes());
}
std::size_t n_elements(const Target& target) {
    return static_cast<std::size_t>(target.mesh.n_elements());
}

Chosen mask_of_list(const std::vector<int>& numbers, std::size_t n) {
    Chosen mask(n, 0);
    for (const int i : numbers) mask[static_cast<std::size_t>(i)] = 1;
    return mask;
}

/// A list that a scene wrote.
Chosen mask_of_list(const std::vector<int>& numbers, std::size_t n, const char* what,
                    const Target& target, const SourceMark& mark) {
    for (const int i : numbers)
        if (i < 0 || static_cast<std::size_t>(i) >= n)
            throw InputError(
                mark, fmt::format("the {} has no {} {}", target.name(), what, i),
                n == 0 ? fmt::format("it has no {}s at all: choose by shapes or nodes", what)
                       : fmt::format("its {}s are 0 to {}", what, static_cast<long>(n) - 1));
    return mask_of_list(numbers, n);
}

template <class Map>
void add_names(const Map& map, std::vector<std::string>& names) {
    for (const auto& entry : map) names.push_back(entry.first);
}

[[noreturn]] void not_there(const char* what, const std::string& name,
                            std::vector<std::string> names, const Target& target,
                            const SourceMark& mark) {
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    const std::string there = names.empty()
                                  ? fmt::format("it has no {}s at all", what)
                                  : fmt::format("its {}s: {}", what, fmt::join(names, ", "));
    const std::vector<std::string> near = nearest(name, names, 1);
    throw InputError(
        mark, fmt::format("the {} has no {} '{}'", target.name(), what, name),
        near.empty() ? there : fmt::format("did you mean '{}'? {}", near.front(), there));
}

}  // namespace

Chosen Selection::Term::elements(const Target& target) const {
    const Chosen selected = nodes(target);
    Chosen mask(n_elements(target), 1);
    for (std::size_t e = 0; e < mask.size(); ++e)
        for (Eigen::Index a = 0; a < target.mesh.elements.rows(); ++a) {
            const int node = target.mesh.elements(a, static_cast<Eigen::Index>(e));
            mask[e] = mask[e] && selected[static_cast<std::size_t>(node)];
        }
    return mask;
}

namespace selection {

Chosen Everything::nodes(const Target& target) const {
    return Chosen(n_nodes(target), 1);
}

Chosen OnBoundary::nodes(const Target& target) const {
    return mask_of_list(target.skin.nodes, n_nodes(target));
}

Chosen Shape::nodes(const Target& target) const {
    Chosen mask(n_nodes(target));
    for (std::size_t i = 0; i < mask.size(); ++i)
        mask[i] = contains_(target.mesh.positions.col(static_cast<Eigen::Index>(i)), target);
    return mask;
}

Chosen NodeList::nodes(const Target& target) const {
    return mask_of_list(numbers_, n_nodes(target), "node", target, mark_);
}

Chosen OfElements::nodes(const Target& target) const {
    const Chosen selected = elements(target);
    Chosen mask(n_nodes(target), 0);
    for (std::size_t e = 0; e < selected.size(); ++e) {
        if (!selected[e]) continue;
        for (Eigen::Index a = 0; a < target.mesh.elements.rows(); ++a) {
            const int node = target.mesh.elements(a, static_cast<Eigen::Index>(e));
            mask[static_cast<std::size_t>(node)] = 1;
        }
    }
    return mask;
}

Chosen ElementList::elements(const Target& target) const {
    return mask_of_list(numbers_, n_elements(target), "element", target, mark_);
}

void NamedSet::require(const Target& target) const {
    const VolumeMesh& mesh = target.mesh;
    if (mesh.node_sets.count(name_) || mesh.element_sets.count(name_)) return;
    std::vector<std::string> names;
    add_names(mesh.node_sets, names);
    add_names(mesh.element_sets, names);
    not_there("set", name_, std::move(names), target, mark_);
}

bool NamedSet::speaks_of_elements(const Target& target) const {
    return target.mesh.element_sets.count(name_) > 0;
}

Chosen NamedSet::nodes(const Target& target) const {
    require(target);
    const auto found = target.mesh.node_sets.find(name_);
    return found == target.mesh.node_sets.end() ? OfElements::nodes(target)
                                                : mask_of_list(found->second, n_nodes(target));
}

Chosen NamedSet::elements(const Target& target) const {
    require(target);
    const auto found = target.mesh.element_sets.find(name_);
    return found == target.mesh.element_sets.end()
               ? Term::elements(target)
               : mask_of_list(found->second, n_elements(target));
}

void NamedArray::require(const Target& target) const {
    const VolumeMesh& mesh = target.mesh;
    if (mesh.node_arrays.count(name_) || mesh.element_arrays.count(name_)) return;
    std::vector<std::string> names;
    add_names(mesh.node_arrays, names);
    add_names(mesh.element_arrays, names);
    not_there("array", name_, std::move(names), target, mark_);
}

Chosen NamedArray::where(const Eigen::MatrixXd& values) const {
    if (values.rows() != 1)
        throw InputError(mark_,
                         fmt::format("the array '{}' has {} components", name_, values.rows()),
                         "a selection needs an array of one component");
    Chosen mask(static_cast<std::size_t>(values.cols()));
    for (std::size_t i = 0; i < mask.size(); ++i) {
        const double value = values(0, static_cast<Eigen::Index>(i));
        mask[i] = value >= low_ && value <= high_;
    }
    return mask;
}

bool NamedArray::speaks_of_elements(const Target& target) const {
    return target.mesh.element_arrays.count(name_) > 0;
}

Chosen NamedArray::nodes(const Target& target) const {
    require(target);
    const auto found = target.mesh.node_arrays.find(name_);
    return found == target.mesh.node_arrays.end() ? OfElements::nodes(target)
                                                  : where(found->second);
}

Chosen NamedArray::elements(const Target& target) const {
    require(target);
    const auto found = target.mesh.element_arrays.find(name_);
    return found == target.mesh.element_arrays.end() ? Term::elements(target)
                                                     : where(found->second);
}

/// A part of any_of that selects nothing is hidden by the others.
void Combination::warn_of_empty(std::size_t part, const char* what) const {
    if (how_ != How::any_of || is_reported_[part]) return;
    is_reported_[part] = 1;
    log_diagnostic(
        Diagnostic::warning(fmt::format("no {} of the mesh is in this part of any_of", what))
            .remedy("correct it, or take it away: only the other parts are selected")
            .at(marks_[part]));
}

template <class MaskOf>
Chosen Combination::combine(std::size_t n, const char* what, MaskOf&& mask_of) const {
    Chosen result(n, how_ == How::any_of ? 0 : 1);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        const Chosen mask = mask_of(*parts_[p]);
        if (std::find(mask.begin(), mask.end(), 1) == mask.end()) warn_of_empty(p, what);
        for (std::size_t i = 0; i < n; ++i) {
            if (how_ == How::any_of)
                result[i] = result[i] || mask[i];
            else
                result[i] = result[i] && (how_ == How::all_of) == static_cast<bool>(mask[i]);
        }
    }
    return result;
}

Chosen Combination::nodes(const Target& target) const {
    return combine(n_nodes(target), "node", [&](const Term& part) { return part.nodes(target); });
}

Chosen Combination::elements(const Target& target) const {
    if (!speaks_of_elements(target)) return Term::elements(target);
    return combine(n_elements(target), "element",
                   [&](const Term& part) { return part.elements(target); });
}

bool Combination::speaks_of_elements(const Target& target) const {
    return std::any_of(parts_.begin(), parts_.end(),
                       [&](const TermPointer& part) { return part->speaks_of_elements(target); });
}

}  // namespace selection
}  // namespace sinew
