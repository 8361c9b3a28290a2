#include <sinew/kernel/graph/objects.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/model/body_parts.hpp>

namespace sinew {

BodyParts body_parts(SceneNode& node) {
    BodyParts parts;
    for (const Load* load : objects<Load>(node.graph(), node, "loads")) parts.loads.push_back(load);
    for (const Constraint* constraint : objects<Constraint>(node.graph(), node, "constraints")) {
        parts.constraints.push_back(constraint);
        if (const Load* springs = constraint->springs()) parts.loads.push_back(springs);
    }
    if (const Object* formulation = node.graph().object<Formulation>(node, "formulation"))
        parts.formulation = formulation->provenance;
    return parts;
}

}  // namespace sinew
