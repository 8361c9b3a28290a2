/// A body in a linear subspace of its displacements: u = U q, with U'MU = I.
///
///     q'' + D(q) q' + f(q) = U'f_ext,     f(q) = U'f_int(Uq),     D = alpha I + beta K(q)
///
/// The basis U is what `basis` finds, f what `forces` makes of it. Constraints act from the start
/// to the end. Where they move what they hold, either all of it as one rigid piece: then the
/// subspace is seen from a frame that goes with it, however far it turns, and inertia acts in it;
/// or parts against each other: then the basis needs constraint modes, whose coordinates are
/// prescribed. A body that nothing holds deforms in a frame that moves with it.
///
/// Barbic & James, Real-time subspace integration for St. Venant-Kirchhoff deformable models,
/// SIGGRAPH 2005, section 3.3; Craig & Bampton, Coupling of substructures for dynamic analyses,
/// AIAA Journal 6(7), 1968.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis_artifact.hpp>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/forces/require_trait.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/reduced/carried_system.hpp>
#include <sinew/mechanics/reduced/floating_system.hpp>
#include <sinew/mechanics/reduced/reducible.hpp>
#include <sinew/mechanics/reduced/subspace_system.hpp>
#include <sinew/mechanics/reduced/support_columns.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/storage/artifact.hpp>

#include "subspace/moving_supports.hpp"

namespace sinew {

template <>
struct EnumNames<subspace::FrameChoice> {
    static constexpr std::array names{std::pair{"world", subspace::FrameChoice::world},
                                      std::pair{"supports", subspace::FrameChoice::supports}};
};

class Subspace final : public Reduction {
public:
    static constexpr const char* source = "Barbic & James 2005, section 3.3";
    static constexpr Refusal rigged_material{
        .kind = Material::kind,
        .trait = material_trait::follows_rig,
        .problem = "a rig moves the elements of {node}, which forces in a subspace do not follow",
        .remedy =
            "with formulation: {type: posed} take reduction: {type: pose_space}; else take "
            "the reduction away, or a material and a formulation without a rig"};
    static constexpr Refusal rigged_formulation{.kind = Formulation::kind,
                                                .trait = formulation_trait::follows_rig,
                                                .problem = rigged_material.problem,
                                                .remedy = rigged_material.remedy};
    static constexpr std::array refusals{rigged_material, rigged_formulation};

    struct Params {
        PluginSlot<Basis> basis;
        PluginSlot<ForceModel> forces{"projection"};
        std::optional<Marked<subspace::FrameChoice>> frame;
        std::optional<Marked<int>> first;
        Marked<std::vector<int>> keep;
        Marked<std::vector<Marked<MaterialChange>>> materials;

        static constexpr auto fields = std::tuple{
            field("basis", &Params::basis, "What spans the subspace").required(),
            field("forces", &Params::forces, "How internal forces are found in it"),
            field("frame", &Params::frame,
                  "What the basis is seen from, where constraints move: the world, or a frame that "
                  "goes with the supports; that one if absent and they move as one rigid piece"),
            field(
                "first", &Params::first, at_least(1),
                "Move in this many vectors of the basis only, the most important ones; nothing is "
                "computed anew"),
            field("keep", &Params::keep,
                  "Move in these vectors of the basis only, counted from 0; nothing is computed "
                  "anew; not with `first`"),
            field("materials", &Params::materials,
                  "Constants of regions that change while the body moves; the basis stays"),
        };
    };

    Subspace(const Params& params, BuildContext& context)
        : params_(params),
          run_{end_of_run(context.graph().time().end, context.graph().time().step),
               context.graph().time().step},
          basis_(params.basis.make(context)),
          forces_(params.forces.make(context)) {
        const bool has_changes = !params.materials.value.empty();
        if (has_changes)
            require_trait(context.plugins(), params.forces, force_trait::changes_materials,
                          "cannot change `materials` while it runs", params.materials.where);
        if (has_changes)
            context.warn(
                params.materials.where,
                "stresses, energy densities and reactions that outputs write are those of the "
                "material as it is written, whatever `materials` changes",
                "read displacements, velocities and energies, which follow the change");
        if (params.keep.where.known() && params.keep.value.empty())
            context.fail(params.keep.where, "`keep` names no vector",
                         "name those to move in, from 0 on, or leave `keep` out to move in all");
        if (params.first && !params.keep.value.empty())
            context.fail(params.first->where, "reduction/subspace has both `first` and `keep`",
                         "give one of them");
    }

