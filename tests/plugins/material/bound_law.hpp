/// A material bound to a few elements, asked one point at a time.
#pragma once

#include <random>
#include <sinew/mechanics/material/hyperelastic.hpp>
#include <string>
#include <support/plugins.hpp>

namespace sinew::test {

using Matrix3 = Eigen::Matrix3d;
using Matrix9 = Eigen::Matrix<double, 9, 9>;

/// The same matrix in every lane.
inline Mat3<Pack> broadcast(const Matrix3& F) {
    return F.unaryExpr([](double x) { return Pack(x); });
}

inline VolumeMesh eight_elements() {
    VolumeMesh mesh;
    mesh.elements = Eigen::MatrixXi::Zero(4, 8);
    return mesh;
}

/// A PointLaw at one F, the same in all lanes.
struct AtPoint {
    const PointLaw& law;

    double energy(const Matrix3& F) const {
        const Mat3<Pack> packed = broadcast(F);
        Pack psi;
        law.energy(0, {&packed, 1}, {&psi, 1});
        return psi[0];
    }
    Matrix3 stress(const Matrix3& F) const {
        const Mat3<Pack> packed = broadcast(F);
        Mat3<Pack> P;
        law.stress(0, {&packed, 1}, {&P, 1});
        return lane(P, 0);
    }
    Matrix3 stress_change(const Matrix3& F, const Matrix3& H,
                          Definiteness definiteness = Definiteness::exact) const {
        const Mat3<Pack> packed = broadcast(F), change = broadcast(H);
        Mat3<Pack> dP;
        law.stress_change(0, {&packed, 1}, {&change, 1}, {&dP, 1}, definiteness);
        return lane(dP, 0);
    }
    Matrix9 tangent(const Matrix3& F, Definiteness definiteness = Definiteness::exact) const {
        const Mat3<Pack> packed = broadcast(F);
        Mat3<Pack> P;
        Tangent9<Pack> dPdF;
        law.stress_and_tangent(0, {&packed, 1}, {&P, 1}, {&dPdF, 1}, definiteness);
        return lane(dPdF, 0);
    }
    Matrix3 stress_with_tangent(const Matrix3& F) const {
        const Mat3<Pack> packed = broadcast(F);
        Mat3<Pack> P;
        Tangent9<Pack> dPdF;
        law.stress_and_tangent(0, {&packed, 1}, {&P, 1}, {&dPdF, 1}, Definiteness::exact);
        return lane(P, 0);
    }
    bool admissible(const Matrix3& F) const {
        const Mat3<Pack> packed = broadcast(F);
        Mask ok;
        law.admissible(0, {&packed, 1}, {&ok, 1});
        return ok[0];
    }
};

/// A plugin's law with its material.
struct BoundLaw {
    Made<Material> material;
    std::unique_ptr<PointLaw> law;
    AtPoint at{*law};

    explicit BoundLaw(const std::string& id, const std::string& parameters = "")
        : material(make<Material>(id, parameters)), law(material->bind(eight_elements())) {}
};

inline Matrix3 random_matrix(unsigned seed, double size) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-size, size);
    return Matrix3::NullaryExpr([&] { return uniform(random); });
}

inline Matrix3 random_rotation(unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Eigen::Quaterniond q;
    for (double& x : q.coeffs()) x = normal(random);
    return q.normalized().toRotationMatrix();
}

/// A rotated F with stretches between about 0.6 and 1.5 and det F > 0.
inline Matrix3 deformed(unsigned seed) {
    return random_rotation(seed) * (Matrix3::Identity() + random_matrix(seed, 0.3));
}

}  // namespace sinew::test
