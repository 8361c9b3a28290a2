/// Several bases as one: their vectors side by side, made mass-orthonormal as a whole.
///
/// Without `size` and `tolerance` vectors are taken in the order of the parts. From each, what lies
/// in the span of those before it is taken away; it is dropped if less than `dependent` of it is
/// left (in the norm of mass, in which each is 1). With one of the two, the union is the mass-PCA
/// of all vectors, each multiplied by the weight that its basis gives it: lambda_1/lambda_k of
/// vibration modes, the ratio of singular values s_k/s_1 of principal directions.
///
/// Constraint modes of a part (basis/static_modes) are those of the union. Each part is an artifact
/// of its own, which other unions find again.
///
/// Barbic & James 2005, section 5.2 (sketches that refine a basis) and appendix A.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis_artifact.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/modes/basis_size.hpp>

namespace sinew {

class UnionBasis final : public Basis {
public:
    static constexpr const char* source = "Barbic & James 2005, section 5.2 and appendix A";

    struct Params : BasisSize {
        std::vector<PluginSlot<Basis>> parts;
        std::optional<double> dependent;
        static constexpr auto fields = std::tuple_cat(
            std::tuple{
                field("parts", &Params::parts, "The bases, most important first").required()},
            BasisSize::size_fields,
            std::tuple{
                field("dependent", &Params::dependent, between(0, 1),
                      "Without `size` and `tolerance`: least part of a vector, in the norm of "
                      "mass, that those before it must lack; 0.001 if absent"),
            });
    };

    UnionBasis(const Params& params, BuildContext& context) : params_(params) {
        params.refuse_both(context);
        if (params.dependent && (params.size || params.tolerance))
            context.fail(
                context.at("dependent"),
                "`dependent` is for unions in the order of their parts, without `size` and "
                "`tolerance`",
                "leave one of them out");
        if (params.parts.size() < 2)
            context.fail(context.at("parts"), "basis/union needs two `parts` or more",
                         "list bases: parts: [{type: linear_modes, modes: 10}, {type: sketch, "
                         "...}], or take the one for `basis`");
        for (const PluginSlot<Basis>& part : params.parts) parts_.push_back(part.make(context));
    }

    int algorithm() const override { return 1; }

    Vectors compute(FullBody& full) const override {
        Vectors out;
        Eigen::MatrixXd all(full.size(), 0);
        Vector weights;
        std::vector<std::int64_t> sizes;
        for (const std::unique_ptr<Basis>& part : parts_) {
            Vectors of_part = fetch_basis(*part, full).vectors;
            if (!of_part.groups.empty())
                throw InputError(
                    part->provenance.where,
                    part->provenance.plugin + " has vectors of regions, which a union would mix",
                    "take basis/localized by itself; modes of the whole come with its "
                    "`global`");
            if (out.supports.cols() == 0) out.supports = std::move(of_part.supports);
            append(of_part, all, weights);
            sizes.push_back(of_part.U.cols());
        }
        if (params_.size || params_.tolerance)
            take_principal(full, all, weights, out);
        else
            take_independent(full, all, weights, out);
        for (std::size_t k = 0; k < sizes.size(); ++k)
            out.details.put(fmt::format("vectors_of_part_{}", k), sizes[k]);
        return out;
    }

    void add_to_key(const FullBody& full, ArtifactKey& key) const override {
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            ArtifactKey of_part;
            sinew::add_to_key(*parts_[k], full, of_part);
            key.add(fmt::format("part {}", k),
                    fmt::format("{}, algorithm {}", parts_[k]->provenance.plugin,
                                parts_[k]->algorithm()),
                    of_part.hash());
        }
    }

private:
    static void append(const Vectors& part, Eigen::MatrixXd& all, Vector& weights) {
        const Index before = all.cols(), r = part.U.cols();
        all.conservativeResize(Eigen::NoChange, before + r);
        all.rightCols(r) = part.U;
        weights.conservativeResize(before + r);
        weights.tail(r) = part.weights.size() == r ? part.weights : Vector(Vector::Ones(r));
    }

    void take_principal(const FullBody& full, const Eigen::MatrixXd& all, const Vector& weights,
                        Vectors& out) const {
        const MassPca pca = mass_pca(all * weights.asDiagonal(),
                                     [&](const Eigen::MatrixXd& X) { return full.mass_times(X); });
        out.U = params_.vectors_of(pca, provenance,
                                   fmt::format("{} vectors of {} bases", all.cols(), parts_.size()),
                                   ", or for more of its parts");
        out.weights = weights_of(pca, out.U.cols());
        out.details.put("singular_values", pca.singular_values);
    }

    /// Gram and Schmidt's method, each vector twice.
    void take_independent(const FullBody& full, const Eigen::MatrixXd& all, const Vector& weights,
                          Vectors& out) const {
        Eigen::MatrixXd U(full.size(), all.cols());
        Vector kept(all.cols());
        const double dependent = params_.dependent.value_or(1e-3);
        Index r = 0;
        for (Index k = 0; k < all.cols(); ++k) {
            Eigen::MatrixXd x = all.col(k);
            double left = 0;
            for (int pass = 0; pass < 2; ++pass) {
                tall_product(-1, U.leftCols(r), transpose_times(U.leftCols(r), full.mass_times(x)),
                             1, x);
                const double norm =
                    std::sqrt(std::max(0.0, x.cwiseProduct(full.mass_times(x)).sum()));
                if (pass == 0) left = norm;
                if (!(left > dependent)) break;
                x /= norm;
            }
            if (!(left > dependent)) continue;
            U.col(r) = x;
            kept(r++) = weights(k);
        }
        out.U = U.leftCols(r);
        out.weights = kept.head(r);
        out.details.put("dropped", std::int64_t(all.cols() - r));
    }

    Params params_;
    std::vector<std::unique_ptr<Basis>> parts_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::UnionBasis, "basis/union", "Several bases as one")
