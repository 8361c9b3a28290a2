#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/conductance_hierarchy.hpp>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const Grid room{{0, 0, 0}, 0.5, {16, 12, 8}};

PressureOperator in_box(WallKind kind) {
    Walls walls;
    for (Wall& wall : walls) wall.kind = kind;
    PressureOperator pressure(room);
    pressure.set_masses(uniform_masses(room, 1), conditions_of(walls, room));
    return pressure;
}

/// How much of the error in a pressure a correction takes away: 1 is all.
double gain(const PressureOperator& pressure, ConductanceHierarchy& hierarchy, const Vector& p) {
    Vector r;
    pressure.apply(p, r);
    SingleVector corrected = SingleVector::Zero(p.size());
    hierarchy.add_correction(r.cast<float>(), corrected);
    return corrected.cast<double>().dot(p) / p.squaredNorm();
}

Vector smooth(double k_z) {
    return cells_of(room, [&](const Eigen::Vector3d& x) {
        return std::cos(M_PI * x[0] / 8) * std::cos(M_PI * x[1] / 6) * std::cos(k_z * x[2]);
    });
}

/// (-1)^(i+j) q.
Vector oscillating(const Vector& q) {
    Vector p = q;
    const Lattice cells = room.centres();
    for (Index k = 0; k < cells.count[2]; ++k)
        for (Index j = 0; j < cells.count[1]; ++j)
            for (Index i = 0; i < cells.count[0]; ++i)
                if ((i + j) % 2) p[cells.at(i, j, k)] *= -1;
    return p;
}

}  // namespace

TEST_CASE("conductance hierarchy: symmetric, for smooth pressures and for oscillations") {
    const PressureOperator pressure = in_box(WallKind::no_slip);
    const SingleVector a = random_numbers(pressure.size()).cast<float>();
    const SingleVector b = random_numbers(pressure.size(), 2).cast<float>();
    std::vector<ConductanceHierarchy> hierarchies;
    hierarchies.emplace_back(pressure, 2);
    for (std::size_t quiet = 0; quiet < 3; ++quiet) hierarchies.emplace_back(pressure, 2, quiet);
    for (ConductanceHierarchy& hierarchy : hierarchies) {
        SingleVector Ba = SingleVector::Zero(a.size()), Bb = Ba;
        hierarchy.add_correction(a, Ba);
        hierarchy.add_correction(b, Bb);
        CHECK(b.dot(Ba) == Approx(a.dot(Bb)).epsilon(1e-4));
        CHECK(a.dot(Ba) > 0);
    }
}

TEST_CASE("conductance hierarchy: takes most of a smooth error away, in a box of any walls") {
    for (const WallKind kind : {WallKind::free_slip, WallKind::no_slip}) {
        const PressureOperator pressure = in_box(kind);
        ConductanceHierarchy hierarchy(pressure, 2);
        const double of_smooth = gain(pressure, hierarchy, smooth(M_PI / 4));
        CHECK(of_smooth > 0.65);
        CHECK(of_smooth < 1.3);
        CHECK(std::abs(gain(pressure, hierarchy, oscillating(smooth(M_PI / 4)))) < 0.05);
    }
}

TEST_CASE("conductance hierarchy: that of oscillations takes theirs away, and nothing smooth") {
    const PressureOperator pressure = in_box(WallKind::no_slip);
    ConductanceHierarchy hierarchy(pressure, 2, 2);
    const double of_oscillation = gain(pressure, hierarchy, oscillating(smooth(0)));
    CHECK(of_oscillation > 0.75);
    CHECK(of_oscillation < 1.3);
    CHECK(std::abs(gain(pressure, hierarchy, smooth(M_PI / 4))) < 0.05);
}
