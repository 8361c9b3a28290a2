/// Principal directions of deformations that a finished run passed through.
///
/// For snapshots u_1 .. u_N the basis of r vectors is the plane through rest that leaves the least
/// sum of squared mass distances |u - U U'M u|_M. Snapshots are the point field `displacement` of
/// .vtu files, as output/vtu writes it. Prescribed degrees of freedom are zero in the basis, and
/// have to be at rest in the snapshots. For a body without Dirichlet conditions, each snapshot's
/// best rigid motion is taken out, rotation and all; what is left of infinitesimal ones is
/// projected out.
///
/// Barbic & James 2005, appendix A; Krysl, Lall & Marsden 2001 (empirical eigenvectors).

#include <fmt/format.h>

#include <array>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/modes/basis_size.hpp>
#include <sinew/snapshots/snapshots.hpp>

namespace sinew {

class MassPcaBasis final : public Basis {
public:
    static constexpr std::array traits{basis_trait::of_snapshots};
    static constexpr const char* source = "Barbic & James 2005, appendix A";

    struct Params : SnapshotParams, BasisSize {
        static constexpr auto fields =
            std::tuple_cat(std::tuple{SnapshotParams::files.required()}, SnapshotParams::choice,
                           BasisSize::size_fields);
    };

    MassPcaBasis(const Params& params, BuildContext& context) : params_(params) {
        if (params.snapshots.items.empty())
            context.fail(context.at("snapshots"), "basis/mass_pca has an empty list of `snapshots`",
                         "name the .pvd of a finished run, or .vtu files of one");
        params.require_one(context);
    }

    int algorithm() const override { return 3; }

    Vectors compute(FullBody& full) const override {
        const Eigen::MatrixXd S = snapshot_displacements(params_, full);
        const MassPca pca =
            mass_pca(S, [&](const Eigen::MatrixXd& X) { return full.mass_times(X); });
        if (pca.vectors.cols() == 0)
            provenance.fail(provenance.at("snapshots"), "the snapshots are all at rest",
                            "take a run in which the body is deformed");
        Vectors out;
        out.U = params_.vectors_of(pca, provenance, fmt::format("{} snapshots", S.cols()),
                                   ", or give more snapshots");
        out.weights = weights_of(pca, out.U.cols());
        out.details.put("singular_values", pca.singular_values);
        out.details.put("snapshots", std::int64_t(S.cols()));
        return out;
    }

    void add_to_key(const FullBody&, ArtifactKey& key) const override {
        add_snapshots_to(key, params_);
    }

private:
    Params params_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::MassPcaBasis, "basis/mass_pca", "Principal directions of a run's snapshots")
