/// Small systems with dense matrices, for tests of what works on any System.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/system/system.hpp>

namespace sinew::test {

/// A dense matrix as a tangent.
class DenseTangent final : public Tangent {
public:
    Eigen::MatrixXd A;
    bool is_symmetric = true;
    long revision = 0;

    Index size() const override { return A.rows(); }
    void apply(const Vector& x, Vector& y) const override { y = A * x; }
    void add_entries(EntrySink& sink, Index offset) const override { sink.add(offset, offset, A); }
    long pattern_revision() const override { return revision; }
    Vector diagonal() const override { return A.diagonal(); }
    bool symmetric() const override { return is_symmetric; }
};

/// M q'' + grad U(q) = f(t), with a constant mass and an energy given by functions.
class EnergySystem : public System, public Dynamics, public ExplicitDynamics {
public:
    Dynamics* dynamics() override { return this; }
    ExplicitDynamics* explicit_dynamics() override { return this; }

    Eigen::MatrixXd M;
    Vector q0, v0;
    std::function<double(const Vector&)> energy;
    std::function<Vector(const Vector&)> gradient;
    std::function<Eigen::MatrixXd(const Vector&)> hessian;
    /// A positive definite stand-in for the Hessian; empty: the exact one is the only one.
    std::function<Eigen::MatrixXd(const Vector&)> psd_projected_hessian;
    std::function<bool(const Vector&)> admissible = [](const Vector&) { return true; };
    std::function<Vector(double)> load = [this](double) { return Vector(Vector::Zero(size())); };
    /// Sets prescribed degrees of freedom and their motion at t.
    std::function<void(double, Prescribed&)> constrain = [](double, Prescribed&) {};
    bool is_conservative = true;
    int n_psd_projected = 0, n_committed = 0;
    double time = 0;

    Index size() const override { return M.rows(); }
    State initial() const override { return {q0, v0, Vector::Zero(q0.size())}; }
    void move_to(double t) override {
        time = t;
        external_ = load(t);
        constrain(t, prescribed_);
    }
    bool begin_step(State& state, double, double) override {
        if (damping_.stiffness != 0) damping_at_ = state.q;
        return false;
    }
    void commit(const State&, double, const Vector& reactions) override {
        last_reactions = reactions;
        ++n_committed;
    }
    Vector last_reactions;
    const Prescribed& prescribed() const override { return prescribed_; }
    void set_damping(const Rayleigh& damping) override { damping_ = damping; }
    void forces(const Vector& q, const Vector& v, Forces& out) override {
        out.event = {};
        if (!admissible(q)) {
            out.event = {Event::Kind::inverted, name(), 3, "det F = -0.5"};
            return;
        }
        out.internal = gradient(q) + D() * v;
        out.external = external_;
    }
    Energies stored_energies(const Vector& q, const Vector&) override {
        return {0, energy(q), -external_.dot(q), 0};
    }
    double kinetic_energy(const Vector&, const Vector& v) override { return 0.5 * v.dot(M * v); }
    double potential(const Vector& q) override {
        if (!admissible(q)) return std::numeric_limits<double>::infinity();
        return energy(q) - external_.dot(q);
    }
    double dissipation(const Vector& v) override { return 0.5 * v.dot(D() * v); }
    bool conservative() const override { return is_conservative; }
    void apply_mass(const Vector& x, Vector& y) const override { y = M * x; }
    void lump_kinetic_energy() override {}
    Vector lumped_mass() const override { return M.rowwise().sum(); }
    double highest_frequency(const Vector& q) override {
        const Eigen::MatrixXd K = hessian(q);
        const Vector m = lumped_mass();
        return std::sqrt((K.cwiseAbs().rowwise().sum().array() / m.array()).maxCoeff());
    }
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* out) override {
        if (out) forces(q, v, *out);
        const bool project_to_psd =
            definiteness == Definiteness::psd_projected && psd_projected_hessian;
        if (project_to_psd) ++n_psd_projected;
        const Eigen::MatrixXd K = project_to_psd ? psd_projected_hessian(q) : hessian(q);
        tangent_.A = weights.mass * M + weights.damping * D() + weights.stiffness * K;
        return tangent_;
    }
    double length_scale() const override { return 1; }
    double force_scale() const override { return 1; }
    void save(Archive&, const std::string&) const override {}
    void restore(const Archive&, const std::string&) override {}
    void report(nlohmann::json&) const override {}
    std::string name() const override { return "/small"; }

private:
    /// Rayleigh's, with the stiffness where the step began.
    Eigen::MatrixXd D() const {
        Eigen::MatrixXd D = damping_.mass * M;
        if (damping_.stiffness != 0)
            D += damping_.stiffness * hessian(damping_at_.size() > 0 ? damping_at_ : q0);
        return D;
    }

    Vector damping_at_;
    Vector external_;
    Prescribed prescribed_;
    Rayleigh damping_;
    DenseTangent tangent_;
};

