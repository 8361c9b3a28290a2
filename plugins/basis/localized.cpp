/// Vibration modes of regions of the body, and their derivatives: each is zero outside of its
/// region, and falls to zero smoothly towards the border.
///
///     K y = lambda W M W y,     phi = W y                 on the nodes of the region, others held
///     K z_ij = -(H : phi_i) y_j,     psi_ij = W z_ij
///
/// W is the diagonal matrix of the region's weights W'. Regions are those of handles, points or
/// lines, with weights by any `weights` plugin: W' = ((W - eta)/(1 - eta))^kappa where W > eta.
/// (kappa = 1/2, as published, has an infinite slope at the border; from 1 on regions that overlap
/// are much too stiff there.) Derivatives for ij and ji differ. Of modes and derivatives, weighted
/// as in basis/modal_derivatives, each region keeps the principal ones.
///
/// Regions overlap, so that the whole deforms without seams, but their vectors are no modes of the
/// whole: alone they make a body that swings as one too stiff. `global` adds what they lack most of
/// the lowest modes of the whole, which are weighted by 1/lambda: the principal vectors of what is
/// left of these once the part within the regions' span is taken out. Vectors are mass-orthonormal
/// within a region alone.
///
/// Xu & Barbic, Pose-space subspace dynamics, ACM Transactions on Graphics 35(4), 2016, section 7,
/// equations 31 to 33. (The paper's eigenproblem is of K^-1 M, for the smallest lambda.)

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/marked.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/assembly/projected_matrix.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/basis/mass_orthonormal.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <sinew/mechanics/modes/mass_pca.hpp>
#include <sinew/mechanics/modes/modal_derivatives.hpp>

#include "localized/regions.hpp"

namespace sinew {

/// A region, as the scene says it.
struct WrittenRegion {
    std::string name;
    Eigen::Vector3d from = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> to;
    int modes = 0;
    std::optional<int> size;

    static constexpr auto fields = std::tuple{
        field("name", &WrittenRegion::name, "For messages").required(),
        field("from", &WrittenRegion::from, unit::m,
              "The handle, in the node's rest frame: a point, or the beginning of a line")
            .required(),
        field("to", &WrittenRegion::to, unit::m, "The end of a line"),
        field("modes", &WrittenRegion::modes, at_least(1), "How many modes, lowest first")
            .required(),
        field(
            "size", &WrittenRegion::size, at_least(1),
            "How many vectors of the modes and of derivatives of each along each; the modes alone "
            "if absent"),
    };
};

class Localized final : public Basis {
public:
    static constexpr const char* source = "Xu & Barbic 2016, section 7";

    struct Params {
        Marked<std::vector<Marked<WrittenRegion>>> regions;
        PluginSlot<Weights> weights{"bbw"};
        double threshold = 0.1;
        double exponent = 0.5;
        int global = 0;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("regions", &Params::regions, "Regions, each with vectors of its own").required(),
            field("weights", &Params::weights, "Weights of the regions' handles"),
            field("threshold", &Params::threshold, between(0, 1),
                  "Nodes belong to a region where the weight of its handle is larger: eta"),
            field("exponent", &Params::exponent, positive,
                  "How fast vectors fall to zero at the border of a region: kappa"),
            field("global", &Params::global, at_least(0),
                  "Vectors of the whole body beside those of regions: what these lack most of its "
                  "lowest modes"),
            field("linear", &Params::linear, "Direct solver of all linear systems"),
        };
    };

    Localized(const Params& params, BuildContext& context)
        : params_(params), weights_(params.weights.make(context)) {
        if (params.regions.value.empty())
            context.fail(context.at("regions"), "`regions` names none",
                         "name those that are to deform by themselves, or take basis: {type: "
                         "modal_derivatives}");
        std::set<std::string> names{"global"};
        for (const Marked<WrittenRegion>& region : params.regions.value)
            if (!names.insert(region.value.name).second)
                context.fail(region.where,
                             fmt::format("the name '{}' is there already", region.value.name),
                             "give each region a name of its own, but not `global`");
        // A factor for each region, and for the whole.
        for (std::size_t k = 0; k <= params.regions.value.size(); ++k)
            linear_.push_back(params.linear.make(context));
    }

    int algorithm() const override { return 2; }

    void add_to_key(const FullBody& full, ArtifactKey& key) const override {
        const Eigen::MatrixXd weights = weights_of_handles(full);
        key.add("regions", fmt::format("{} of {} nodes", weights.cols(), weights.rows()),
                fingerprint({reinterpret_cast<const char*>(weights.data()),
                             sizeof(double) * std::size_t(weights.size())}));
    }