    std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody> full, Body& body,
                                     const BodyParts& parts) const override {
        if (full->assembler().elements().moves())
            provenance.fail(problem_of(rigged_material, {}, body.path), rigged_material.remedy);
        refuse_windows(body, parts, run_.end);
        FullBody at = full_body(*full, parts.formulation);
        refuse_fully_constrained(at, parts);
        if (!at.anchored && at.constrained.n_free != at.size()) refuse_partly_constrained(body);
        Coordinates made = coordinates(at, parts);

        SubspaceSite site{at,       made.U,           made.kept,
                          made.key, changing_parts(), {written(parts.loads), run_.end}};
        std::unique_ptr<ReducedForces> model;
        attribute_errors_to(forces_->provenance, [&] { model = forces_->make(site); });
        Eigen::MatrixXd kept = made.U(Eigen::all, made.kept);
        if (!made.supports.motion) warn_of_lost_motion(at, kept, at.system.initial(), provenance);
        auto changes = std::make_unique<ChangingBody>(
            params_.materials.value, *model, at, kept,
            Origin{provenance.plugin, provenance.node_path, params_.materials.where});
        refuse_changing_mass(*changes, at, made);
        if (!at.anchored) refuse_rigid_motion(at, kept, made.kept);
        ArtifactKey key_of_dofs = made.key;
        key_of_dofs.add("kept", fmt::format("{}", fmt::join(made.kept, " ")));
        if (const std::string identity = model->identity(); !identity.empty())
            key_of_dofs.add("forces", identity);
        const bool is_free = !at.anchored;
        full->let_loads_act(true);
        SubspaceParts all{{std::move(full),
                           parts,
                           std::move(model),
                           {basis_->provenance.plugin, forces_->provenance.plugin,
                            made.file.string(), made.seconds, key_of_dofs.hash()},
                           std::move(changes)},
                          std::move(kept)};
        if (is_free) return std::make_unique<FloatingSystem>(std::move(all));
        if (made.supports.motion)
            return std::make_unique<CarriedSystem>(std::move(all), std::move(made.supports));
        return std::make_unique<SubspaceSystem>(std::move(all));
    }

private:
    /// What the coordinates of the subspace mean.
    struct Coordinates {
        Eigen::MatrixXd U;      ///< n x r_all
        std::vector<int> kept;  ///< columns of U in use
        ArtifactKey key;        ///< of the body and of U
        Supports supports;      ///< that move; none if they stand still
        std::filesystem::path file;
        double seconds = 0;
    };

    Coordinates coordinates(FullBody& at, const BodyParts& parts) const {
        Coordinates made;
        subspace::MovingSupports moving;
        if (subspace::any_moves(parts)) {
            const auto choice = params_.frame
                                    ? std::optional<subspace::FrameChoice>(params_.frame->value)
                                    : std::nullopt;
            moving = subspace::moving_supports(
                at, parts, run_, choice, params_.frame ? params_.frame->where : provenance.where);
            at.support_motions = moving.survey.motions;
        } else if (params_.frame) {
            throw InputError(params_.frame->where,
                             "no constraint of " + at.body().path +
                                 " moves, so that no frame goes with its supports",
                             "take `frame` away");
        }
        FetchedBasis fetched = fetch_basis(*basis_, at);
        made.file = fetched.file;
        made.seconds = fetched.seconds;
        made.key = at.key;
        add_to_key(*basis_, at, made.key);
        made.key.add("basis algorithm", std::to_string(basis_->algorithm()));
        Eigen::MatrixXd& U = fetched.vectors.U;
        if (!fetched.vectors.groups.empty()) make_orthonormal(U, at);
        made.kept = chosen(int(U.cols()));
        if (!moving.motion) {
            made.U = U;
            return made;
        }
        const Eigen::MatrixXd& modes = fetched.vectors.supports;
        subspace::judge(moving, at, modes.cols(), basis_->provenance, provenance);
        if (modes.cols() > 0) {
            made.key.add("beside constraint modes", fmt::format("{}", fmt::join(made.kept, " ")));
            made.U = joined(modes, U(Eigen::all, made.kept), at.mass());
            made.kept.resize(std::size_t(made.U.cols()));
            std::iota(made.kept.begin(), made.kept.end(), 0);
        } else {
            made.U = U;
        }
        made.supports = {std::move(moving.motion), modes.cols(), moving.survey.largest};
        return made;
    }

