/// Multiplicative plasticity on top of an elastic law: dents stay, small strains spring back.
///
///     F = F_e F_p,     P and Psi those of the elastic law at F_e
///
/// Where the size of the Cauchy stress is above `yield`, a part of F_e flows into F_p, at a rate of
/// `flow_rate` times the part of the stress that is above. Volume is elastic: det F_p = 1. Solvers
/// that keep the history of F_p alone take it: eulerian_coupled.

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/material/plasticity.hpp>

namespace sinew {

class Elastoplastic final : public Material {
public:
    static constexpr const char* source =
        "Teng 2016, section 2.4; Fan, Litven, Levin & Pai, Eulerian-on-Lagrangian simulation, 2013";

    enum class Flow { rate, per_step };

    struct Params {
        PluginSlot<Material> of;
        Field<double> yield;
        Field<double> flow_rate = 1.0;
        Flow flow = Flow::rate;
        static constexpr auto fields = std::tuple{
            field("of", &Params::of, "The elastic law; its density is that of this material")
                .required(),
            field("yield", &Params::yield, unit::Pa, positive,
                  "Size (Frobenius norm) of the Cauchy stress beyond which it flows")
                .required(),
            field("flow_rate", &Params::flow_rate, unit::per_s, non_negative,
                  "Part of the strain that flows in a second, far above the yield; in a substep, "
                  "as a number, with flow: per_step"),
            field("flow", &Params::flow,
                  "rate: the same at any substep; per_step: as published, the more the more "
                  "substeps there are"),
        };
    };

    Elastoplastic(const Params& params, BuildContext& context) : of_(params.of.make(context)) {
        if (of_->plasticity())
            context.fail(context.at("of"), "a plastic material of a plastic material",
                         "let `of` be an elastic law, such as corotational");
        const Field<double>& density = of_->common.density;
        if (!density.is_constant() || density.constant() != Material::Common().density.constant())
            context.fail(context.at("of"), "the density of an elastoplastic material is its own",
                         "move `density` out of `of`, beside `yield`");
        plasticity_ = {of_.get(), params.yield, params.flow_rate, params.flow == Flow::per_step};
    }

    const Plasticity* plasticity() const override { return &plasticity_; }

    std::unique_ptr<PointLaw> bind(const VolumeMesh&) const override {
        provenance.fail(
            "a plastic material keeps a history of its deformation, "
            "which who steps this body by its mesh does not",
            "let solver/eulerian_coupled step it as material on its grid "
            "(without `reduction:`, and not among lagrangian.bodies), or "
            "give it the elastic law alone");
    }

private:
    std::unique_ptr<Material> of_;
    Plasticity plasticity_;
};

template <>
struct EnumNames<Elastoplastic::Flow> {
    static constexpr std::array names{std::pair{"rate", Elastoplastic::Flow::rate},
                                      std::pair{"per_step", Elastoplastic::Flow::per_step}};
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Elastoplastic, "material/elastoplastic",
             "An elastic law whose dents stay beyond a yield stress")
