/// The fields of a body at a time.
#pragma once

#include <array>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/model/results.hpp>
#include <sinew/mechanics/output/frame_data.hpp>
#include <sinew/mechanics/recovery/quantities.hpp>
#include <vector>

namespace sinew::output {

enum class OutputField {
    displacement,
    rest_shape,
    secondary,
    velocity,
    reaction,
    contact_pressure,
    contact_force,
    contact_friction,
    contact_gap,
    region,
    mesh_arrays
};

/// Motion of a body's nodes; at rest plus its initial motion if nothing steps it.
struct NodalMotion {
    Points positions;   ///< 3 x n_nodes [m]
    Points velocities;  ///< 3 x n_nodes [m/s]
};

/// `results`: nullptr if nothing steps the body.
NodalMotion motion_of(const Body& body, const BodyResults* results);

/// True if a field exists only for a body that a solver steps.
bool needs_results(OutputField field);
const char* name_of(OutputField field);

/// Throws InputError at `where` if the body of the node, once all is built, cannot have one of
/// them.
void check_fields(const SceneNode& node, const std::vector<OutputField>& fields,
                  const SourceMark& where);

/// The asked fields, for which check_fields passed, of all nodes and elements, without those that
/// need results if there are none. Names are the fields' own.
FrameData fields_of(const Body& body, const BodyResults* results, const NodalMotion& motion,
                    const std::vector<OutputField>& fields);

/// A field of a body that a solver steps before there are values: 3 x 0, or 1 x 0.
FieldData unfilled_field(OutputField field);

/// Fails at the context's `fields` if an array of the body's mesh is among them and has the name of
/// another: readers would find one of the two. `at_nodes`, `over_elements`: further arrays that are
/// written there.
void refuse_equal_names(const Body& body, const std::vector<OutputField>& fields,
                        const std::vector<std::string>& at_nodes,
                        const std::vector<std::string>& over_elements, const BuildContext& context);

/// Warns of a body that no solver steps that its files lack the fields among these that need one.
/// `plugin`: who warns, "output/vtu".
void warn_of_missing_fields(const Body& body, const std::vector<OutputField>& fields,
                            const std::vector<StrainQuantity>& quantities, const char* plugin);

/// The part of `all` that the skin's triangles show: nodes of the skin in their order, and for each
/// triangle the values of its element.
FrameData on_skin(const Boundary& skin, const FrameData& all);

}  // namespace sinew::output

namespace sinew {

template <>
struct EnumNames<output::OutputField> {
    static constexpr std::array names{
        std::pair{"displacement", output::OutputField::displacement},
        std::pair{"rest_shape", output::OutputField::rest_shape},
        std::pair{"secondary", output::OutputField::secondary},
        std::pair{"velocity", output::OutputField::velocity},
        std::pair{"reaction", output::OutputField::reaction},
        std::pair{"contact_pressure", output::OutputField::contact_pressure},
        std::pair{"contact_force", output::OutputField::contact_force},
        std::pair{"contact_friction", output::OutputField::contact_friction},
        std::pair{"contact_gap", output::OutputField::contact_gap},
        std::pair{"region", output::OutputField::region},
        std::pair{"mesh_arrays", output::OutputField::mesh_arrays}};
};

}  // namespace sinew
