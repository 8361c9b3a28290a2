/// A body in a linear subspace of its displacements: u = U q, with U'MU = I.
///
///     q'' + D(q) q' + f(q) = U'f_ext,     f(q) = U'f_int(Uq),     D = alpha I + beta K(q)
///
/// The basis U is what `basis` finds, f what `forces` makes of it. Nodes that constraints hold do
/// not move in any vector of the basis, so that these constraints must act from the start to the
/// end, and hold still. A body that nothing holds deforms in a frame that moves with it.
///
/// Barbic & James, Real-time subspace integration for St. Venant-Kirchhoff deformable models,
/// SIGGRAPH 2005, section 3.3.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <regex>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/reduced/floating_system.hpp>
#include <sinew/mechanics/reduced/subspace_system.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/storage/artifact.hpp>

namespace sinew {

namespace {

/// A file may be called otherwise, and hold the same.
std::string without_file(const std::string& written) {
    static const std::regex entry(R"re(artifact: ("([^"\\]|\\.)*"|[^,}"]*)(, )?)re");
    return std::regex_replace(written, entry, "");
}

double end_of_run(const TimeSettings& time) {
    return std::max(time.end, time.step * count_steps(time.end, time.step));
}

}  // namespace

class Subspace final : public Reduction {
public:
    static constexpr const char* source = "Barbic & James 2005, section 3.3";

    struct Params {
        PluginSlot<Basis> basis;
        PluginSlot<ForceModel> forces{"projection"};
        std::optional<Marked<int>> first;
        Marked<std::vector<int>> keep;
        Marked<std::vector<Marked<MaterialChange>>> materials;

        static constexpr auto fields = std::tuple{
            field("basis", &Params::basis, "What spans the subspace").required(),
            field("forces", &Params::forces, "How internal forces are found in it"),
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
          last_time_(end_of_run(context.graph().time())),
          basis_(params.basis.make(context)),
          forces_(params.forces.make(context)) {
        const bool has_changes = !params.materials.value.empty();
        if (has_changes)
            require_trait(context.plugins(), params.forces.type(), force_trait::changes_materials,
                          "cannot change `materials` while it runs", params.materials.where);
        if (has_changes)
            context.graph().warn(
                Diagnostic::warning(
                    "stresses, energy densities and reactions that outputs write are those of the "
                    "material as it is written, whatever `materials` changes")
                    .remedy("read displacements, velocities and energies, which follow the change")
                    .at(params.materials.where)
                    .on(context.node().path(), context.plugin()));
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
            throw InputError(provenance.where,
                             fmt::format("a rig moves the elements of {}, which forces in a "
                                         "subspace do not follow",
                                         body.path),
                             "take the reduction away, or a material and a formulation without "
                             "a rig");
        refuse_motion(body, parts);
        FullBody at = full_body(*full, parts.formulation);
        if (at.constrained.n_free == 0)
            throw InputError(parts.constraints.front()->provenance.where,
                             "constraints hold all of " + body.path +
                                 ": no degree of freedom is left for a basis to move",
                             "hold fewer nodes, or take the reduction away");
        if (!at.anchored && at.constrained.n_free != at.size()) refuse_partly_constrained(body);

        ArtifactKey key = at.key;
        key.add("basis",
                basis_->provenance.plugin + " " + without_file(basis_->provenance.written()));
        basis_->add_to_key(at, key);
        const Artifact artifact = fetch_basis(at, key);
        key.add("basis algorithm", std::to_string(basis_->algorithm()));
        const Eigen::MatrixXd U = matrix(artifact.content, full->size());

        SubspaceSite site{at,
                          U,
                          chosen(int(U.cols())),
                          key,
                          changing_parts(),
                          {written(parts.loads), last_time_}};
        std::unique_ptr<ReducedForces> model;
        attribute_errors_to(forces_->provenance, [&] { model = forces_->make(site); });

        const bool is_free = !at.anchored;
        Eigen::MatrixXd kept = U(Eigen::all, site.kept);
        warn_of_lost_motion(at, kept);
        auto changes = std::make_unique<ChangingBody>(
            params_.materials.value, *model, at, kept,
            Origin{provenance.plugin, provenance.node_path, params_.materials.where});
        if (is_free && changes->changes_density())
            throw InputError(params_.materials.where,
                             "the density of a free body in a subspace cannot change",
                             "hold the body, or change young and poisson alone");
        if (is_free) refuse_rigid_motion(at, kept, site.kept);
        ArtifactKey key_of_dofs = key;
        key_of_dofs.add("kept", fmt::format("{}", fmt::join(site.kept, " ")));
        if (const std::string identity = model->identity(); !identity.empty())
            key_of_dofs.add("forces", identity);
        full->let_loads_act(true);
        SubspaceParts made{std::move(full),
                           parts,
                           std::move(kept),
                           std::move(model),
                           {basis_->provenance.plugin, forces_->provenance.plugin,
                            artifact.file.string(), artifact.seconds, key_of_dofs.hash()},
                           std::move(changes)};
        if (is_free) return std::make_unique<FloatingSystem>(std::move(made));
        return std::make_unique<SubspaceSystem>(std::move(made));
    }

private:
    /// Without the hand of a user, which pulls at nothing while bodies are made.
    static std::string written(const std::vector<const Load*>& loads) {
        std::string text;
        for (const Load* load : loads)
            if (load->provenance.plugin != "load/hand")
                text += load->provenance.plugin + " " + load->provenance.written() + "; ";
        return text;
    }

    /// Constraints are built into the basis.
    void refuse_motion(const Body& body, const BodyParts& parts) const {
        for (const Constraint* constraint : parts.constraints) {
            const ActiveWindow& window = constraint->common;
            const bool always =
                window.from.value_or(0) <= 0 && (!window.until || window.active(last_time_));
            if (always && constraint->still()) continue;
            throw InputError(
                constraint->provenance.where,
                fmt::format("{} {}, but the subspace of {} is made for constraints that hold still "
                            "from the start to the end",
                            named(constraint->provenance, "a constraint"),
                            always ? "moves what it holds" : "begins or ends in the run",
                            body.path),
                fmt::format(
                    "use constraint/fixed that acts from 0 to {:.6g} s, where the run ends, or "
                    "take the reduction away",
                    last_time_));
        }
    }

    /// Warns of the part of the scene's initial motion that does not fit into the subspace.
    void warn_of_lost_motion(const FullBody& at, const Eigen::MatrixXd& U) const {
        const State start = at.system.initial();
        const std::pair<const char*, const Vector*> parts[] = {{"displacement", &start.q},
                                                               {"velocity", &start.v}};
        for (const auto& [what, x] : parts) {
            Vector momentum, left = *x;
            at.mass().multiply(*x, momentum);
            const double whole = x->dot(momentum);
            if (!(whole > 0)) continue;
            left -= U * (U.transpose() * momentum);
            if (!at.anchored) {
                const Eigen::MatrixXd rigid = rigid_motions(at);
                left -= rigid * (rigid.transpose() * momentum);
            }
            at.mass().multiply(left, momentum);
            const double lost = std::sqrt(std::max(left.dot(momentum), 0.0) / whole);
            if (lost < 0.01) continue;
            log_diagnostic(
                Diagnostic::warning(
                    fmt::format("{:.2g} of the initial {} of {} does not fit into its "
                                "subspace and is lost",
                                lost, what, at.body().path))
                    .remedy("use a basis that holds it (more modes), or start without it")
                    .on(provenance));
        }
    }

    void refuse_partly_constrained(const Body& body) const {
        throw InputError(provenance.where,
                         body.path +
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

    Artifact fetch_basis(FullBody& at, const ArtifactKey& key) const {
        Artifact artifact;
        attribute_errors_to(basis_->provenance, [&] {
            const auto make = [&] {
                Basis::Vectors vectors = basis_->compute(at);
                vectors.details.put("size", std::int64_t(vectors.U.cols()));
                vectors.details.put("U", Vector(vectors.U.reshaped()));
                return std::move(vectors.details);
            };
            artifact = fetch_artifact({basis_->provenance.plugin, basis_->algorithm()}, key,
                                      basis_->common.artifact, make,
                                      [&](const Archive& there) { matrix(there, at.size()); });
        });
        return artifact;
    }

    static Eigen::MatrixXd matrix(const Archive& content, Index n) {
        const Index r = Index(content.integer("size"));
        return content.vector("U", n * r).reshaped(n, r);
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
    double last_time_;  ///< of the run [s]
    std::unique_ptr<Basis> basis_;
    std::unique_ptr<ForceModel> forces_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Subspace, "reduction/subspace", "A linear subspace of the displacements")
