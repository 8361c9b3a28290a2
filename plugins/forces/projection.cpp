/// Internal forces in a subspace, by the way of full space:
///
///     f(q) = U'f_int(Uq),     K(q) = U'K(Uq)U,     E(q) = E(Uq)
///
/// For every material and formulation; its cost grows with the mesh. All other models of forces
/// approximate, or rewrite, this one.
///
/// Krysl, Lall & Marsden, Dimensional model reduction in non-linear finite element dynamics of
/// solids and structures, IJNME 51, 2001.

#include <array>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/assembly/projected_matrix.hpp>
#include <sinew/mechanics/forces/forces.hpp>

namespace sinew {

namespace {

class Projection final : public ReducedForces, public FollowingForces {
public:
    explicit Projection(const SubspaceSite& site)
        : assembler_(site.full.assembler()),
          mass_(site.full.mass()),
          U_(site.U(Eigen::all, site.kept)),
          K_(assembler_.pattern()) {}

    Event forces(const Vector& q, Vector& f) override {
        u_.noalias() = U_ * q;
        if (Event event = assembler_.forces(u_, full_f_)) return event;
        f.noalias() = U_.transpose() * full_f_;
        return {};
    }

    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override {
        u_.noalias() = U_ * q;
        if (K_.size() == 0 || &K_.pattern() != assembler_.pattern().get())
            K_ = BlockMatrix(assembler_.pattern());
        if (Event event =
                assembler_.forces_and_matrix(u_, definiteness, 1, 0, mass_.values(), full_f_, K_))
            return event;
        f.noalias() = U_.transpose() * full_f_;
        K = projected(K_.rows(), U_);
        for (Index j = 0; j < K.cols(); ++j)
            for (Index i = 0; i < j; ++i) K(i, j) = K(j, i) = 0.5 * (K(i, j) + K(j, i));
        return {};
    }

    FollowingForces* following() override { return this; }
    /// The elements follow the rest shape with the body's system.
    Event follow(const PosedSubspace& at) override {
        U_ = at.vectors();
        return {};
    }

    double energy(const Vector& q) override {
        u_.noalias() = U_ * q;
        return assembler_.energy(u_);
    }

private:
    Assembler& assembler_;
    const MassMatrix& mass_;
    Eigen::MatrixXd U_;
    BlockMatrix K_;
    Vector u_, full_f_;
};

}  // namespace

class ProjectedForces final : public ForceModel {
public:
    static constexpr std::array traits{force_trait::follows_rest_shape,
                                       force_trait::needs_all_nodes};
    static constexpr const char* source = "Krysl, Lall & Marsden 2001, IJNME 51";

    struct Params {
        static constexpr std::tuple<> fields{};
    };
    /// Nothing is computed ahead: there is no `artifact`.
    struct Common {
        static constexpr std::tuple<> fields{};
    } common;
    explicit ProjectedForces(const Params&) {}

    std::unique_ptr<ReducedForces> make(const SubspaceSite& site) const override {
        return std::make_unique<Projection>(site);
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ProjectedForces, "forces/projection",
             "Full forces and stiffness, projected on the subspace")
