/// Targets of a probe: points, nodes, a region, elements.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/recovery/nodal_recovery.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <string>
#include <utility>
#include <vector>

namespace sinew::probe {

/// One group of columns.
struct Target {
    std::string label;                               ///< before the names of its columns
    std::vector<MaterialPoint> points;               ///< motion is the mean of theirs
    std::vector<int> nodes;                          ///< reactions are the sum of theirs
    Eigen::Vector3d rest = Eigen::Vector3d::Zero();  ///< mean position at rest, world [m]
    /// Stresses at it are the sum of those at corners times weights;
    std::vector<std::pair<int, double>> corners;
    /// or, without corners, their mean over these elements.
    std::vector<int> elements;
};

/// A point at rest in the node's frame [m], the `number`th of `n`. `recovery`: nullptr if no stress
/// is asked for. Throws InputError if the point is outside the body.
Target target_at(const Eigen::Vector3d& point, std::size_t number, std::size_t n, const Body& body,
                 const NodalRecovery* recovery, BuildContext& context);
/// A node; throws InputError if the body has none of that number.
Target target_of_node(int node, const Body& body, const NodalRecovery* recovery,
                      BuildContext& context);
/// The mean over a region; over its elements, of which there must be some, if `strains` are asked
/// for.
Target target_of_region(const Selection& where, const Body& body, bool strains);
/// An element; throws InputError if the body has none of that number.
Target target_of_element(int element, const Body& body, BuildContext& context);

}  // namespace sinew::probe
