#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <sinew/mechanics/contact/contact_potential.hpp>
#include <sinew/mechanics/contact/edge_mollifier.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <support/bodies.hpp>

#include "random_stencils.hpp"
#include "sheets.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// The pairs of all surfaces at x.
PairSet pairs_of(const CollisionSurface& surface, const Points& x, double thickness) {
    return active_pairs(surface, BroadPhase(surface).find(x, thickness), x, thickness);
}

Vector gradient_of(const ContactPotential& potential, const PairSet& pairs, const Points& x) {
    Vector g = Vector::Zero(x.size());
    for (const ContactPair& pair : pairs) {
        const PairDerivatives d = potential.gradient(pair, x);
        for (int i = 0; i < n_vertices(pair.kind); ++i)
            g.segment<3>(3 * pair.vertices[std::size_t(i)]) += d.gradient.segment<3>(3 * i);
    }
    return g;
}

/// Two sheets of unequal meshes that bend and come near each other at random.
Sheets crumpled(RandomStencils& random, double distance) {
    const auto waves = [&](double z) {
        const double a = random.uniform(-0.025, 0.025), b = random.uniform(2, 6),
                     c = random.uniform(0, 6);
        return [=](double u, double v) {
            return Eigen::Vector3d(u, v, z + a * std::sin(b * u + c) * std::cos(b * v + 1));
        };
    };
    Sheets sheets;
    sheets.add(3, waves(0)).add(4, waves(distance));
    return sheets;
}

}  // namespace

TEST_CASE("pair set: between flat sheets every vertex counts its distance once") {
    Sheets sheets;
    const double gap = 0.03, delta = 0.05;
    sheets.add(4, [](double u, double v) { return Eigen::Vector3d(u, v, 0); });
    // Within the first, so that no closest point is on a rim.
    sheets.add(
        3, [&](double u, double v) { return Eigen::Vector3d(0.1 + 0.8 * u, 0.13 + 0.8 * v, gap); });
    const CollisionSurface surface = sheets.surface();
    const ContactPotential potential(ContactLaw{});
    const double psi = potential.law().at(gap, delta).value;
    std::vector<double> energy(std::size_t(surface.n_vertices()), 0);
    for (const ContactPair& pair : pairs_of(surface, sheets.x, delta))
        if (pair.kind != StencilKind::edge_edge)
            energy[std::size_t(pair.vertices[0])] += potential.energy(pair, sheets.x);
    for (int v = 25; v < surface.n_vertices(); ++v)
        CHECK(energy[std::size_t(v)] ==
              Approx(0.5 * surface.share(v, 0) * surface.vertex_area(v) * psi).epsilon(1e-12));
}

TEST_CASE("pair set: above an edge and above a corner of a sheet, too, flat or bent") {
    const ContactPotential potential(ContactLaw{});
    for (const double bend : {0.0, -0.4})
        for (const Eigen::Vector2d& at :
             {Eigen::Vector2d(0.5, 0.6), Eigen::Vector2d(0.5, 0.5), Eigen::Vector2d(0.55, 0.55),
              Eigen::Vector2d(0.61, 0.57)}) {
            // A roof over x = 1/2, and a small triangle above it.
            const auto roof = [&](double u, double v) {
                return Eigen::Vector3d(u, v, bend * std::abs(u - 0.5));
            };
            Sheets sheets;
            sheets.add(4, roof);
            const int v = int(sheets.x.cols());
            sheets.add(1, [&](double a, double b) {
                return Eigen::Vector3d(roof(at[0], at[1]) +
                                       Eigen::Vector3d(0.01 * a, 0.01 * b, 0.02 + a + b));
            });
            const CollisionSurface surface = sheets.surface();
            double energy = 0, least = 1;
            for (const ContactPair& pair : pairs_of(surface, sheets.x, 0.05)) {
                if (pair.kind == StencilKind::edge_edge || pair.vertices[0] != v) continue;
                energy += potential.energy(pair, sheets.x);
                least = std::min(least, distance(pair.kind, pair.stencil(sheets.x)));
            }
            CAPTURE(bend, at.transpose());
            CHECK(energy == Approx(0.5 * surface.share(v, 0) * surface.vertex_area(v) *
                                   potential.law().at(least, 0.05).value)
                                .epsilon(1e-12));
        }
}

