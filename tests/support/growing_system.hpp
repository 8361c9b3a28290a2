/// A system that gets one more degree of freedom in mid-run.
#pragma once

#include <catch2/catch.hpp>
#include <support/small_systems.hpp>

namespace sinew::test {

/// Oscillators m q'' + k q = f, one a degree of freedom. In the step that begins at `when`, one
/// more comes in front of them, from rest at q = 0.5: every number of the others moves up.
class Growing final : public EnergySystem {
public:
    explicit Growing(double when_, double stiffness_ = 90) : when(when_), stiffness(stiffness_) {
        resize(1);
        energy = [this](const Vector& q) { return 0.5 * q.dot(k.cwiseProduct(q)); };
        gradient = [this](const Vector& q) { return Vector(k.cwiseProduct(q)); };
        hessian = [this](const Vector& q) {
            REQUIRE(q.size() == size());
            return Eigen::MatrixXd(k.asDiagonal());
        };
        load = [this](double) { return Vector(Vector::Constant(size(), 0.25)); };
    }
    bool changes_dofs() const override { return true; }
    bool begin_step(State& state, double t, double) override {
        REQUIRE(state.q.size() == size());
        if (has_grown || t < when - 1e-12) return false;
        resize(2);
        ++n_grown;
        const auto in_front = [](double value, const Vector& x) {
            Vector longer(2);
            longer << value, x;
            return longer;
        };
        state = {in_front(0.5, state.q), in_front(0, state.v),
                 in_front((0.25 - k[0] * 0.5) / M(0, 0), state.a)};
        return true;
    }
    void commit(const State& state, double t, const Vector& reactions) override {
        REQUIRE(state.q.size() == size());
        EnergySystem::commit(state, t, reactions);
    }
    void save(Archive& archive, const std::string& prefix) const override {
        ++n_saved;
        archive.put(prefix + "/grown", std::int64_t(has_grown));
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        resize(archive.integer(prefix + "/grown") != 0 ? 2 : 1);
    }

    double when, stiffness;  ///< of the degree of freedom that comes
    bool has_grown = false;
    int n_grown = 0;
    mutable int n_saved = 0;
    Vector k;

private:
    void resize(int n) {
        has_grown = n == 2;
        k = has_grown ? Vector(Eigen::Vector2d(stiffness, 40)) : Vector(Vector::Constant(1, 40));
        M = has_grown ? Eigen::MatrixXd(Eigen::Vector2d(3, 2).asDiagonal())
                      : Eigen::MatrixXd(Eigen::MatrixXd::Constant(1, 1, 2));
        q0 = Vector::Constant(n, 0.1);
        v0 = Vector::Constant(n, 0.3);
    }
};

}  // namespace sinew::test
