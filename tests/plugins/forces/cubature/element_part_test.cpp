#include "cubature/element_part.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/mesh/element.hpp>
#include <support/bodies.hpp>
#include <support/small_systems.hpp>

using namespace sinew;

namespace {

/// Energy of each element [J], in the table's order.
std::vector<double> energies(const ElementForces& forces, const double* u) {
    const Index n_packs = (forces.table().n_elements + Pack::lanes - 1) / Pack::lanes;
    std::vector<double> all;
    FirstBad bad;
    for (Index first = 0; first < n_packs; first += forces.batch()) {
        const int n = int(std::min<Index>(forces.batch(), n_packs - first));
        std::vector<Pack> packs(std::size_t(n), Pack(0.0));
        forces.energy(first, n, u, packs.data(), bad);
        for (const Pack& pack : packs)
            for (int lane = 0; lane < Pack::lanes; ++lane) all.push_back(pack[lane]);
    }
    return all;
}

}  // namespace

TEST_CASE("element part: its elements have the energies that they have in the body") {
    const std::vector<int> elements{7, 2, 11};
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        CAPTURE(name_of(type));
        const test::NeoHookean material;
        const Body body = test::body(test::box(type, {3, 2, 2}, {1.5, 1, 1}, 0.2), material);
        const auto whole = displacement_forces(body.mesh, material);
        const Vector u = 0.01 * test::noise(3 * body.mesh.n_nodes());
        const ElementPart part(body, whole->table(), elements);
        REQUIRE(part.size() == 3);
        const Eigen::MatrixXd u_part = part.rows(u);
        const std::vector<double> all = energies(*whole, u.data()),
                                  some = energies(part.forces(), u_part.data());
        for (int position = 0; position < 3; ++position) {
            const int e = elements[std::size_t(part.order(position))];
            const int there = whole->table().position_of[std::size_t(e)];
            REQUIRE(all[std::size_t(there)] > 0);
            CHECK(some[std::size_t(position)] == Approx(all[std::size_t(there)]).epsilon(1e-10));
        }
    }
}

TEST_CASE("element part: it has the quadrature of the body's own elements") {
    const test::NeoHookean material;
    for (const ElementType type : {ElementType::tet10, ElementType::hex8}) {
        CAPTURE(name_of(type));
        const Body body = test::body(test::box(type, {3, 2, 2}, {1.5, 1, 1}, 0), material);
        for (const int degree : {force_degree(type), stvk_degree(type)}) {
            const auto whole = displacement_forces(body.mesh, material, degree);
            CHECK(quadrature_degree(whole->table()) == degree);
            const ElementPart part(body, whole->table(), std::vector<int>{4, 1});
            CHECK(part.table().n_points == whole->table().n_points);
            const std::vector<int> order{part.order(0), part.order(1)};
            CHECK(std::is_permutation(order.begin(), order.end(), std::vector{0, 1}.begin()));
        }
    }
}