    Vectors compute(FullBody& full) const override {
        const Eigen::MatrixXd weights = weights_of_handles(full);
        if (params_.global == 0) refuse_nodes_outside(full, weights);
        Vectors regions;
        regions.U.resize(full.size(), 0);
        for (Index k = 0; k < weights.cols(); ++k) {
            const WrittenRegion& region = params_.regions.value[std::size_t(k)].value;
            append(region.name, vectors_of(full, weights.col(k), std::size_t(k)), regions);
        }
        if (params_.global == 0) {
            warn_of_stiffness(full, regions.U);
            return regions;
        }
        Vectors out;
        out.details = regions.details;
        out.U.resize(full.size(), 0);
        append("global", global_vectors(full, regions.U), out);
        const Index n_global = out.U.cols();
        out.U.conservativeResize(Eigen::NoChange, n_global + regions.U.cols());
        out.U.rightCols(regions.U.cols()) = regions.U;
        out.groups.insert(out.groups.end(), regions.groups.begin(), regions.groups.end());
        return out;
    }

private:
    /// What vectors of regions lack most of the lowest modes of the whole.
    Eigen::MatrixXd global_vectors(FullBody& full, const Eigen::MatrixXd& regions) const {
        constexpr int candidates = 3;  // modes for each vector that is kept
        const ModalPencil pencil(full, *linear_.back(), provenance);
        const Eigenmodes modes =
            elastic_modes(pencil, std::min(candidates * params_.global, int(pencil.n_elastic())));
        const Vector weights = modes.values[0] * modes.values.cwiseInverse();
        const Eigen::MatrixXd left =
            beside(regions, modes.vectors * weights.asDiagonal(), full.mass());
        const MassPca pca =
            mass_pca(left, [&](const Eigen::MatrixXd& X) { return full.mass_times(X); });
        return first_vectors(pca, params_.global, provenance.at("global"),
                             fmt::format("what the regions lack of {} modes", modes.values.size()),
                             "");
    }

    /// The lowest eigenvalue of the whole body; infinite if it is not held, or has none.
    double lowest_eigenvalue(FullBody& full) const {
        try {
            const ModalPencil pencil(full, *linear_.back(), provenance);
            if (pencil.rigid().cols() == 0 && pencil.n_elastic() > 0)
                return elastic_modes(pencil, 1).values[0];
        } catch (const InputError&) {  // it is not positive: regions hold what the body does not
        }
        return std::numeric_limits<double>::infinity();
    }
    /// The lowest one in the span of U, whose columns may depend on each other.
    static double lowest_eigenvalue(FullBody& full, Eigen::MatrixXd U) {
        for (int k = 0; k < 2; ++k) make_mass_orthonormal(U, full.mass());
        const BlockTangent K = full.matrix(Vector::Zero(full.size()), 1, 0);
        return symmetric_eigenvalues(projected(K, U))[0];
    }

    /// Says how much faster than the whole body the regions swing where that is plain to see.
    void warn_of_stiffness(FullBody& full, Eigen::MatrixXd U) const {
        constexpr double plain = 1.1;  // of frequencies
        const double ratio =
            std::sqrt(lowest_eigenvalue(full, std::move(U)) / lowest_eigenvalue(full));
        if (!(ratio > plain)) return;
        log_diagnostic(
            Diagnostic::warning(fmt::format("{} swings {:.2g} times as fast in vectors of regions "
                                            "alone as by itself, in its lowest mode",
                                            full.body().path, ratio))
                .remedy("add vectors of the whole: `global: 15`, say")
                .at(provenance.at("global"))
                .on(provenance));
    }

    /// X without its part in the span of S, by the metric of mass.
    static Eigen::MatrixXd beside(Eigen::MatrixXd S, const Eigen::MatrixXd& X,
                                  const MassMatrix& mass) {
        for (int k = 0; k < 2; ++k) make_mass_orthonormal(S, mass);  // they overlap
        const Eigen::MatrixXd part = transpose_times(S, mass.times(X));
        return X - S * part;
    }

    static void append(const std::string& name, const Eigen::MatrixXd& vectors, Vectors& to) {
        const Index before = to.U.cols();
        to.U.conservativeResize(Eigen::NoChange, before + vectors.cols());
        to.U.rightCols(vectors.cols()) = vectors;
        to.groups.push_back(int(vectors.cols()));
        to.details.put("vectors/" + name, std::int64_t(vectors.cols()));
    }