TEST_CASE("pair set: flat sheets store psi over the area that they share, however they lie") {
    const ContactPotential potential(ContactLaw{});
    for (const double thickness : {0.006, 0.015, 0.03})
        for (const double part : {0.2, 0.5}) {
            // The upper sheet, a quarter as large, lies in many ways within the lower.
            double vertices = 0, edges = 0;
            const int n_ways = 40;
            for (int way = 0; way < n_ways; ++way) {
                const double angle = 0.157 * way;
                Sheets sheets;
                sheets.add(16, [](double u, double v) { return Eigen::Vector3d(u, v, 0); });
                sheets.add(10, [&](double u, double v) {
                    const double a = 0.5 * (u - 0.5), b = 0.5 * (v - 0.5);
                    return Eigen::Vector3d(0.45 + 0.0031 * way + a * cos(angle) - b * sin(angle),
                                           0.47 + 0.0017 * way + a * sin(angle) + b * cos(angle),
                                           part * thickness);
                });
                const CollisionSurface surface = sheets.surface();
                for (const ContactPair& pair : pairs_of(surface, sheets.x, thickness))
                    (pair.kind == StencilKind::edge_edge ? edges : vertices) +=
                        potential.energy(pair, sheets.x) / n_ways;
            }
            const double area = 0.25, psi = potential.law().at(part * thickness, thickness).value;
            CAPTURE(thickness, part, vertices / (area * psi), edges / (area * psi));
            CHECK(vertices == Approx(0.5 * area * psi).epsilon(0.06));
            // Where delta is half an edge the strip beside a crossing is known less well.
            CHECK(edges == Approx(0.5 * area * psi).epsilon(thickness < 0.03 ? 0.06 : 0.13));
        }
}

TEST_CASE("pair set: a body at rest has no pairs, however thick its skin") {
    VolumeMesh mesh = test::box(ElementType::tet4, {3, 3, 2}, {1, 1, 0.1});
    Body body;
    body.skin = boundary(mesh);
    body.mesh = std::move(mesh);
    const CollisionSurface surface({SurfacePart::skin(body, 0)});
    CHECK(surface.n_vertices() == int(body.skin.nodes.size()));
    // Euler: a closed surface without holes.
    CHECK(surface.n_vertices() - surface.n_edges() + surface.n_triangles() == 2);
    for (const double thickness : {0.01, 0.1, 1.0})
        CHECK(pairs_of(surface, surface.rest(), thickness).empty());
}

TEST_CASE("pair set: energy is a C1 function of positions, across all changes of features") {
    RandomStencils random(7);
    const ContactPotential potential(ContactLaw{});
    double worst = 0, steepest = 0;
    int n_changes = 0;
    for (int trial = 0; trial < 25; ++trial) {
        const Sheets sheets = crumpled(random, 0.1);
        const CollisionSurface surface = sheets.surface();
        BroadPhase broad_phase(surface);
        const Points direction = 0.05 * Points::Random(3, surface.n_vertices());
        std::size_t n_before = 0;
        const double h = 1e-5;
        for (int k = 0; k < 100; ++k) {
            const Points x = sheets.x + k / 100.0 * direction;
            const auto at = [&](double s) {
                const Points y = x + s * direction;
                const PairSet pairs = active_pairs(surface, broad_phase.find(y, 0.08), y, 0.08);
                return std::tuple(potential.energy(pairs, y),
                                  gradient_of(potential, pairs, y).dot(direction.reshaped()),
                                  pairs.size());
            };
            const auto [e0, g0, n0] = at(0);
            const auto [e1, g1, n1] = at(h);
            n_changes += k > 0 && n0 != n_before;
            n_before = n0;
            // A jump of the energy or of the slope would show whatever h is: both changes are of
            // order h, the difference of the energy to its slope of h^2.
            worst = std::max(worst, std::abs(e1 - e0 - 0.5 * h * (g0 + g1)) / h);
            steepest = std::max(steepest, std::abs(g1 - g0) / h);
            CHECK(e0 >= 0);
        }
    }
    CAPTURE(steepest);
    CHECK(worst < 1e-3);
    CHECK(n_changes > 200);
}

