/// The order of Exodus II: elements in blocks, fields as scalars with names.
#pragma once

#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/output/frame_data.hpp>
#include <string>
#include <vector>

namespace sinew::exodus {

/// Elements that are of one region, and of one type.
struct Block {
    std::string name;
    std::vector<int> elements;  ///< ascending numbers of the mesh
};

/// A block for each element set of the mesh, by name, of the elements that no smaller set holds
/// (sets may overlap, blocks do not); then one named `rest` of those in no set. None is empty.
std::vector<Block> blocks_of(const VolumeMesh& mesh, const std::string& rest);

/// Numbers of the elements, block by block: the order in which the file counts them.
std::vector<int> order_of(const std::vector<Block>& blocks);

/// The name that Exodus has for an element ("TETRA4"); its nodes are in our order.
const char* name_of_element(ElementType type);

/// Faces of elements on the boundary, as engineering tools take pressures and contacts on them.
struct SideSet {
    std::string name;
    std::vector<int> elements;  ///< numbers of the mesh
    std::vector<int> sides;     ///< of each, as Exodus counts the sides of an element from 1
};

/// A side set for each node set of the mesh that holds all nodes of some faces of the skin: these
/// faces, on which a load with `where: {set: ...}` acts.
std::vector<SideSet> side_sets_of(const VolumeMesh& mesh, const Boundary& skin);

/// One component of a field.
struct Variable {
    std::string name;  ///< "disp_x", "velocity_y", "cauchy_stress_xy", "von_mises"
    output::On on = output::On::points;
    Eigen::VectorXd values;  ///< of nodes or elements, in the order of the mesh
};

/// All components of a frame's fields. A displacement is `disp`, the name by which Exodus's readers
/// find it.
std::vector<Variable> variables_of(const output::FrameData& frame);

/// Names of the variables on nodes or on elements.
std::vector<std::string> names_of(const std::vector<Variable>& variables, output::On on);

/// The first of the names that stands there twice; empty if none does.
std::string name_of_two(const std::vector<std::string>& names);

/// A line for each field with a unit: "velocity in m/s".
std::vector<std::string> units_of(const output::FrameData& frame);

}  // namespace sinew::exodus
