/// F-bar against volumetric locking: the law sees the volume change averaged over a group of
/// points.
///
///     Fb = (theta / J)^(1/3) F,     theta = (1/V) integral over the group of J,     J = det F
///     Pi = integral of Psi(Fb)
///
/// The group is the element for hex8 (mean dilatation: the three-field functional of Simo, Taylor &
/// Pister 1985 with constant pressure and volume, condensed), and a patch of about eight
/// neighbouring tets for tet4 (the patches of de Souza Neto, Andrade Pires & Owen 2005). Forces and
/// stiffness here are the first and second derivatives of the one energy Pi, where the F-bar papers
/// keep the plain virtual strain: so the tangent is symmetric, and exact. A patch couples all of
/// its nodes, which makes the matrix of a tet4 body about twice as full. It does not cross an
/// interface of materials: its laws are alike (f_bar/patch.cpp).
///
/// Every element must keep det F > 0, also with laws that tolerate inversion.
///
/// Simo, Taylor & Pister, Comput. Methods Appl. Mech. Eng. 51, 1985, section 3; de Souza Neto et
/// al., Int. J. Numer. Methods Eng. 62, 2005.

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>

#include "f_bar/forces.hpp"

namespace sinew {

class FBar final : public Formulation {
public:
    struct Params {
        int patch = 8;
        static constexpr auto fields = std::tuple{
            field("patch", &Params::patch, from_to(1, 64),
                  "Tets in a patch (tet4); more are softer, and couple more nodes"),
        };
    };
    static constexpr std::array traits{formulation_trait::couples_elements};
    static constexpr const char* source =
        "Simo, Taylor & Pister 1985 (hex8); de Souza Neto et al. 2005 (tet4)";

    FBar(const Params& params, const BuildContext& context)
        : params_(params), where_(context.where()) {}

    std::unique_ptr<BodySystem> make(Body& body, const BodyParts& parts) const override {
        return std::make_unique<FullSpaceSystem>(body, parts, forces(body));
    }

private:
    std::unique_ptr<ElementForces> forces(const Body& body) const {
        switch (body.mesh.type) {
            case ElementType::hex8:
                return f_bar::hex_forces(body.mesh, *body.material);
            case ElementType::tet4:
                return f_bar::patch_forces(body.mesh, *body.material, params_.patch);
            case ElementType::tet10:
                break;
        }
        throw InputError(
            where_,
            "formulation/f_bar takes hex8 and tet4, and " + body.path + " has tet10 elements",
            "tet10 elements hardly lock: use formulation: {type: displacement}");
    }

    Params params_;
    SourceMark where_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::FBar, "formulation/f_bar", "Averaged volume change against locking")
