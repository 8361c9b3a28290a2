/// A body whose skin alone is unknown: its interior is at equilibrium, and what the skin feels of
/// it is an affine function of the skin's positions, the discrete Steklov-Poincare operator
///
///     f_b*(x_b; q) = K_b(q) x_b + g_b(q),      K_b = K_bb - K_bi K_ii^-1 K_ib
///
/// which is never formed: forces come from a solve for the interior, and Newton's matrix has an
/// incomplete factor, co-rotated by the procedural skin, in the place of K_ii. For materials whose
/// forces are affine in displacements (ex_rotated, rigged_arap, linear), under solver/static with
/// linear: {type: pcg, preconditioner: own}. Contact acts on the skin, and its stiffness is part of
/// the preconditioner (see SurfaceTangent), which the paper's does not know.
///
/// With `unknowns: volume` all nodes are unknown, and the same incomplete factor, of the whole
/// stiffness, is the preconditioner: section 7's baseline, with contact in it as well.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, sections 5 to 7.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/attribute_errors.hpp>
#include <sinew/kernel/run/clock.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/constraint/constraint.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/reduction/reduction.hpp>
#include <sinew/storage/artifact.hpp>

#include "steklov_poincare/boundary_matrix.hpp"
#include "steklov_poincare/surface_system.hpp"

namespace sinew {

enum class Unknowns { surface, volume };
template <>
struct EnumNames<Unknowns> {
    static constexpr std::array names{std::pair{"surface", Unknowns::surface},
                                      std::pair{"volume", Unknowns::volume}};
};

using namespace steklov;

template <>
struct EnumNames<Discarded> {
    static constexpr std::array names{std::pair{"diagonal", Discarded::diagonal},
                                      std::pair{"dropped", Discarded::dropped}};
};

class SteklovPoincare final : public Reduction {
public:
    static constexpr const char* source =
        "Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, sections 5 to 7";
    static constexpr AlgorithmVersion algorithm{"reduction/steklov_poincare", 1};
    static constexpr std::array traits{reduction_trait::quasi_static};
    static constexpr Refusal curved_law{
        .kind = Material::kind,
        .trait = material_trait::affine_forces,
        .is_wanted = true,
        .problem =
            "forces of {plugin} in {node} are not affine in displacements, as the surface "
            "model needs them",
        .remedy =
            "use material: {type: ex_rotated} (corotational, with a rig's rotations), "
            "rigged_arap or linear"};
    static constexpr Refusal coupled_elements{
        .kind = Formulation::kind,
        .trait = formulation_trait::couples_elements,
        .problem = "reduction/steklov_poincare cannot take the system of {plugin} of {node}",
        .remedy = "use formulation: {type: displacement}"};
    static constexpr Refusal rigged_elements{.kind = Formulation::kind,
                                             .trait = formulation_trait::follows_rig,
                                             .problem = coupled_elements.problem,
                                             .remedy = coupled_elements.remedy};
    static constexpr Refusal following_load{
        .kind = Load::kind,
        .trait = load_trait::follows_motion,
        .problem =
            "{plugin} of {node} depends on where the body is, which "
            "reduction/steklov_poincare does not take of loads",
        .remedy =
            "use loads that keep their direction (traction, point, gravity) or springs "
            "(attach with stiffness), or take the reduction away"};
    static constexpr std::array refusals{curved_law, coupled_elements, rigged_elements,
                                         following_load};

    struct Params {
        Unknowns unknowns = Unknowns::surface;
        std::optional<int> graph_distance;
        std::optional<Discarded> discarded;
        std::optional<int> interior_sweeps;
        std::optional<double> interior_tolerance;
        bool contact_in_preconditioner = true;
        Path artifact;
        static constexpr auto fields = std::tuple{
            field("unknowns", &Params::unknowns,
                  "The nodes of the skin, or all nodes, for comparison"),
            field("graph_distance", &Params::graph_distance, from_to(1, 8),
                  "surface: edges along the skin between two of its nodes that the preconditioner "
                  "couples; 4 if absent"),
            field(
                "discarded", &Params::discarded,
                "surface: what becomes of its other blocks: their absolute values go to the "
                "diagonals, as published, so that it stays definite; or nothing, which needs fewer "
                "iterations, and the incomplete factor sees to definiteness; dropped if absent"),
            field("interior_sweeps", &Params::interior_sweeps, from_to(1, 20),
                  "surface: how closely Newton's matrix knows the interior (8 if absent): 1 is the "
                  "incomplete factor alone, as published but scaled to stay below; each further "
                  "sweep is a step of Chebyshev's iteration, so that Newton's method needs fewer "
                  "iterations"),
            field("interior_tolerance", &Params::interior_tolerance, between(0, 0.1),
                  "surface: residual of the interior's equilibrium, relative to the forces on the "
                  "surface; 1e-7 if absent, a tenth of Newton's tolerance is enough"),
            field("contact_in_preconditioner", &Params::contact_in_preconditioner,
                  "The preconditioner knows the stiffness of what presses on the surface; false: "
                  "it does not, as published"),
            field("artifact", &Params::artifact,
                  "surface: a file that keeps the preconditioner's matrix, in place of the cache")
                .made(),
        };
    };

