#include "posed/painted_elements.hpp"

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using sinew::posed::PaintedElements;

namespace {

/// A bar along x with its skin as the surface.
struct Painted {
    VolumeMesh mesh;
    std::vector<int> nodes;
    std::vector<Embedding> embeddings;

    explicit Painted(ElementType type = ElementType::tet4)
        : mesh(test::box(type, {8, 4, 4}, {2, 1, 1}, 0.0)), nodes(boundary(mesh).nodes) {
        for (const int node : nodes)
            embeddings.push_back(
                {-1, Eigen::VectorXi::Constant(1, node), Eigen::VectorXd::Ones(1)});
    }
    Eigen::Index n() const { return mesh.n_elements(); }
    /// 1 where x < 1, and 5 beyond.
    Eigen::VectorXd halves() const {
        Eigen::VectorXd values(Eigen::Index(nodes.size()));
        for (std::size_t k = 0; k < nodes.size(); ++k)
            values[Eigen::Index(k)] = mesh.positions(0, nodes[k]) < 1 ? 1 : 5;
        return values;
    }
    double x_of(Eigen::Index e) const { return mesh.positions(0, mesh.elements.col(e)).mean(); }
};

/// sum V (E_e - Ebar)^2 + zeta/2 V^(2/3) E'LE of tetrahedra, by pairs of elements with three nodes
/// in common.
double objective(const Painted& bar, const Eigen::VectorXd& E, double zeta) {
    const VolumeMesh& mesh = bar.mesh;
    const Eigen::VectorXd at_points = bar.halves();
    const auto node = [&](int a, Eigen::Index e) -> Eigen::Vector3d {
        return mesh.positions.col(mesh.elements(a, e));
    };
    double data = 0, rough = 0, volume = 0;
    for (Eigen::Index e = 0; e < bar.n(); ++e) {
        const double V = std::abs((node(1, e) - node(0, e))
                                      .cross(node(2, e) - node(0, e))
                                      .dot(node(3, e) - node(0, e))) /
                         6;
        volume += V;
        double sum = 0;
        int n = 0;
        for (std::size_t k = 0; k < bar.nodes.size(); ++k)
            if ((mesh.elements.col(e).array() == bar.nodes[k]).any()) {
                sum += at_points[Eigen::Index(k)];
                ++n;
            }
        if (n > 0) data += V * std::pow(E[e] - sum / n, 2);
        for (Eigen::Index f = 0; f < e; ++f) {
            std::vector<Eigen::Vector3d> shared;
            for (int a = 0; a < 4; ++a)
                if ((mesh.elements.col(f).array() == mesh.elements(a, e)).any())
                    shared.push_back(node(a, e));
            if (shared.size() != 3) continue;
            const double area = 0.5 * (shared[1] - shared[0]).cross(shared[2] - shared[0]).norm();
            Eigen::Vector3d apart = Eigen::Vector3d::Zero();
            for (int a = 0; a < 4; ++a) apart += (node(a, e) - node(a, f)) / 4;
            rough += area / apart.norm() * std::pow(E[e] - E[f], 2);
        }
    }
    return data + 0.5 * zeta * std::pow(volume, 2.0 / 3) * rough;
}

}  // namespace

TEST_CASE("painted elements: what is painted alike all over is that everywhere") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        const Painted bar(type);
        const PaintedElements elements(bar.mesh, bar.embeddings, 0.01);
        const Eigen::VectorXd E =
            elements.of_elements(Eigen::VectorXd::Constant(Eigen::Index(bar.nodes.size()), 7),
                                 Eigen::VectorXd::Constant(bar.n(), 7));
        CHECK((E.array() - 7).abs().maxCoeff() < 1e-10);
    }
}

TEST_CASE("painted elements: values stay between those painted, and change smoothly inside") {
    const Painted bar;
    const PaintedElements elements(bar.mesh, bar.embeddings, 0.01);
    const Eigen::VectorXd E =
        elements.of_elements(bar.halves(), Eigen::VectorXd::Constant(bar.n(), 100));
    CHECK(E.minCoeff() >= 1);
    CHECK(E.maxCoeff() <= 5 + 1e-6);
    for (Eigen::Index e = 0; e < bar.n(); ++e) {
        if (bar.x_of(e) < 0.5) CHECK(E[e] < 2);
        if (bar.x_of(e) > 1.5) CHECK(E[e] > 4);
    }
}

TEST_CASE("painted elements: they minimise equation 37") {
    const Painted bar;
    const double zeta = GENERATE(0.003, 0.1);
    const PaintedElements elements(bar.mesh, bar.embeddings, zeta);
    const Eigen::VectorXd E =
        elements.of_elements(bar.halves(), Eigen::VectorXd::Constant(bar.n(), 1));
    const double least = objective(bar, E, zeta);
    std::srand(3);
    for (int k = 0; k < 5; ++k) {
        const Eigen::VectorXd change = 1e-3 * Eigen::VectorXd::Random(bar.n());
        const double more = objective(bar, E + change, zeta),
                     less = objective(bar, E - change, zeta);
        CHECK(more > least);
        CHECK(less > least);
        CHECK(more - least == Approx(less - least).epsilon(1e-3));  // it is stationary
    }
}

TEST_CASE("painted elements: points of another surface count in the element they are in") {
    const Painted bar;
    const Points points = Eigen::Vector3d(0.1, 0.2, 0.3);
    const PaintedElements elements(bar.mesh, embed(bar.mesh, points), 0.01);
    const Eigen::VectorXd base = Eigen::VectorXd::LinSpaced(bar.n(), 1, 2);
    CHECK(elements.at_points(base)[0] == base[embed(bar.mesh, points)[0].element]);
    // One point paints all that hangs together with it.
    const Eigen::VectorXd E = elements.of_elements(Eigen::VectorXd::Constant(1, 9), base);
    CHECK((E.array() - 9).abs().maxCoeff() < 1e-3);
}