/// m q'' + k q + c q^3 = 0: Duffing's oscillator; c = 0 is the harmonic one.
inline void make_oscillator(EnergySystem& system, double m, double k, double c, double q,
                            double v) {
    system.M = Eigen::MatrixXd::Constant(1, 1, m);
    system.q0 = Vector::Constant(1, q);
    system.v0 = Vector::Constant(1, v);
    system.energy = [=](const Vector& x) {
        return 0.5 * k * x[0] * x[0] + 0.25 * c * std::pow(x[0], 4);
    };
    system.gradient = [=](const Vector& x) {
        return Vector(Vector::Constant(1, k * x[0] + c * std::pow(x[0], 3)));
    };
    system.hessian = [=](const Vector& x) {
        return Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, k + 3 * c * x[0] * x[0]));
    };
}

/// Point masses in a row, joined by springs of stiffness k and rest length 1 that resist stretch
/// however they turn: U = sum k/2 (|x_i+1 - x_i| - 1)^2. q holds positions, 3 a mass.
inline void make_chain(EnergySystem& system, int n, double k, double mass) {
    system.M = mass * Eigen::MatrixXd::Identity(3 * n, 3 * n);
    system.q0 = Vector::Zero(3 * n);
    for (int i = 0; i < n; ++i) system.q0[3 * i] = i;
    system.v0 = Vector::Zero(3 * n);
    system.energy = [=](const Vector& q) {
        double sum = 0;
        for (int i = 0; i + 1 < n; ++i) {
            const double l = (q.segment<3>(3 * i + 3) - q.segment<3>(3 * i)).norm();
            sum += 0.5 * k * (l - 1) * (l - 1);
        }
        return sum;
    };
    system.gradient = [=](const Vector& q) {
        Vector g = Vector::Zero(3 * n);
        for (int i = 0; i + 1 < n; ++i) {
            const Eigen::Vector3d d = q.segment<3>(3 * i + 3) - q.segment<3>(3 * i);
            const Eigen::Vector3d f = k * (1 - 1 / d.norm()) * d;
            g.segment<3>(3 * i) -= f;
            g.segment<3>(3 * i + 3) += f;
        }
        return g;
    };
    auto hessian = [=](const Vector& q, bool project_to_psd) {
        Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3 * n, 3 * n);
        for (int i = 0; i + 1 < n; ++i) {
            const Eigen::Vector3d d = q.segment<3>(3 * i + 3) - q.segment<3>(3 * i);
            const double l = d.norm();
            const Eigen::Matrix3d along = d * d.transpose() / (l * l);
            double across = 1 - 1 / l;
            if (project_to_psd) across = std::max(across, 0.0);
            const Eigen::Matrix3d B = k * (along + across * (Eigen::Matrix3d::Identity() - along));
            H.block<3, 3>(3 * i, 3 * i) += B;
            H.block<3, 3>(3 * i + 3, 3 * i + 3) += B;
            H.block<3, 3>(3 * i, 3 * i + 3) -= B;
            H.block<3, 3>(3 * i + 3, 3 * i) -= B;
        }
        return H;
    };
    system.hessian = [hessian](const Vector& q) { return hessian(q, false); };
    system.psd_projected_hessian = [hessian](const Vector& q) { return hessian(q, true); };
}

/// Holds degrees of freedom at given values (at rest).
inline void constrain_at(EnergySystem& system, std::vector<Index> dofs, Vector values) {
    system.constrain = [=](double, Prescribed& prescribed) {
        prescribed.dofs = dofs;
        prescribed.q = values;
        prescribed.v = prescribed.a = Vector::Zero(values.size());
    };
}

/// Dense Cholesky, as a linear solver: says when the matrix is not definite.
class DenseSolver final : public LinearSolver {
public:
    std::string unsupported(const TangentProperties& tangent) const override {
        return tangent.symmetric ? "" : "the dense test solver needs a symmetric tangent";
    }
    Event prepare(const Tangent& tangent, const FixedMask& fixed) override {
        fixed_ = fixed;
        Eigen::MatrixXd A(tangent.size(), tangent.size());
        Vector unit = Vector::Zero(tangent.size()), column;
        for (Index j = 0; j < A.cols(); ++j) {
            unit[j] = 1;
            tangent.apply(unit, column);
            unit[j] = 0;
            A.col(j) = column;
        }
        for (Index i = 0; i < A.rows(); ++i) {
            if (!fixed.fixed[static_cast<std::size_t>(i)]) continue;
            A.row(i).setZero();
            A.col(i).setZero();
            A(i, i) = 1;
        }
        factor_.compute(A);
        ++n_factored;
        if (factor_.info() == Eigen::Success) return {};
        return {Event::Kind::not_definite, "", -1, "dense test solver"};
    }
    LinearOutcome solve(const Vector& b, Vector& x, double) override {
        x = factor_.solve(b);
        for (Index i = 0; i < x.size(); ++i)
            if (fixed_.fixed[static_cast<std::size_t>(i)]) x[i] = 0;
        return {};
    }
    void report(nlohmann::json&) const override {}
    int n_factored = 0;

private:
    FixedMask fixed_;
    Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace sinew::test