    SteklovPoincare(const Params& params, BuildContext& context)
        : params_(params), node_(context.node()), last_time_(context.graph().time().end) {
        if (params.unknowns == Unknowns::volume &&
            (params.graph_distance || params.discarded || params.interior_sweeps ||
             params.interior_tolerance || !params.artifact.empty()))
            context.fail(
                "unknowns: volume has no interior, and takes its preconditioner from its stiffness",
                "leave out graph_distance, discarded, interior_sweeps, interior_tolerance and "
                "artifact");
    }

    std::unique_ptr<BodySystem> make(std::unique_ptr<ElasticBody> full, Body& body,
                                     const BodyParts& parts) const override {
        if (parts.formulation.plugin != "formulation/displacement")
            provenance.fail(problem_of(coupled_elements, parts.formulation.plugin, body.path),
                            coupled_elements.remedy);
        refuse_changes(body, parts);
        Assembler at_rest(displacement_forces(body.mesh, *body.material));
        refuse_curved_forces(at_rest, body);
        FullBody at = full_body(*full, parts.formulation);
        full->let_loads_act(true);
        if (at.constrained.n_free == 0)
            provenance.fail("constraints hold all of " + body.path, "hold fewer nodes");
        if (!at.anchored && !hangs_on_springs(parts))
            provenance.fail(
                body.path + " can move as a whole: its equilibrium is not unique",
                "hold three nodes or more that are not in a line, with constraint/attach or fixed");
        NodeSets sets = split_nodes(body, at.constrained, params_.unknowns == Unknowns::surface);
        auto stiffness = std::make_unique<SplitStiffness>(stiffness_at_rest(at, at_rest), sets);
        if (hangs_on_springs(parts)) at.key.add("springs", "", fingerprint_of(stiffness->matrix));
        nlohmann::json history = add_factors(at, sets, *stiffness);
        return std::make_unique<SurfaceSystem>(SurfaceSystem::Parts{
            std::move(full), std::move(sets), std::move(stiffness),
            body.material->follows_rig() ? &rigged_body_of(node_, provenance) : nullptr,
            params_.interior_sweeps.value_or(8), params_.interior_tolerance.value_or(1e-7),
            params_.contact_in_preconditioner, std::move(history), provenance});
    }

private:
    /// The stiffness with the rig at rest, whatever the clip does at the start; `elements`: a law
    /// that no rig has moved yet.
    static BlockMatrix stiffness_at_rest(const FullBody& at, Assembler& elements) {
        BlockMatrix own(elements.pattern()), K(at.assembler().pattern());
        Vector f;
        elements.forces_and_matrix(Vector::Zero(at.size()), Definiteness::exact, 1, 0,
                                   at.mass().values(), f, own);
        for (int b = 0; b < own.pattern().n_blocks(); ++b) K.at(b) = own.at(b);
        at.system.add_load_stiffness(Vector::Zero(at.size()), K);
        return K;
    }

    int graph_distance() const { return params_.graph_distance.value_or(4); }
    Discarded discarded() const { return params_.discarded.value_or(Discarded::dropped); }

    /// The nodes are split once, and only springs have a stiffness that stays.
    void refuse_changes(const Body& body, const BodyParts& parts) const {
        for (const Constraint* constraint : parts.constraints) {
            const ActiveWindow& window = constraint->common;
            if (window.active(0) && window.active(last_time_)) continue;
            throw InputError(
                constraint->provenance.where,
                fmt::format("{} begins or ends in the run, but the nodes of {} are split into "
                            "surface and interior once",
                            named(constraint->provenance, "a constraint"), body.path),
                "let it act from the start to the end, or take the reduction away");
        }
        for (const Load* load : parts.loads)
            if (load->is_follower() && !load->affine())
                throw InputError(load->provenance.where,
                                 problem_of(following_load, load->provenance.plugin, body.path),
                                 following_load.remedy);
    }

    static std::string fingerprint_of(const BlockMatrix& K) {
        const std::size_t n_bytes = 9 * sizeof(double) * std::size_t(K.pattern().n_blocks());
        return fingerprint(std::string_view(reinterpret_cast<const char*>(K.block(0)), n_bytes));
    }

