#include <cmath>
#include <numbers>
#include <sinew/mechanics/mesh/element.hpp>

#include "stvk_polynomial/element_strains.hpp"

namespace sinew::stvk {

namespace {

/// Edges from node 0, along the reference coordinates.
Eigen::Matrix3d edges(const VolumeMesh& mesh, Index element) {
    Eigen::Matrix3d E;
    for (int k = 0; k < 3; ++k) {
        constexpr int ends[3] = {1, 3, 4};
        E.col(k) = mesh.positions.col(mesh.elements(ends[k], element)) -
                   mesh.positions.col(mesh.elements(0, element));
    }
    return E;
}

/// Points and weights of the reference element, and the shape functions' gradients there.
struct Rule {
    struct Point {
        double weight;
        Eigen::MatrixX3d dN;
    };
    std::vector<Point> points;

    /// Makes the rule of n[i] Gauss points along coordinate i.
    explicit Rule(const std::array<int, 3>& n) {
        for (int i = 0; i < n[0]; ++i)
            for (int j = 0; j < n[1]; ++j)
                for (int k = 0; k < n[2]; ++k)
                    points.push_back(
                        {weight(n[0], i) * weight(n[1], j) * weight(n[2], k),
                         shape_gradient(ElementType::hex8,
                                        Eigen::Vector3d(position(n[0], i), position(n[1], j),
                                                        position(n[2], k)))});
    }

private:
    static double position(int n, int i) {
        if (n == 1) return 0;
        return (n == 2 ? std::sqrt(1.0 / 3) : std::sqrt(0.6)) * (2.0 * i / (n - 1) - 1);
    }
    static double weight(int n, int i) {
        if (n == 3) return i == 1 ? 8.0 / 9 : 5.0 / 9;
        return n == 1 ? 2 : 1;
    }
};

class StrainsOfBricks final : public ElementStrains {
public:
    explicit StrainsOfBricks(const VolumeMesh& mesh) : mesh_(mesh) {
        for (int k = 0; k < 3; ++k) {
            std::array<int, 3> axial{3, 3, 3}, shear{2, 2, 2};
            axial[std::size_t(k)] = 1;
            shear[std::size_t(k)] = 3;
            axial_.emplace_back(axial);
            shear_.emplace_back(shear);
        }
    }

    Index n_shear_rows() const override { return 3 * 9 + 3 * 12; }
    Index n_trace_rows() const override { return 27; }

    /// Evaluates the strains in the brick's own axes: E:E and tr E are the same in all.
    void fill(Index element, const Weights& weights, StrainRows& strains, Gram& shear,
              Index first_shear, Gram& trace, Index first_trace) const override {
        Eigen::Matrix3d axes = edges(mesh_, element);
        const Eigen::Vector3d size = axes.colwise().norm();
        axes.colwise().normalize();
        strains.turn(axes, mesh_.elements.col(element));
        const Eigen::Vector3d scale = 2 * size.cwiseInverse();
        const double volume = size.prod() / 8;
        const auto add = [&](const Rule::Point& point, int k) {
            for (int a = 0; a < 8; ++a) strains.add_turned(a, k, scale[k] * point.dN(a, k));
        };
        for (int k = 0; k < 3; ++k) {
            for (const Rule::Point& point : axial_[std::size_t(k)].points) {
                strains.clear();
                add(point, k);
                const double root = std::sqrt(weights.shear * volume * point.weight);
                shear.set_row(first_shear++, strains.strain(k, k, root));
            }
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            for (const Rule::Point& point : shear_[std::size_t(k)].points) {
                strains.clear();
                add(point, l);
                add(point, m);
                const double root = std::sqrt(2 * weights.shear * volume * point.weight);
                shear.set_row(first_shear++, strains.strain(l, m, root));
            }
        }
        for (const Rule::Point& point : trace_.points) {
            strains.clear();
            for (int k = 0; k < 3; ++k) add(point, k);
            trace.set_row(first_trace++,
                          strains.trace(std::sqrt(weights.trace * volume * point.weight)));
        }
    }

private:
    const VolumeMesh& mesh_;
    std::vector<Rule> axial_, shear_;  ///< for E_kk, and for the shear about axis k
    Rule trace_{{3, 3, 3}};
};

}  // namespace

bool is_brick(const VolumeMesh& mesh, Index element) {
    if (mesh.type != ElementType::hex8) return false;
    const Eigen::Matrix3d E = edges(mesh, element);
    const Eigen::Matrix3d metric = E.transpose() * E;
    constexpr double tolerance = 1e-12;
    const double size = E.norm();
    for (int k = 0; k < 3; ++k)
        if (std::abs(metric(k, (k + 1) % 3)) > tolerance * size * size) return false;
    const Eigen::Matrix3Xd xi = reference_nodes(ElementType::hex8);
    for (int a = 0; a < 8; ++a) {
        const Eigen::Vector3d offset = mesh.positions.col(mesh.elements(0, element)) +
                                       E * (0.5 * (xi.col(a) - xi.col(0))) -
                                       mesh.positions.col(mesh.elements(a, element));
        if (offset.norm() > tolerance * size) return false;
    }
    return true;
}

std::unique_ptr<ElementStrains> strains_of_bricks(const VolumeMesh& mesh) {
    return std::make_unique<StrainsOfBricks>(mesh);
}

}  // namespace sinew::stvk
