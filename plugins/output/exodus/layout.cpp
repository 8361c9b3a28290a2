#include "layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sinew/mechanics/output/body_fields.hpp>

namespace sinew::exodus {
namespace {

std::string name_of_field(const output::FieldData& field) {
    return field.name == output::name_of(output::OutputField::displacement) ? "disp" : field.name;
}

std::string name_of_component(const output::FieldData& field, Eigen::Index k) {
    const std::string name = name_of_field(field);
    if (field.values.rows() == 1) return name;
    if (field.components.empty()) return fmt::format("{}_{}", name, k + 1);
    return name + "_" + field.components[std::size_t(k)];
}

/// Local numbers of the corners of each side, in the order of Exodus.
const std::vector<std::vector<int>>& sides_of(ElementType type) {
    static const std::vector<std::vector<int>> tetrahedron{
        {0, 1, 3}, {1, 2, 3}, {0, 2, 3}, {0, 1, 2}};
    static const std::vector<std::vector<int>> hexahedron{{0, 1, 4, 5}, {1, 2, 5, 6}, {2, 3, 6, 7},
                                                          {0, 3, 4, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}};
    return type == ElementType::hex8 ? hexahedron : tetrahedron;
}

/// The side of an element, counted from 1, whose corners are nodes of the face.
int side_of(const VolumeMesh& mesh, int element, const std::vector<int>& face) {
    const auto& sides = sides_of(mesh.type);
    const auto side = std::find_if(sides.begin(), sides.end(), [&](const auto& corners) {
        return std::all_of(corners.begin(), corners.end(), [&](int corner) {
            return std::count(face.begin(), face.end(), mesh.elements(corner, element)) > 0;
        });
    });
    return int(side - sides.begin()) + 1;
}

}  // namespace

std::vector<Block> blocks_of(const VolumeMesh& mesh, const std::string& rest) {
    std::vector<Block> blocks;
    std::vector<const std::vector<int>*> set_of(std::size_t(mesh.n_elements()), nullptr);
    for (const auto& [name, elements] : mesh.element_sets)
        for (const int e : elements) {
            const std::vector<int>*& set = set_of[std::size_t(e)];
            if (set == nullptr || elements.size() < set->size()) set = &elements;
        }
    const auto add = [&](const std::string& name, const std::vector<int>* set) {
        Block block{name, {}};
        for (std::size_t e = 0; e < set_of.size(); ++e)
            if (set_of[e] == set) block.elements.push_back(int(e));
        if (!block.elements.empty()) blocks.push_back(std::move(block));
    };
    for (const auto& [name, elements] : mesh.element_sets) add(name, &elements);
    add(rest, nullptr);
    return blocks;
}

std::vector<int> order_of(const std::vector<Block>& blocks) {
    std::vector<int> order;
    for (const Block& block : blocks)
        order.insert(order.end(), block.elements.begin(), block.elements.end());
    return order;
}

std::vector<SideSet> side_sets_of(const VolumeMesh& mesh, const Boundary& skin) {
    std::vector<SideSet> sets;
    for (const auto& [name, nodes] : mesh.node_sets) {
        std::vector<char> is_member(std::size_t(mesh.n_nodes()), 0);
        for (const int node : nodes) is_member[std::size_t(node)] = 1;
        SideSet set{name, {}, {}};
        for (std::size_t f = 0; f < skin.faces.size(); ++f) {
            const std::vector<int>& face = skin.faces[f];
            if (!std::all_of(face.begin(), face.end(),
                             [&](int node) { return is_member[std::size_t(node)] != 0; }))
                continue;
            set.elements.push_back(skin.face_element[f]);
            set.sides.push_back(side_of(mesh, skin.face_element[f], face));
        }
        if (!set.elements.empty()) sets.push_back(std::move(set));
    }
    return sets;
}

const char* name_of_element(ElementType type) {
    switch (type) {
        case ElementType::tet4:
            return "TETRA4";
        case ElementType::tet10:
            return "TETRA10";
        case ElementType::hex8:
            return "HEX8";
    }
    return "";
}

std::vector<Variable> variables_of(const output::FrameData& frame) {
    std::vector<Variable> variables;
    for (const output::FieldData& field : frame.fields)
        for (Eigen::Index k = 0; k < field.values.rows(); ++k)
            variables.push_back({name_of_component(field, k), field.on, field.values.row(k)});
    for (const output::IntegerField& field : frame.integers) {
        Variable& variable = variables.emplace_back(Variable{field.name, field.on, {}});
        variable.values =
            Eigen::VectorXi::Map(field.values.data(), Eigen::Index(field.values.size()))
                .cast<double>();
    }
    return variables;
}

std::vector<std::string> names_of(const std::vector<Variable>& variables, output::On on) {
    std::vector<std::string> names;
    for (const Variable& variable : variables)
        if (variable.on == on) names.push_back(variable.name);
    return names;
}

std::string name_of_two(const std::vector<std::string>& names) {
    std::set<std::string> seen;
    for (const std::string& name : names)
        if (!seen.insert(name).second) return name;
    return {};
}

std::vector<std::string> units_of(const output::FrameData& frame) {
    std::vector<std::string> lines;
    for (const output::FieldData& field : frame.fields)
        if (!field.unit.empty()) lines.push_back(name_of_field(field) + " in " + field.unit);
    return lines;
}

}  // namespace sinew::exodus
