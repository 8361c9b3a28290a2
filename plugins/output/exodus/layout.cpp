#include "layout.hpp"

#include <fmt/format.h>

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

std::vector<std::string> units_of(const output::FrameData& frame) {
    std::vector<std::string> lines;
    for (const output::FieldData& field : frame.fields)
        if (!field.unit.empty()) lines.push_back(name_of_field(field) + " in " + field.unit);
    return lines;
}

}  // namespace sinew::exodus