TEST_CASE("pair set: at every change of features energy and gradient are continuous") {
    // Two sheets of two triangles slide over each other on 10,000 straight paths; each change of
    // what is nearest is found to 2^-36 of the path.
    RandomStencils random(17);
    const ContactPotential potential(ContactLaw{});
    constexpr double thickness = 0.3;
    const auto flat = [](double z) {
        return [=](double u, double v) { return Eigen::Vector3d(u, v, z); };
    };
    Sheets sheets;
    sheets.add(1, flat(0)).add(1, flat(0.15));
    const CollisionSurface surface = sheets.surface();
    Candidates all;  // of the two sheets, whatever the positions
    for (int v = 0; v < 8; ++v)
        for (int t = 0; t < 4; ++t)
            if (surface.body(v) != surface.body(surface.triangles()(0, t)))
                all.vertex_triangle.push_back({v, t});
    for (int e = 0; e < 5; ++e)
        for (int f = 5; f < 10; ++f) all.edge_edge.push_back({e, f});
    // The upper sheet anywhere over the lower one, turned, and both with corners moved.
    const auto placed = [&] {
        const double angle = random.uniform(0, 6.3), u = random.uniform(-1, 1),
                     v = random.uniform(-1, 1);
        const Eigen::Matrix3d turn =
            Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).toRotationMatrix();
        Points x = sheets.x;
        for (int i = 0; i < 8; ++i) {
            x.col(i) += Eigen::Vector3d(random.uniform(-0.15, 0.15), random.uniform(-0.15, 0.15),
                                        random.uniform(-0.04, 0.04));
            if (i >= 4) x.col(i) = turn * x.col(i) + Eigen::Vector3d(u, v, 0);
        }
        return x;
    };
    using Features = std::vector<std::pair<StencilKind, std::array<int, 4>>>;
    int n_changes = 0;
    double worst = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        const Points from = placed();
        Points to = from + 0.3 * (placed() - from);
        PairSet pairs;
        const auto at = [&](double s) {
            const Points x = from + s * (to - from);
            pairs = active_pairs(surface, all, x, thickness);
            Features features;
            for (const ContactPair& pair : pairs) features.emplace_back(pair.kind, pair.vertices);
            return features;
        };
        const auto gradient_at = [&](double s) {
            at(s);
            const Points x = from + s * (to - from);
            Vector all_of_it(25);
            all_of_it << potential.energy(pairs, x), gradient_of(potential, pairs, x);
            return all_of_it;
        };
        constexpr int n_samples = 4;
        Features before = at(0);
        for (int k = 1; k <= n_samples; ++k) {
            double low = (k - 1.0) / n_samples, high = double(k) / n_samples;
            const Features after = at(high);
            if (after != before) {
                ++n_changes;
                for (int halving = 0; halving < 34; ++halving) {
                    const double middle = 0.5 * (low + high);
                    (at(middle) == before ? low : high) = middle;
                }
                const Vector there = gradient_at(high);
                // Relative to the gradient, which is of the order of 1e4.
                worst = std::max(worst,
                                 (there - gradient_at(low)).norm() / std::max(there.norm(), 1.0));
            }
            before = after;
        }
    }
    // Rounding of squared distances decides between features to 1e-8 of their size.
    CHECK(worst < 1e-6);
    CHECK(n_changes > 10000);
}

