/// The lowest vibration modes and how they change as the body deforms along them, reduced to the
/// directions that matter most.
///
///     K Phi_ij = -(H : Psi_j) Psi_i                                   anchored bodies (14)
///     (K - lambda_i M) Phi_ij = (M Psi_i Psi_i' - I) (H : Psi_j) Psi_i        others (29)
///
/// where H : Psi_j is the derivative of the stiffness along mode j. The basis is the mass-PCA of
///
///     { lambda_1/lambda_j Psi_j }  and  { lambda_1^2/(lambda_i lambda_j) Phi_ij/|Phi_ij|_M }
///
/// so that low frequencies weigh more (16); lambda_1 is the lowest eigenvalue that is not zero.
/// Equation 14 leaves out inertia: its Phi_ij = Phi_ji is the derivative of K(p Psi_j)^-1 K(0)
/// Psi_i. Where eigenvalues are repeated, equation 29 is made regular in the whole eigenspace.
/// Rigid motions are taken out of its solutions. For any material.
///
/// Barbic & James 2005, section 5.1 and appendices A and D.

#include <fmt/format.h>

#include <chrono>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/basis/basis.hpp>
#include <sinew/mechanics/modes/basis_size.hpp>
#include <sinew/mechanics/modes/modal_derivatives.hpp>

namespace sinew {

namespace {

/// Seconds of one phase after another, for the artifact.
class PhaseTimes {
public:
    void end(const char* phase) {
        const auto now = std::chrono::steady_clock::now();
        seconds_.emplace_back(phase, std::chrono::duration<double>(now - start_).count());
        start_ = now;
    }
    void put(Archive& details) const {
        for (const auto& [phase, seconds] : seconds_)
            details.put(std::string("seconds/") + phase, seconds);
    }

private:
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::vector<std::pair<const char*, double>> seconds_;
};

}  // namespace

class ModalDerivatives final : public Basis {
public:
    static constexpr const char* source = "Barbic & James 2005, section 5.1 and appendix D";

    struct Params : BasisSize {
        int modes = 0;
        bool anchored = false;
        PluginSlot<LinearSolver> linear{"cholesky"};
        static constexpr auto fields = std::tuple_cat(
            std::tuple{field("modes", &Params::modes, at_least(1),
                             "How many modes, lowest first, and derivatives of each along each")
                           .required()},
            BasisSize::size_fields,
            std::tuple{
                field("anchored", &Params::anchored,
                      "Refuse a body that can move rigidly, naming the motions that are free"),
                field("linear", &Params::linear, "Direct solver of all linear systems"),
            });
    };

    ModalDerivatives(const Params& params, BuildContext& context)
        : params_(params), linear_(params.linear.make(context)) {
        params.require_one(context);
    }

    int algorithm() const override { return 3; }

    Vectors compute(FullBody& full) const override {
        PhaseTimes times;
        const ModalPencil pencil(full, *linear_, provenance);
        if (params_.anchored) pencil.require_anchored("take `anchored: true` away");
        const Index k = params_.modes;
        Eigenmodes modes = elastic_modes(pencil, n_modes(pencil));
        times.end("modes");
        const Eigen::MatrixXd snapshots =
            pencil.rigid().cols() == 0 ? with_static(pencil, modes) : with_inertial(pencil, modes);
        times.end("derivatives");
        const MassPca pca =
            mass_pca(snapshots, [&](const Eigen::MatrixXd& X) { return pencil.mass_times(X); });
        times.end("pca");
        Vectors out;
        times.put(out.details);
        out.U =
            params_.vectors_of(pca, provenance, fmt::format("{} modes and their derivatives", k),
                               " or for more `modes`");
        out.weights = weights_of(pca, out.U.cols());
        const Vector kept = modes.values.head(k);
        out.details.put("eigenvalues", kept);
        out.details.put("frequencies", frequencies(kept));
        out.details.put("rigid_motions", std::int64_t(pencil.rigid().cols()));
        out.details.put("derivatives", std::int64_t(snapshots.cols() - k));
        out.details.put("singular_values", pca.singular_values);
        return out;
    }

private:
    /// Equation 29 converges the faster, the more modes beyond the last are known.
    int n_modes(const ModalPencil& pencil) const {
        if (pencil.rigid().cols() == 0 || params_.modes > pencil.n_elastic()) return params_.modes;
        return int(std::min<Index>(params_.modes + 8 + params_.modes / 4, pencil.n_elastic()));
    }

    Eigen::MatrixXd with_static(const ModalPencil& pencil, const Eigenmodes& modes) const {
        const Index k = params_.modes;
        const Eigen::MatrixXd Phi = static_derivatives(pencil, modes.vectors);
        Vector weights(Phi.cols());
        for (Index j = 0, at = 0; j < k; ++j)
            for (Index i = 0; i <= j; ++i, ++at) weights(at) = weight(modes, i, j);
        return weighted(pencil, modes, Phi, weights);
    }

    Eigen::MatrixXd with_inertial(const ModalPencil& pencil, const Eigenmodes& modes) const {
        const Index k = params_.modes;
        const Eigen::MatrixXd Phi = inertial_derivatives(pencil, modes, k);
        Vector weights(Phi.cols());
        for (Index i = 0; i < k; ++i)
            for (Index j = 0; j < k; ++j) weights(i * k + j) = weight(modes, i, j);
        return weighted(pencil, modes, Phi, weights);
    }

    static double weight(const Eigenmodes& modes, Index i, Index j) {
        return modes.values(0) / modes.values(i) * (modes.values(0) / modes.values(j));
    }

    /// Derivatives that vanish, by symmetry, are left out: what remains of them is round-off.
    Eigen::MatrixXd weighted(const ModalPencil& pencil, const Eigenmodes& modes,
                             const Eigen::MatrixXd& Phi, const Vector& weights) const {
        const Index k = params_.modes;
        const Vector norms =
            Phi.cwiseProduct(pencil.mass_times(Phi)).colwise().sum().cwiseMax(0).cwiseSqrt();
        const double least = 1e-8 * norms.maxCoeff();
        Eigen::MatrixXd snapshots(Phi.rows(), k + (norms.array() > least).count());
        for (Index j = 0; j < k; ++j)
            snapshots.col(j) = modes.values(0) / modes.values(j) * modes.vectors.col(j);
        for (Index l = 0, at = k; l < Phi.cols(); ++l)
            if (norms(l) > least) snapshots.col(at++) = weights(l) / norms(l) * Phi.col(l);
        return snapshots;
    }

    Params params_;
    std::unique_ptr<LinearSolver> linear_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ModalDerivatives, "basis/modal_derivatives",
             "The lowest vibration modes and their derivatives")
