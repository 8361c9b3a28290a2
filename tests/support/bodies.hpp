/// Bodies for tests of assembly and of systems, made here so that they need no plugin.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <random>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew::test {

namespace detail {

using Cell = std::array<int, 8>;  // corners as in hex8

/// Five tets fill a cell; neighbouring cells take mirrored ones, so that faces match.
inline void add_tets(const Cell& c, bool mirrored, std::vector<std::array<int, 4>>& tets) {
    static constexpr int even[5][4] = {
        {0, 1, 3, 4}, {1, 2, 3, 6}, {1, 6, 4, 5}, {3, 4, 6, 7}, {1, 3, 4, 6}};
    static constexpr int odd[5][4] = {
        {0, 1, 2, 5}, {0, 2, 3, 7}, {0, 5, 7, 4}, {2, 7, 5, 6}, {0, 2, 7, 5}};
    for (const auto& t : mirrored ? odd : even)
        tets.push_back({c[std::size_t(t[0])], c[std::size_t(t[1])], c[std::size_t(t[2])],
                        c[std::size_t(t[3])]});
}

inline void add_midpoints(VolumeMesh& mesh) {
    static constexpr int edges[6][2] = {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {1, 3}, {2, 3}};
    std::map<std::pair<int, int>, int> made;
    std::vector<Eigen::Vector3d> positions;
    for (const auto& p : mesh.positions.colwise()) positions.emplace_back(p);
    Eigen::MatrixXi elements(10, mesh.n_elements());
    elements.topRows(4) = mesh.elements;
    for (Index e = 0; e < mesh.n_elements(); ++e)
        for (int k = 0; k < 6; ++k) {
            const auto ends =
                std::minmax(mesh.elements(edges[k][0], e), mesh.elements(edges[k][1], e));
            const auto [at, is_new] =
                made.try_emplace({ends.first, ends.second}, int(positions.size()));
            if (is_new)
                positions.emplace_back(
                    0.5 * (mesh.positions.col(ends.first) + mesh.positions.col(ends.second)));
            elements(4 + k, e) = at->second;
        }
    mesh.type = ElementType::tet10;
    mesh.elements = elements;
    mesh.positions.resize(3, Index(positions.size()));
    for (std::size_t i = 0; i < positions.size(); ++i) mesh.positions.col(Index(i)) = positions[i];
}

class NeoHookeanLaw : public PointLaw {
public:
    NeoHookeanLaw(double m, double l) : mu(m), lambda(l) {}
    void energy(Index, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Pack ln_J = log(Pack(F[k].determinant()));
            psi[k] = 0.5 * mu * (F[k].squaredNorm() - Pack(3.0)) - mu * ln_J +
                     0.5 * lambda * ln_J * ln_J;
        }
    }
    void stress(Index, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Mat3<Pack> inv_T = F[k].inverse().transpose();
            const Pack pressure = lambda * log(Pack(F[k].determinant())) - mu;
            P[k] = Pack(mu) * F[k] + pressure * inv_T;
        }
    }
    void stress_change(Index, std::span<const Mat3<Pack>> F, std::span<const Mat3<Pack>> H,
                       std::span<Mat3<Pack>> dP, Definiteness) const override {
        for (std::size_t k = 0; k < F.size(); ++k) {
            const Mat3<Pack> inv = F[k].inverse();
            const Mat3<Pack> inv_H = inv * H[k];
            const Mat3<Pack> turned = (inv_H * inv).transpose();
            const Pack ln_J = log(Pack(F[k].determinant()));
            dP[k] = Pack(mu) * H[k] + (mu - lambda * ln_J) * turned +
                    Pack(lambda * inv_H.trace()) * Mat3<Pack>(inv.transpose());
        }
    }
    void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P,
                            std::span<Tangent9<Pack>> dPdF, Definiteness) const override {
        stress(first, F, P);
        for (std::size_t k = 0; k < F.size(); ++k)
            for (int c = 0; c < 9; ++c) {
                Mat3<Pack> H = Mat3<Pack>::Constant(Pack(0.0)), dP;
                H(c % 3, c / 3) = Pack(1.0);
                stress_change(first, {&F[k], 1}, {&H, 1}, {&dP, 1}, Definiteness::exact);
                for (int r = 0; r < 9; ++r) dPdF[k](r, c) = dP(r % 3, r / 3);
            }
    }
    void admissible(Index, std::span<const Mat3<Pack>> F, std::span<Mask> ok) const override {
        for (std::size_t k = 0; k < F.size(); ++k) ok[k] = Pack(F[k].determinant()) > Pack(0.0);
    }

    double mu, lambda;
};

}  // namespace detail

