#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <sinew/kernel/version.hpp>
#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/rigid_motions.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

namespace sinew {

namespace {

std::string words(const Origin& origin) {
    return origin.plugin + (origin.written().empty() ? "" : " " + origin.written());
}

ArtifactKey key_of(const FullBody& full, const Origin& formulation) {
    const Body& body = full.body();
    ArtifactKey key;
    key.add("sinew", version);
    key.add("mesh",
            fmt::format("{} {}, {} nodes", body.mesh.n_elements(), name_of(body.mesh.type),
                        body.mesh.n_nodes()),
            fingerprint(body.mesh));
    key.add("material", body.material ? words(body.material->provenance) : "");
    key.add("density", fmt::format("{:g} kg", full.mass().row_sums().sum()),
            fingerprint({reinterpret_cast<const char*>(body.density.data()),
                         sizeof(double) * std::size_t(body.density.size())}));
    key.add("formulation", words(formulation));
    const Index n_constrained = full.size() - full.constrained.n_free;
    key.add("constrained", fmt::format("{} degrees of freedom", n_constrained),
            fingerprint({full.constrained.fixed.data(), full.constrained.fixed.size()}));
    return key;
}

}  // namespace

void FullBody::zero_constrained(Eigen::Ref<Eigen::MatrixXd> X) const {
    if (X.cols() == 0) return;
    for (Index i = 0; i < X.rows(); ++i)
        if (constrained.fixed[std::size_t(i)]) X.row(i).setZero();
}

Eigen::MatrixXd FullBody::mass_times(const Eigen::Ref<const Eigen::MatrixXd>& X) const {
    Eigen::MatrixXd Y;
    if (frames().empty()) {
        Y = mass().times(X);
    } else {
        Eigen::MatrixXd in_world = X;
        to_world_axes(frames(), in_world);
        Y = mass().times(in_world);
        to_nodal_axes(frames(), Y);
    }
    zero_constrained(Y);
    return Y;
}

BlockTangent FullBody::matrix(const Vector& u, double stiffness, double mass) const {
    BlockTangent tangent;
    tangent.matrix = BlockMatrix(assembler().pattern());
    tangent.revision = 1;
    tangent.positions = body().mesh.positions + u.reshaped(3, body().mesh.n_nodes());
    Vector f;
    assembler().forces_and_matrix(u, Definiteness::exact, stiffness, mass, this->mass().values(), f,
                                  tangent.matrix);
    return tangent;
}

Eigen::MatrixXd rigid_motions(const FullBody& full) {
    const Points& x = full.body().mesh.positions;
    const Vector& mass = full.mass().row_sums();
    const Eigen::Vector3d center = x * mass / mass.sum();
    Eigen::MatrixXd R = rigid_motions_about(center, x);
    const Eigen::MatrixXd gram = R.transpose() * full.mass().times(R);
    const Eigen::LLT<Eigen::MatrixXd> factor(gram);
    R = factor.matrixL().solve(R.transpose()).transpose().eval();
    to_nodal_axes(full.frames(), R);
    return R;
}

FullBody full_body(ElasticBody& system, const Origin& formulation) {
    system.let_loads_act(false);
    system.move_to(0);
    FullBody full{system, {}, false, formulation.plugin, {}, Eigen::MatrixXd(system.size(), 0)};
    full.constrained.fixed.assign(std::size_t(system.size()), 0);
    for (const Index i : system.prescribed().dofs) full.constrained.fixed[std::size_t(i)] = 1;
    full.constrained.n_free = system.size() - Index(system.prescribed().dofs.size());
    full.constrained.revision = 1;
    if (!system.prescribed().dofs.empty()) {
        const Eigen::MatrixXd R = rigid_motions(full)(system.prescribed().dofs, Eigen::all);
        const Vector s = singular_decomposition(R).values;
        full.anchored = s.size() == 6 && s(5) > 1e-8 * s(0);
    }
    full.key = key_of(full, formulation);
    return full;
}

}  // namespace sinew