    void make_orthonormal(Eigen::MatrixXd& U, const FullBody& at) const {
        for (int pass = 0; pass < 2; ++pass)
            if (!make_mass_orthonormal(U, at.mass()))
                throw InputError(
                    basis_->provenance.where,
                    "vectors of " + basis_->provenance.plugin + " depend on each other",
                    "ask for fewer, or for regions that overlap less");
    }

    void refuse_changing_mass(const ChangingBody& changes, const FullBody& at,
                              const Coordinates& made) const {
        if (!changes.changes_density() || (at.anchored && !made.supports.motion)) return;
        throw InputError(params_.materials.where,
                         fmt::format("the density of a {} in a subspace cannot change",
                                     at.anchored ? "body whose supports move" : "free body"),
                         at.anchored ? "let the supports stand still, or change young and poisson "
                                       "alone"
                                     : "hold the body, or change young and poisson alone");
    }

    /// Without the hand of a user, which pulls at nothing while bodies are made.
    static std::string written(const std::vector<const Load*>& loads) {
        std::string text;
        for (const Load* load : loads)
            if (!load->hand())
                text += load->provenance.plugin + " " + load->provenance.written() + "; ";
        return text;
    }

    void refuse_partly_constrained(const Body& body) const {
        provenance.fail(body.path +
                            " is held, but some rigid motion is left to it, which no "
                            "vector of a basis can follow far",
                        "hold three nodes that are not in a line, in all axes, or none at all "
                        "(then a floating frame carries the body)");
    }

    /// The frame of a free body carries its rigid motion. `U`: the columns `numbers` of the basis.
    void refuse_rigid_motion(const FullBody& at, const Eigen::MatrixXd& U,
                             const std::vector<int>& numbers) const {
        const Eigen::MatrixXd momenta = at.mass().times(rigid_motions(at));
        const Vector rigid = (U.transpose() * momenta).rowwise().norm();
        std::vector<int> found;
        for (Index k = 0; k < rigid.size(); ++k)
            if (!(rigid[k] < 1e-6)) found.push_back(numbers[std::size_t(k)]);
        if (found.empty()) return;
        throw InputError(
            basis_->provenance.where,
            fmt::format("vectors of {} hold rigid motion, which the floating frame of a free "
                        "body carries already: {}",
                        basis_->provenance.plugin, fmt::join(found, ", ")),
            "name the others in `keep`, or use a basis that leaves it out (linear_modes, "
            "modal_derivatives)");
    }

    ChangingParts changing_parts() const {
        ChangingParts changing{{}, params_.materials.where};
        for (const Marked<MaterialChange>& change : params_.materials.value)
            changing.names.push_back(change.value.region);
        return changing;
    }

    /// The columns of the basis that are kept, of r.
    std::vector<int> chosen(int r) const {
        std::vector<int> kept(params_.keep.value);
        if (params_.first && params_.first->value > r)
            throw InputError(
                params_.first->where,
                fmt::format("`first` asks for {} vectors of {}", params_.first->value, r),
                fmt::format("ask for at most {}, or for a larger basis", r));
        if (kept.empty()) {
            kept.resize(std::size_t(params_.first ? params_.first->value : r));
            std::iota(kept.begin(), kept.end(), 0);
        }
        const auto fail = [&](const std::string& what) {
            throw InputError(
                params_.keep.where, what,
                fmt::format("the basis has vectors 0 to {}; name each at most once", r - 1));
        };
        std::vector<char> seen(std::size_t(r), 0);
        for (const int k : kept) {
            if (k < 0 || k >= r) fail(fmt::format("`keep` names vector {}", k));
            if (seen[std::size_t(k)]++) fail(fmt::format("`keep` names vector {} twice", k));
        }
        return kept;
    }

    Params params_;
    subspace::RunTimes run_;
    std::unique_ptr<Basis> basis_;
    std::unique_ptr<ForceModel> forces_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Subspace, "reduction/subspace", "A linear subspace of the displacements")
