/// Bodies as bare points, for tests of couplings: positions are all there is.
#pragma once

#include <cmath>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <support/meshes.hpp>

namespace sinew::test {

inline Body body_of_mesh(const VolumeMesh& mesh, const std::string& path = "/body") {
    Body body;
    body.path = path;
    body.mesh = mesh;
    body.skin = boundary(mesh);
    return body;
}

/// Degrees of freedom: nodes of the first body, then of the second, three each.
class PointBodies final : public PointMotion {
public:
    explicit PointBodies(std::vector<const Body*> bodies) {
        for (const Body* body : bodies) {
            offsets.push_back(size);
            size += 3 * body->mesh.n_nodes();
        }
        x.resize(size);
        v.setZero(size);
        for (std::size_t b = 0; b < bodies.size(); ++b)
            x.segment(offsets[b], 3 * bodies[b]->mesh.n_nodes()) = Eigen::Map<const Vector>(
                bodies[b]->mesh.positions.data(), 3 * bodies[b]->mesh.n_nodes());
    }
    Eigen::Vector3d position(const MaterialPoint& point) const override { return sum(x, point); }
    Eigen::Vector3d velocity(const MaterialPoint& point) const override { return sum(v, point); }
    Index first(const MaterialPoint& point, int k) const {
        return offsets[static_cast<std::size_t>(point.body)] +
               3 * point.nodes[static_cast<std::size_t>(k)];
    }

    std::vector<Index> offsets;
    Index size = 0;
    Vector x, v;

private:
    Eigen::Vector3d sum(const Vector& of, const MaterialPoint& point) const {
        Eigen::Vector3d result = Eigen::Vector3d::Zero();
        for (int k = 0; k < point.n; ++k)
            result += point.weights[static_cast<std::size_t>(k)] * of.segment<3>(first(point, k));
        return result;
    }
};

/// Forces and stiffness, dense.
class DenseForces final : public PointForces {
public:
    explicit DenseForces(const PointBodies& bodies)
        : f(Vector::Zero(bodies.size)),
          K(Eigen::MatrixXd::Zero(bodies.size, bodies.size)),
          bodies_(bodies) {}
    void force(const MaterialPoint& point, const Eigen::Vector3d& force) override {
        for (int k = 0; k < point.n; ++k)
            f.segment<3>(bodies_.first(point, k)) +=
                point.weights[static_cast<std::size_t>(k)] * force;
    }
    void stiffness(const MaterialPoint& i, const MaterialPoint& j,
                   const Eigen::Matrix3d& block) override {
        for (int a = 0; a < i.n; ++a)
            for (int b = 0; b < j.n; ++b)
                K.block<3, 3>(bodies_.first(i, a), bodies_.first(j, b)) +=
                    i.weights[static_cast<std::size_t>(a)] *
                    j.weights[static_cast<std::size_t>(b)] * block;
    }
    void damping(const MaterialPoint&, const MaterialPoint&, const Eigen::Matrix3d&) override {}
    bool wants_tangent() const override { return true; }

    Vector f;
    Eigen::MatrixXd K;

private:
    const PointBodies& bodies_;
};

inline DenseForces evaluate(Coupling& coupling, const PointBodies& bodies, double t = 0) {
    DenseForces forces(bodies);
    coupling.evaluate(bodies, t, forces);
    return forces;
}

/// Order of the error of central differences of `function` along d against the exact `derivative`:
/// 2 where both belong together, 0 where they do not. Linear and quadratic functions, whose
/// differences are exact, give 2 too.
template <class Function>
double order_of_error(Function&& function, const Vector& exact, double h) {
    auto error = [&](double step) { return (function(step) - exact).norm(); };
    const double coarse = error(h), fine = error(h / 2);
    if (coarse < 1e-9 * std::max(1.0, exact.norm())) return 2;
    return std::log2(coarse / fine);
}

/// Order of error of force = -dE/dx along d.
inline double order_of_force(Coupling& coupling, const PointBodies& bodies, const Vector& d,
                             double h) {
    const Vector exact = Vector::Constant(1, evaluate(coupling, bodies).f.dot(d));
    return order_of_error(
        [&](double step) {
            PointBodies plus = bodies, minus = bodies;
            plus.x += step * d;
            minus.x -= step * d;
            return Vector(Vector::Constant(
                1, -(coupling.energy(plus, 0) - coupling.energy(minus, 0)) / (2 * step)));
        },
        exact, h);
}

/// Order of error of K = -df/dx along d.
inline double order_of_tangent(Coupling& coupling, const PointBodies& bodies, const Vector& d,
                               double h) {
    const Vector exact = evaluate(coupling, bodies).K * d;
    return order_of_error(
        [&](double step) {
            PointBodies plus = bodies, minus = bodies;
            plus.x += step * d;
            minus.x -= step * d;
            return Vector((evaluate(coupling, minus).f - evaluate(coupling, plus).f) / (2 * step));
        },
        exact, h);
}

}  // namespace sinew::test