    static bool hangs_on_springs(const BodyParts& parts) {
        return std::any_of(parts.loads.begin(), parts.loads.end(),
                           [](const Load* load) { return load->affine(); });
    }

    void refuse_curved_forces(Assembler& elements, const Body& body) const;

    /// L_i, and L_b of the boundary's matrix.
    nlohmann::json add_factors(const FullBody& at, const NodeSets& sets,
                               SplitStiffness& stiffness) const;
    BlockRows boundary_matrix(const FullBody& at, const NodeSets& sets,
                              const SplitStiffness& stiffness, nlohmann::json& history) const;

    Params params_;
    SceneNode& node_;
    double last_time_;  ///< of the run [s]
};

namespace {

BlockRows rows_of(const BlockMatrix& K, const BlockView& view) {
    BlockRows rows;
    rows.starts.push_back(0);
    for (int i = 0; i < view.n_rows(); ++i) {
        for (int k = view.begin(i); k < view.end(i); ++k) {
            rows.columns.push_back(view.column(k));
            const double* block = K.block(view.block(k));
            rows.values.insert(rows.values.end(), block, block + 9);
        }
        rows.starts.push_back(int(rows.columns.size()));
    }
    return rows;
}

Points places_of(const Body& body, const std::vector<int>& nodes) {
    return body.mesh.positions(Eigen::all, nodes);
}

}  // namespace

/// Compares the stiffness at two displacements that are large compared with the elements.
void SteklovPoincare::refuse_curved_forces(Assembler& elements, const Body& body) const {
    const Index n = body.mesh.n_nodes();
    Vector x(3 * n), f0, f1, f2;
    const double size = bounding_box(body.mesh.positions).diagonal().norm();
    for (Index i = 0; i < 3 * n; ++i) x[i] = 0.1 * size * std::sin(double(i * i % 1000));
    elements.forces(Vector::Zero(3 * n), f0);
    const Event first = elements.forces(x, f1);
    const Event second = elements.forces(2 * x, f2);
    if (!first && !second && (f2 - 2 * f1 + f0).norm() < 1e-9 * f2.norm()) return;
    provenance.fail(problem_of(curved_law, body.material->provenance.plugin, body.path),
                    curved_law.remedy);
}

nlohmann::json SteklovPoincare::add_factors(const FullBody& at, const NodeSets& sets,
                                            SplitStiffness& stiffness) const {
    nlohmann::json history;
    std::vector<int> free_nodes;
    for (const int k : sets.free) free_nodes.push_back(sets.surface[std::size_t(k)]);
    stiffness.boundary_points = places_of(at.body(), free_nodes);
    if (!sets.interior.empty()) {
        stiffness.interior = std::make_unique<IncompleteFactor>(
            rows_of(stiffness.matrix, stiffness.ii), places_of(at.body(), sets.interior));
        history["interior_diagonal_raised"] = stiffness.interior->raise();
    }
    stiffness.boundary_rows =
        sets.interior.empty() ? rows_of(stiffness.matrix, BlockView(stiffness.matrix.pattern(),
                                                                    free_nodes, sets.free_number))
                              : boundary_matrix(at, sets, stiffness, history);
    stiffness.boundary =
        std::make_unique<IncompleteFactor>(stiffness.boundary_rows, stiffness.boundary_points);
    history["boundary_diagonal_raised"] = stiffness.boundary->raise();
    return history;
}

BlockRows SteklovPoincare::boundary_matrix(const FullBody& at, const NodeSets& sets,
                                           const SplitStiffness& stiffness,
                                           nlohmann::json& history) const {
    BlockRows rows = boundary_pattern(stiffness.matrix.pattern(), sets, graph_distance());
    ArtifactKey key = at.key;
    key.add("graph_distance", std::to_string(graph_distance()));
    key.add("discarded", discarded() == Discarded::diagonal ? "diagonal" : "dropped");
    const Index n = 9 * Index(rows.columns.size());
    const Artifact artifact = fetch_artifact(
        algorithm, key, params_.artifact,
        [&] {
            fill_boundary_matrix(stiffness.matrix, sets, discarded(), rows);
            Archive content;
            content.put("blocks", Vector(Eigen::Map<const Vector>(rows.values.data(), n)));
            return content;
        },
        [&](const Archive& there) { there.vector("blocks", n); });
    const Vector values = artifact.content.vector("blocks", n);
    rows.values.assign(values.begin(), values.end());
    history["artifact"] = artifact.file.string();
    history["artifact_seconds"] = artifact.seconds;
    history["boundary_blocks"] = rows.columns.size();
    return rows;
}

}  // namespace sinew

SINEW_PLUGIN(sinew::SteklovPoincare, "reduction/steklov_poincare",
             "The skin as the only unknown, with the response of the whole volume")
