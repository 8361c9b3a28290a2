/// Ties the surfaces of two bodies by springs; their meshes need not match. Each skin node of the
/// first within `distance` of the second is pulled to the nearest point of its skin at rest:
///
///     E = k A |x_1 - x_2|^2 / 2,    A the node's share of the skin's area
///
/// The springs have no length of rest: a gap between the meshes is closed.

#include <fmt/format.h>

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>
#include <sinew/mechanics/coupling/tie.hpp>

namespace sinew {

class TiePlugin final : public Tie {
public:
    static constexpr std::array traits{coupling_trait::ties_skins};

    struct Params {
        std::vector<Reference> between;
        double distance = 1e-3;
        double stiffness = 1e9;
        static constexpr auto fields = std::tuple{
            field("between", &Params::between,
                  "The two nodes: nodes of the first body's skin are tied to the second's surface")
                .required(),
            field("distance", &Params::distance, unit::m, positive,
                  "How far a node may be from the other surface at rest and still be tied"),
            field("stiffness", &Params::stiffness, unit::Pa_per_m, positive,
                  "Traction per distance"),
        };
    };

    TiePlugin(const Params& params, BuildContext& context)
        : Tie(named(params, 0, context), named(params, 1, context), params.distance,
              params.stiffness) {
        if (n_springs() > 0) return;
        context.fail(fmt::format("no skin node of {} is within {:.3g} m of {}; the nearest is "
                                 "{:.3g} m away",
                                 params.between[0].written, params.distance,
                                 params.between[1].written, nearest()),
                     "raise distance, or move the bodies together");
    }

private:
    static Body& named(const Params& params, std::size_t which, BuildContext& context) {
        if (params.between.size() != 2)
            context.fail(context.at("between"),
                         fmt::format("between: expected two nodes, got {}", params.between.size()),
                         "write between: [first, second]");
        Body& body = body_named(context, params.between[which]);
        if (which == 1 && &body == &body_named(context, params.between[0]))
            context.fail(context.at("between"), "between: a body cannot be tied to itself",
                         "name two different nodes");
        return body;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::TiePlugin, "coupling/tie", "Springs between the surfaces of two bodies")
