/// The lowest vibration modes of the body at rest.
///
///     K x = lambda M x,     X'M X = I,     lambda = (2 pi f)^2
///
/// on the degrees of freedom that are not constrained; K is the tangent stiffness at rest, M the
/// consistent mass. Rigid motions that constraints leave are no modes. The best subspace for small
/// deformations; large ones want their derivatives too: see basis/modal_derivatives.
///
/// Barbic & James 2005, section 5.1; Shabana, Theory of Vibration II, 1990.

#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/modes/eigenmodes.hpp>

namespace sinew {

class LinearModes final : public Basis {
public:
    static constexpr const char* source = "Barbic & James 2005, section 5.1";

    struct Params {
        int modes = 0;
        bool anchored = false;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("modes", &Params::modes, at_least(1), "How many modes, lowest first").required(),
            field("anchored", &Params::anchored,
                  "Refuse a body that can move rigidly, naming the motions that are free"),
            field("linear", &Params::linear, "Direct solver that the eigensolver works with"),
        };
    };

    LinearModes(const Params& params, BuildContext& context)
        : params_(params), linear_(params.linear.make(context)) {}

    int algorithm() const override { return 3; }

    Vectors compute(FullBody& full) const override {
        const ModalPencil pencil(full, *linear_, provenance);
        if (params_.anchored) pencil.require_anchored("take `anchored: true` away");
        Eigenmodes modes = elastic_modes(pencil, params_.modes);
        Vectors out;
        out.details.put("eigenvalues", modes.values);
        out.details.put("frequencies", frequencies(modes.values));
        out.details.put("rigid_motions", std::int64_t(pencil.rigid().cols()));
        out.weights = modes.values(0) * modes.values.cwiseInverse();
        out.U = std::move(modes.vectors);
        return out;
    }

private:
    Params params_;
    std::unique_ptr<LinearSolver> linear_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::LinearModes, "basis/linear_modes", "The lowest vibration modes")
