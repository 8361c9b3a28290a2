#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/output/body_fields.hpp>

namespace sinew::output {

namespace {

/// For each element the number, from 1, of the first set that holds it; 0 if none does.
IntegerField regions(const VolumeMesh& mesh) {
    IntegerField field{"region", On::cells, {}, {}};
    field.values.assign(static_cast<std::size_t>(mesh.n_elements()), 0);
    for (const auto& [name, elements] : mesh.element_sets) {
        field.meanings.push_back(name);
        const int number = static_cast<int>(field.meanings.size());
        for (const int e : elements) {
            int& value = field.values[static_cast<std::size_t>(e)];
            if (value == 0) value = number;
        }
    }
    return field;
}

void add_mesh_arrays(const VolumeMesh& mesh, FrameData& frame) {
    for (const auto& [name, values] : mesh.node_arrays)
        frame.fields.push_back({name, "", On::points, values});
    for (const auto& [name, values] : mesh.element_arrays)
        frame.fields.push_back({name, "", On::cells, values});
}

Points reactions_of(const BodyResults& results) {
    std::optional<Points> reactions = results.reactions();
    SINEW_ASSERT(reactions, "reactions of {}: check_fields comes first", results.body().path);
    return *std::move(reactions);
}

void add_field(OutputField field, const Body& body, const BodyResults* results,
               const NodalMotion& motion, FrameData& frame) {
    const auto add = [&](const char* unit, On on, Eigen::MatrixXd values) {
        FieldData& data = frame.fields.emplace_back();
        data = {name_of(field), unit, on, std::move(values)};
        if (data.values.rows() == 3) data.components = {"x", "y", "z"};
    };
    switch (field) {
        case OutputField::displacement:
            return add("m", On::points, motion.positions - body.mesh.positions);
        case OutputField::rest_shape:
            return add("m", On::points, results->rest_positions() - body.mesh.positions);
        case OutputField::secondary:
            return add("m", On::points, motion.positions - results->rest_positions());
        case OutputField::velocity:
            return add("m/s", On::points, motion.velocities);
        case OutputField::reaction:
            return add("N", On::points, reactions_of(*results));
        case OutputField::contact_pressure:
            return add("Pa", On::points, results->contact_forces().pressure());
        case OutputField::contact_force:
            return add("N", On::points, results->contact_forces().normal);
        case OutputField::contact_friction:
            return add("N", On::points, results->contact_forces().friction);
        case OutputField::contact_gap:
            // Where nothing is near there is no gap: ParaView leaves that out.
            return add("m", On::points, results->contact_forces().gap.unaryExpr([](double gap) {
                return std::isfinite(gap) ? gap : std::numeric_limits<double>::quiet_NaN();
            }));
        case OutputField::region:
            frame.integers.push_back(regions(body.mesh));
            return;
        case OutputField::mesh_arrays:
            return add_mesh_arrays(body.mesh, frame);
    }
}

template <class Indices>
Eigen::MatrixXd columns(const Eigen::MatrixXd& all, const Indices& indices) {
    Eigen::MatrixXd some(all.rows(), static_cast<Eigen::Index>(indices.size()));
    for (std::size_t i = 0; i < indices.size(); ++i)
        some.col(static_cast<Eigen::Index>(i)) = all.col(indices[i]);
    return some;
}

}  // namespace

NodalMotion motion_of(const Body& body, const BodyResults* results) {
    if (!results) return {body.mesh.positions + body.initial_displacement, body.initial_velocity};
    return {results->positions(), results->velocities()};
}

bool needs_results(OutputField field) {
    switch (field) {
        case OutputField::displacement:
        case OutputField::velocity:
        case OutputField::region:
        case OutputField::mesh_arrays:
            return false;
        default:
            return true;
    }
}

void check_fields(const SceneNode& node, const std::vector<OutputField>& fields,
                  const SourceMark& where) {
    if (std::count(fields.begin(), fields.end(), OutputField::reaction) > 0)
        require_reactions(node, where);
}

const char* name_of(OutputField field) {
    for (const auto& [name, value] : EnumNames<OutputField>::names)
        if (value == field) return name;
    return "";
}

FieldData unfilled_field(OutputField field) {
    const bool is_scalar =
        field == OutputField::contact_pressure || field == OutputField::contact_gap;
    FieldData data{name_of(field), "", On::points, Eigen::MatrixXd(is_scalar ? 1 : 3, 0)};
    if (!is_scalar) data.components = {"x", "y", "z"};
    return data;
}

FrameData fields_of(const Body& body, const BodyResults* results, const NodalMotion& motion,
                    const std::vector<OutputField>& fields) {
    FrameData frame;
    frame.points = motion.positions;
    for (const OutputField field : fields)
        if (results || !needs_results(field)) add_field(field, body, results, motion, frame);
    return frame;
}

void refuse_equal_names(const Body& body, const std::vector<OutputField>& fields,
                        const std::vector<std::string>& at_nodes,
                        const std::vector<std::string>& over_elements,
                        const BuildContext& context) {
    if (std::count(fields.begin(), fields.end(), OutputField::mesh_arrays) == 0) return;
    std::set<std::string> on_points(at_nodes.begin(), at_nodes.end()),
        on_cells(over_elements.begin(), over_elements.end());
    for (const OutputField field : fields)
        if (field != OutputField::mesh_arrays)
            (field == OutputField::region ? on_cells : on_points).insert(name_of(field));
    const auto refuse = [&](const std::set<std::string>& taken, const auto& arrays) {
        for (const auto& [name, values] : arrays)
            if (taken.contains(name))
                context.fail(context.at("fields"),
                             fmt::format("the mesh of {} has an array {}, and `fields` asks for "
                                         "another of that name",
                                         body.path, quote(name)),
                             "leave it or `mesh_arrays` out of `fields:`, or rename the array in "
                             "the mesh's file");
    };
    refuse(on_points, body.mesh.node_arrays);
    refuse(on_cells, body.mesh.element_arrays);
}

void warn_of_missing_fields(const Body& body, const std::vector<OutputField>& fields,
                            const std::vector<StrainQuantity>& quantities, const char* plugin) {
    std::string names;
    const auto add = [&](const char* name) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    };
    for (const OutputField field : fields)
        if (needs_results(field)) add(name_of(field));
    for (const StrainQuantity quantity : quantities) add(sinew::name_of(quantity));
    if (names.empty()) return;
    log_diagnostic(
        Diagnostic::warning(
            fmt::format("no solver steps {}, so its files are without {}", body.path, names))
            .remedy("give it a `solver:`, or leave these out of `fields:`")
            .on(body.path, plugin));
}

FrameData on_skin(const Boundary& skin, const FrameData& all) {
    FrameData frame;
    frame.time = all.time;
    frame.points = columns(all.points, skin.nodes);
    for (const FieldData& field : all.fields) {
        const auto& from = field.on == On::points ? skin.nodes : skin.element;
        frame.fields.push_back(
            {field.name, field.unit, field.on, columns(field.values, from), field.components});
    }
    for (const IntegerField& field : all.integers) {
        IntegerField some{field.name, field.on, {}, field.meanings};
        for (const int i : field.on == On::points ? skin.nodes : skin.element)
            some.values.push_back(field.values[static_cast<std::size_t>(i)]);
        frame.integers.push_back(std::move(some));
    }
    return frame;
}

}  // namespace sinew::output