/// A box of cells, its inner nodes moved by `distortion` of a cell. Tets: five a cell.
inline VolumeMesh box(ElementType type, const Eigen::Vector3i& cells, const Eigen::Vector3d& size,
                      double distortion = 0) {
    const Eigen::Vector3i n = cells.array() + 1;
    const auto number = [&](int i, int j, int k) { return (k * n.y() + j) * n.x() + i; };
    VolumeMesh mesh;
    mesh.positions.resize(3, n.prod());
    std::mt19937 random(7);
    std::uniform_real_distribution<double> shift(-distortion, distortion);
    for (int k = 0; k < n.z(); ++k)
        for (int j = 0; j < n.y(); ++j)
            for (int i = 0; i < n.x(); ++i) {
                Eigen::Vector3d p(i, j, k);
                const bool inner = i % cells.x() != 0 && j % cells.y() != 0 && k % cells.z() != 0;
                if (inner) p += Eigen::Vector3d(shift(random), shift(random), shift(random));
                mesh.positions.col(number(i, j, k)) =
                    p.cwiseQuotient(cells.cast<double>()).cwiseProduct(size);
            }
    std::vector<std::array<int, 4>> tets;
    std::vector<detail::Cell> hexes;
    for (int k = 0; k < cells.z(); ++k)
        for (int j = 0; j < cells.y(); ++j)
            for (int i = 0; i < cells.x(); ++i) {
                const detail::Cell c{number(i, j, k),
                                     number(i + 1, j, k),
                                     number(i + 1, j + 1, k),
                                     number(i, j + 1, k),
                                     number(i, j, k + 1),
                                     number(i + 1, j, k + 1),
                                     number(i + 1, j + 1, k + 1),
                                     number(i, j + 1, k + 1)};
                hexes.push_back(c);
                detail::add_tets(c, (i + j + k) % 2 == 1, tets);
            }
    if (type == ElementType::hex8) {
        mesh.type = ElementType::hex8;
        mesh.elements.resize(8, Index(hexes.size()));
        for (std::size_t e = 0; e < hexes.size(); ++e)
            mesh.elements.col(Index(e)) = Eigen::Map<const Eigen::VectorXi>(hexes[e].data(), 8);
        return mesh;
    }
    mesh.type = ElementType::tet4;
    mesh.elements.resize(4, Index(tets.size()));
    for (std::size_t e = 0; e < tets.size(); ++e)
        mesh.elements.col(Index(e)) = Eigen::Map<const Eigen::Vector4i>(tets[e].data());
    if (type == ElementType::tet10) detail::add_midpoints(mesh);
    return mesh;
}

/// Psi = mu/2 (tr F'F - 3) - mu ln J + lambda/2 (ln J)^2, mu = 400, lambda = 900 [Pa] times
/// `stiffness`; its PSD-projected tangent is the exact one.
class NeoHookean : public Material {
public:
    explicit NeoHookean(double density = 1000, double stiffness = 1) : stiffness_(stiffness) {
        common.density = density;
    }
    std::unique_ptr<PointLaw> bind(const VolumeMesh&) const override {
        return std::make_unique<detail::NeoHookeanLaw>(400 * stiffness_, 900 * stiffness_);
    }

private:
    double stiffness_;
};

/// A body at rest in the world.
inline Body body(VolumeMesh mesh, const Material& material) {
    Body made;
    made.path = "/body";
    made.skin = boundary(mesh);
    made.density = Eigen::VectorXd::Constant(mesh.n_elements(), material.common.density.constant());
    made.initial_displacement = made.initial_velocity = Points::Zero(3, mesh.n_nodes());
    made.mesh = std::move(mesh);
    made.material = &material;
    return made;
}

/// Reproducible numbers in [-1, 1].
inline Vector noise(Index n, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> value(-1, 1);
    Vector x(n);
    for (double& entry : x) entry = value(random);
    return x;
}

}  // namespace sinew::test
