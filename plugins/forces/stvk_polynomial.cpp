/// Internal forces of St. Venant and Kirchhoff's law in a subspace u = U q, exactly: with
///
///     E(q)  = a_i q_i + 1/2 b_ij q_i q_j
///     a_i   = sym(grad Psi_i),   b_ij = sym(grad Psi_i' grad Psi_j),   Psi_i column i of U
///     W(q)  = integral of lambda/2 tr(E)^2 + mu E:E                                [J]
///
/// the energy is a polynomial of degree 4, its gradient f one of degree 3 and its Hessian K one of
/// degree 2. The C(r+3, 4) + C(r+2, 3) + C(r+1, 2) coefficients are found ahead, with a quadrature
/// that is exact where elements are straight (formulation/displacement has the same with
/// quadrature: exact_for_stvk; on distorted hexahedra and curved tetrahedra both are the same
/// approximation). They are kept apart for lambda and mu of each region of equal constants, and of
/// each element set whose constants change while running. Evaluation takes O(r^4) operations,
/// whatever the size of the mesh.
///
/// Barbic & James, Real-Time Subspace Integration for St. Venant-Kirchhoff Deformable Models, 2005,
/// sections 4, 6.2, 6.5 and appendix B; Gram matrices of strains take the place of its sums over
/// nodes.

#include <fmt/format.h>

#include <set>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/storage/artifact.hpp>
#include <stvk_polynomial/precomputed.hpp>
#include <stvk_polynomial/reduced_stvk.hpp>

namespace sinew {

class StvkPolynomial final : public ForceModel {
public:
    static constexpr const char* source = "Barbic & James 2005, sections 4, 6.2, 6.5, appendix B";
    static constexpr std::array traits{force_trait::changes_materials};
    static constexpr Refusal other_law{
        .kind = Material::kind,
        .trait = material_trait::stvk,
        .is_wanted = true,
        .problem = "forces/stvk_polynomial takes material/stvk only, and {node} has {plugin}",
        .remedy =
            "use forces: {type: cubature} or forces: {type: projection}, which take any "
            "material, or material: {type: stvk}"};
    static constexpr Refusal coupled_elements{
        .kind = Formulation::kind,
        .trait = formulation_trait::couples_elements,
        .problem =
            "forces/stvk_polynomial takes formulation/displacement only, and {node} has "
            "{plugin}",
        .remedy =
            "use forces: {type: projection}, which takes any formulation, or formulation: "
            "{type: displacement}"};
    static constexpr std::array refusals{other_law, coupled_elements};
    /// Version of the artifacts' content and of the algorithm that computes it.
    static constexpr AlgorithmVersion algorithm{"forces/stvk_polynomial", 2};

    struct Params {
        static constexpr auto fields = std::tuple{};
    };
    explicit StvkPolynomial(const Params&) {}

    std::unique_ptr<ReducedForces> make(const SubspaceSite& site) const override {
        const Body& body = site.full.body();
        check_formulation(site);
        const auto constants = law(body).constants(body.mesh);
        auto regions = regions_of(site, constants);
        const std::size_t n_parts = regions.empty() ? 1 : 2 * regions.size();

        ArtifactKey key = site.key;
        key.add("forces", "forces/stvk_polynomial");
        if (const auto sets = changing_sets(site); !sets.empty())
            key.add("apart", fmt::format("{}", fmt::join(sets, ", ")));
        const Artifact artifact = fetch_artifact(
            algorithm, key, common.artifact,
            [&] { return to_archive(stvk::precompute(body.mesh, site.U, constants, regions)); },
            [&](const Archive& there) { stvk::from_archive(there, site.U.cols(), n_parts); });
        stvk::Precomputed precomputed =
            stvk::from_archive(artifact.content, site.U.cols(), n_parts);
        for (stvk::SymmetricTensors& part : precomputed.parts) part = part.restricted(site.kept);

        if (!regions.empty())
            return std::make_unique<stvk::RegionalStvk>(body.path, std::move(regions),
                                                        std::move(precomputed.parts));
        const stvk::SymmetricTensors& energy = precomputed.parts.front();
        auto forces = std::make_unique<stvk::ReducedStvk>(body.path, energy.r);
        forces->set(energy);
        return forces;
    }

private:
    /// Element sets whose constants change: only those are taken apart, since each costs a
    /// polynomial.
    static std::vector<std::string> changing_sets(const SubspaceSite& site) {
        const auto& sets = site.full.body().mesh.element_sets;
        std::set<std::string> found;
        for (const std::string& name : site.changing.names)
            if (sets.count(name)) found.insert(name);
        return {found.begin(), found.end()};
    }

    /// None if all elements go into one polynomial.
    static std::vector<ChangingMaterials::Region> regions_of(
        const SubspaceSite& site, const std::vector<ElasticConstants>& constants) {
        const Body& body = site.full.body();
        auto regions = stvk::regions_of(body.mesh, constants, changing_sets(site));
        if (regions.size() <= stvk::most_regions) return regions;
        if (site.changing.names.empty()) return {};
        throw InputError(
            site.changing.where,
            fmt::format("`materials` change, and {} has {} regions that differ in young, poisson "
                        "or the sets that `materials` names: forces/stvk_polynomial keeps at most "
                        "{} apart",
                        body.path, regions.size(), stvk::most_regions),
            "let the material have fewer different pairs of young and poisson, or change fewer "
            "sets");
    }

    const StvkMaterial& law(const Body& body) const {
        if (const auto* stvk = body.material->stvk()) return *stvk;
        provenance.fail(problem_of(other_law, body.material->provenance.plugin, body.path),
                        other_law.remedy);
    }

    void check_formulation(const SubspaceSite& site) const {
        if (site.full.formulation == "formulation/displacement") return;
        provenance.fail(problem_of(coupled_elements, site.full.formulation, site.full.body().path),
                        coupled_elements.remedy);
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::StvkPolynomial, "forces/stvk_polynomial",
             "St. Venant-Kirchhoff forces as cubic polynomials of the reduced coordinates")