    /// W' of each region, n_nodes x regions, found where the mesh is.
    Eigen::MatrixXd weights_of_handles(const FullBody& full) const {
        const Body& body = full.body();
        std::vector<Bone> handles;
        for (const Marked<WrittenRegion>& region : params_.regions.value) {
            const Eigen::Vector3d head = body.to_world * region.value.from,
                                  tail =
                                      body.to_world * region.value.to.value_or(region.value.from);
            handles.push_back({region.value.name, -1, head, {{head, tail}}});
        }
        VolumeMesh mesh = body.local_mesh();
        mesh.positions = body.to_world * mesh.positions;
        const SkinWeights of_handles = weights_->on_nodes(mesh, handles);
        Eigen::MatrixXd weights(mesh.n_nodes(), Index(handles.size()));
        for (Index k = 0; k < weights.cols(); ++k)
            weights.col(k) = localized::region_weights(Vector(of_handles.col(k)),
                                                       {params_.threshold, params_.exponent});
        return weights;
    }

    void refuse_nodes_outside(const FullBody& full, const Eigen::MatrixXd& weights) const {
        Index n = 0;
        for (Index i = 0; i < weights.rows(); ++i)
            if (weights.row(i).isZero(0) && !full.constrained.fixed[std::size_t(3 * i)]) ++n;
        if (n == 0) return;
        throw InputError(params_.regions.where,
                         fmt::format("{} nodes of {} that nothing holds are in no region, and "
                                     "would never move",
                                     n, full.body().path),
                         "give them a region, lower `threshold`, or add modes of the whole "
                         "(`global`)");
    }

    Eigen::MatrixXd vectors_of(const FullBody& full, const Vector& weights, std::size_t k) const {
        const Marked<WrittenRegion>& region = params_.regions.value[k];
        FullBody here = localized::constrained_outside(full, weights);
        if (here.constrained.n_free == 0)
            throw InputError(region.where,
                             fmt::format("no node of {} that is free belongs to the region {}",
                                         full.body().path, region.value.name),
                             "move its handle, or lower `threshold`");
        const Vector W = weights.transpose().replicate(3, 1).reshaped();
        const ModalPencil pencil(here, *linear_[k], provenance, {{}, false, false, W});
        pencil.require_anchored("let the region end where the body goes on");
        if (region.value.modes > pencil.n_elastic())
            throw InputError(region.where,
                             fmt::format("the region {} has {} degrees of freedom, and no {} modes",
                                         region.value.name, pencil.n_elastic(), region.value.modes),
                             "ask for fewer, or let the region be larger");
        const Eigenmodes modes = elastic_modes(pencil, region.value.modes);
        const Eigen::MatrixXd phi = W.asDiagonal() * modes.vectors;
        if (!region.value.size) return phi;
        const Eigen::MatrixXd snapshots = with_derivatives(full, pencil, modes, W);
        const MassPca pca =
            mass_pca(snapshots, [&](const Eigen::MatrixXd& X) { return full.mass_times(X); });
        return first_vectors(pca, *region.value.size, region.where,
                             fmt::format("{} modes of {} and their derivatives", region.value.modes,
                                         region.value.name),
                             ", or for more `modes`");
    }

    /// Modes and derivatives, weighted so that those of low frequencies count more.
    static Eigen::MatrixXd with_derivatives(const FullBody& full, const ModalPencil& pencil,
                                            const Eigenmodes& modes, const Vector& W) {
        const Index k = modes.values.size();
        Eigen::MatrixXd all(full.size(), k + k * k);
        all.leftCols(k) = W.asDiagonal() * modes.vectors;
        for (Index i = 0; i < k; ++i) {
            const BlockMatrix H_phi = stiffness_derivative(full, all.col(i));
            Eigen::MatrixXd right(full.size(), k);
            Vector product;
            for (Index j = 0; j < k; ++j) {
                H_phi.multiply(modes.vectors.col(j), product);
                right.col(j) = -product;
            }
            pencil.full().zero_constrained(right);
            all.middleCols(k + i * k, k) = W.asDiagonal() * pencil.solve(right);
        }
        const Vector norms =
            all.cwiseProduct(full.mass_times(all)).colwise().sum().cwiseMax(0).cwiseSqrt();
        const double least = 1e-8 * norms.tail(k * k).maxCoeff();
        std::vector<Index> kept;
        for (Index l = 0; l < all.cols(); ++l) {
            const double first = modes.values[0];
            const bool is_mode = l < k;
            if (!is_mode && !(norms[l] > least)) continue;  // it vanishes by symmetry
            kept.push_back(l);
            const double weight = is_mode ? first / modes.values[l]
                                          : first / modes.values[(l - k) / k] *
                                                (first / modes.values[(l - k) % k]) / norms[l];
            all.col(l) *= weight;
        }
        return all(Eigen::all, kept);
    }

    Params params_;
    std::unique_ptr<Weights> weights_;
    std::vector<std::unique_ptr<LinearSolver>> linear_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Localized, "basis/localized", "Modes of overlapping regions, zero elsewhere")
