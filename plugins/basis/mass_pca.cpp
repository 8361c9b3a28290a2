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

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>
#include <sinew/snapshots/snapshots.hpp>

namespace sinew {

class MassPcaBasis final : public Basis {
public:
    static constexpr const char* source = "Barbic & James 2005, appendix A";

    struct Params : SnapshotParams {
        std::optional<int> size;
        std::optional<double> tolerance;
        static constexpr auto fields = std::tuple_cat(
            std::tuple{SnapshotParams::files.required()}, SnapshotParams::choice,
            std::tuple{
                field("size", &Params::size, at_least(1), "How many vectors; or give `tolerance`"),
                field("tolerance", &Params::tolerance, between(0, 1),
                      "As many vectors as leave this share of the snapshots (root of the sum of "
                      "squared mass norms); or give `size`"),
            });
    };

    MassPcaBasis(const Params& params, BuildContext& context) : params_(params) {
        if (params.snapshots.items.empty())
            context.fail(context.at("snapshots"), "basis/mass_pca has an empty list of `snapshots`",
                         "name the .pvd of a finished run, or .vtu files of one");
        if (params.size.has_value() == params.tolerance.has_value())
            context.fail(context.at("size"), "basis/mass_pca needs one of `size` and `tolerance`",
                         "say how many vectors (size: 20), or how well they fit (tolerance: 0.01)");
    }

    int algorithm() const override { return 2; }

    Vectors compute(FullBody& full) const override {
        const Eigen::MatrixXd S = snapshot_displacements(params_, full);
        const MassPca pca =
            mass_pca(S, [&](const Eigen::MatrixXd& X) { return full.mass_times(X); });
        if (pca.vectors.cols() == 0)
            throw InputError(provenance.at("snapshots"), "the snapshots are all at rest",
                             "take a run in which the body is deformed");
        const Index r =
            params_.size ? Index(*params_.size)
                         : std::max<Index>(1, size_within(pca.singular_values, *params_.tolerance));
        Vectors out;
        out.U = first_vectors(pca, r, provenance.at("size"), fmt::format("{} snapshots", S.cols()),
                              ", or give more snapshots");
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