TEST_CASE("contact potential: gradient and Hessian are its derivatives, for each law") {
    RandomStencils random(9);
    for (const auto kind : {ContactPotentialKind::barrier, ContactPotentialKind::offset}) {
        const ContactPotential potential(ContactLaw{kind, 1e3});
        for (int trial = 0; trial < 60; ++trial) {
            ContactPair pair;
            pair.kind = trial % 2 ? StencilKind::vertex_triangle : StencilKind::edge_edge;
            pair.vertices = {0, 1, 2, 3};
            pair.weight = trial % 5 ? 0.7 : -0.7;
            Stencil s = random.next(pair.kind, 2);
            // Some edges are nearly parallel.
            if (trial % 4 == 0) {
                s.col(3) = s.col(2) + (s.col(1) - s.col(0)) + 0.02 * random.next().col(0);
                if (closest_points(pair.kind, s).n_free != 2) continue;
            }
            pair.activation = 1.3 * distance(pair.kind, s);
            pair.parallel = parallel_threshold(s);
            const Points x = s;
            const Stencil direction = random.next();
            const StencilVector v = direction.reshaped();
            const PairDerivatives at = potential.hessian(pair, x, Definiteness::exact);
            CHECK(at.energy == Approx(potential.energy(pair, x)));
            CHECK((at.gradient - potential.gradient(pair, x).gradient).norm() <=
                  1e-15 * at.gradient.norm());
            const auto errors = [&](double h) {
                const Points plus = x + h * direction, minus = x - h * direction;
                const double slope =
                    (potential.energy(pair, plus) - potential.energy(pair, minus)) / (2 * h);
                const StencilVector change = (potential.gradient(pair, plus).gradient -
                                              potential.gradient(pair, minus).gradient) /
                                             (2 * h);
                return std::pair(std::abs(slope - at.gradient.dot(v)),
                                 (change - at.hessian * v).norm());
            };
            const double h = 1e-3 * distance(pair.kind, s);
            // Both sides of the difference on the same features.
            if (closest_points(pair.kind, s + h * direction).n_free != 2 ||
                closest_points(pair.kind, s - h * direction).n_free != 2)
                continue;
            const auto [e1, f1] = errors(h);
            const auto [e2, f2] = errors(h / 2);
            CAPTURE(int(kind), trial, e1, e2, f1, f2);
            CHECK(f1 / f2 == Approx(4).epsilon(0.15));
            CHECK(e1 / e2 == Approx(4).epsilon(0.3));
        }
    }
}

TEST_CASE("contact law: a barrier's pressure is its stiffness at 0.53 of the activation distance") {
    const ContactLaw barrier;
    CHECK(-barrier.at(0.53, 1).first == Approx(barrier.stiffness).epsilon(0.02));
    CHECK(-barrier.at(0.1, 1).first == Approx(12 * barrier.stiffness).epsilon(0.05));
    for (const auto kind : {ContactPotentialKind::barrier, ContactPotentialKind::offset}) {
        const ContactLaw law{kind, 1e5};
        CHECK(law.at(1, 1).value == 0);
        CHECK(law.at(1 - 1e-9, 1).value == Approx(0).margin(1e-10));
        CHECK(law.at(1 - 1e-9, 1).first == Approx(0).margin(1e-3));
    }
}

TEST_CASE("pair set: the same whatever the number of threads") {
    Sheets sheets;
    sheets.add(20,
               [](double u, double v) { return Eigen::Vector3d(u, v, 0.01 * std::sin(9 * u)); });
    sheets.add(23, [](double u, double v) { return Eigen::Vector3d(u, v, 0.03); });
    const CollisionSurface surface = sheets.surface();
    const Candidates candidates = BroadPhase(surface).find(sheets.x, 0.05);
    REQUIRE(candidates.vertex_triangle.size() > 1000);
    const auto with = [&](int n_threads) {
        const int before = omp_get_max_threads();
        omp_set_num_threads(n_threads);
        PairSet pairs = active_pairs(surface, candidates, sheets.x, 0.05);
        omp_set_num_threads(before);
        return pairs;
    };
    const PairSet one = with(1);
    for (const int n_threads : {2, 3, 4}) CHECK(with(n_threads) == one);
}
