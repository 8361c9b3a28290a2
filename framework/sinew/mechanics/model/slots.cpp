#include <sinew/mechanics/body/initial_motion.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/visual/visual.hpp>

namespace sinew {
namespace {

/// Acts on the body of its own node.
SlotRule of_body(SlotRule rule) {
    rule.needs = "mesh";
    return rule;
}

SlotRule with_rig(SlotRule rule) {
    rule.needs_above = "rig";
    return rule;
}

SlotRule used_by(const char* users, SlotRule rule) {
    rule.users = users;
    return rule;
}

SlotRule of_subtree(SlotRule rule) {
    rule.acts_below = true;
    return rule;
}

SlotRule output(SlotRule rule) {
    rule.is_output = true;
    return rule;
}

template <class Settings>
SlotRule structure(const char* name, const char* meaning) {
    SlotRule rule;
    rule.name = name;
    rule.meaning = meaning;
    rule.check = [](const Value& value, ReadContext& context) {
        Settings settings;
        read_params(value, context, settings);
    };
    rule.params = [] { return describe_params<Settings>(); };
    return rule;
}

SlotRule one(const char* name, const char* kind, const char* meaning,
             const char* default_type = "") {
    return {name, kind, false, meaning, default_type, nullptr, nullptr};
}

SlotRule many(const char* name, const char* kind, const char* meaning) {
    return {name, kind, true, meaning, "", nullptr, nullptr};
}

}  // namespace

std::vector<SlotRule> mechanics_slots() {
    return {
        used_by("give a body of this node or below constraints: [{type: attach}], or a formulation "
                "or an output that goes with a rig",
                one("rig", "rig", "What moves the bodies of this node and below")),
        one("mesh", "mesh", "Shape of the body, in the node's rest frame"),
        with_rig(of_body(one("weights", "weights", "Weight of each bone of the rig at each node"))),
        of_body(one("material", "material", "What the body is made of")),
        of_body(one("formulation", "formulation", "How mesh and material become a system",
                    "displacement")),
        of_body(one("reduction", "reduction", "Fewer degrees of freedom for the body")),
        of_body(
            structure<InitialMotion>("initial", "Displacement and velocity when the run starts")),
        of_body(structure<VisualSettings>("visual",
                                          "A surface that the body carries along, for output")),
        of_body(many("constraints", "constraint", "Nodes whose motion is given")),
        of_body(many("loads", "load", "Forces on the body")),
        many("couplings", "coupling", "Forces between bodies, or a body and a moving shape"),
        of_subtree(
            one("solver", "solver", "Steps everything on this node and below as one system")),
        output(many("outputs", "output", "What is written while the run goes on")),
    };
}

}  // namespace sinew
