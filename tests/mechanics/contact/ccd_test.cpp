#include <catch2/catch.hpp>
#include <sinew/mechanics/contact/ccd.hpp>

#include "random_stencils.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Paths that meet at a known time: all numbers are multiples of 2^-10 of less than 2^10, so that
/// the contact is there in exact arithmetic, not to rounding.
struct Meeting {
    Stencil from, to;
    double time;
};

Stencil whole_numbers(RandomStencils& random, int most) {
    return Stencil::NullaryExpr(
        [&](Eigen::Index, Eigen::Index) { return double(random.whole(-most, most)); });
}

Meeting meeting(RandomStencils& random, StencilKind kind, int most) {
    Meeting m{whole_numbers(random, most), whole_numbers(random, most),
              1.0 / double(1 << random.whole(0, 3))};
    const Stencil then = m.from + m.time * (m.to - m.from);
    const double u = random.whole(0, 8) / 8.0, v = random.whole(0, 8) / 8.0;
    // Where the first vertex has to be then: on the triangle, or where its edge meets the other.
    Eigen::Vector3d at;
    if (kind == StencilKind::vertex_triangle) {
        const double w = u + v <= 1 ? v : 1 - u;
        at = (1 - u - w) * then.col(1) + u * then.col(2) + w * then.col(3);
    } else {
        at = (1 - u) * then.col(2) + u * then.col(3);
        // At half of the first edge: its end is twice as far from the other end.
        if (v < 0.5) at = 2 * at - then.col(1);
    }
    m.to.col(0) = m.from.col(0) + (at - m.from.col(0)) / m.time;
    return m;
}

const StencilKind kinds[] = {StencilKind::vertex_triangle, StencilKind::edge_edge};

void check_steps_end_before_meeting(RandomStencils& random, int n_trials) {
    for (const StencilKind kind : kinds)
        for (int trial = 0; trial < n_trials; ++trial) {
            const Meeting m = meeting(random, kind, 1000);
            const double step = largest_step(kind, m.from, m.to);
            if (step < m.time) continue;
            CAPTURE(int(kind), trial);
            CHECK(step < m.time);
        }
}

/// Of few small numbers, so that coincidences are many; often in one plane.
void check_degenerate_steps_end_before_meeting(RandomStencils& random, int n_trials) {
    for (const StencilKind kind : kinds)
        for (int trial = 0; trial < n_trials; ++trial) {
            Meeting m = meeting(random, kind, 2);
            const int axis = random.whole(0, 5);
            if (axis < 3) {
                m.from.row(axis).setConstant(0.5);
                m.to.row(axis).setConstant(0.5);
            }
            const double step = largest_step(kind, m.from, m.to);
            const bool is_right = distance(kind, m.from) == 0 ? step == 0 : step < m.time;
            if (is_right) continue;
            CAPTURE(int(kind), trial, step, m.time);
            CHECK(is_right);
        }
}

}  // namespace

TEST_CASE("ccd: steps end before the time at which the paths meet") {
    RandomStencils random;
    check_steps_end_before_meeting(random, 50000);
    SUCCEED();
}

TEST_CASE("ccd: so do they where sides are in a plane, parallel, without area, or at rest") {
    RandomStencils random;
    check_degenerate_steps_end_before_meeting(random, 50000);
    SUCCEED();
}

TEST_CASE("ccd: a million of each, at night", "[.nightly]") {
    RandomStencils random(11);
    check_steps_end_before_meeting(random, 1000000);
    check_degenerate_steps_end_before_meeting(random, 1000000);
    SUCCEED();
}

TEST_CASE("ccd: far from the origin, too") {
    RandomStencils random;
    for (const StencilKind kind : kinds)
        for (int trial = 0; trial < 1000; ++trial) {
            Meeting m = meeting(random, kind, 100);
            const Eigen::Vector3d far(1 << 30, -(1 << 29), 1 << 28);
            CHECK(largest_step(kind, m.from.colwise() + far, m.to.colwise() + far) < m.time);
        }
}

TEST_CASE("ccd: about a tenth of the distance is left, and paths that stay apart go all the way") {
    RandomStencils random;
    for (const StencilKind kind : kinds)
        for (int trial = 0; trial < 1000; ++trial) {
            const Stencil from = random.next(), to = random.next();
            const double first = distance(kind, from);
            const double t = largest_step(kind, from, to);
            CAPTURE(int(kind), trial, t, first);
            const double left = distance(kind, from + t * (to - from));
            CHECK(left >= 0.1 * first - 1e-13);
            double least = 1e9;
            for (int k = 0; k <= 400; ++k)
                least = std::min(least, distance(kind, from + k / 400.0 * (to - from)));
            if (t == 1) {
                CHECK(least > 0);
            } else {
                // It stops only where the way ahead comes nearer than that (samples are coarse).
                CHECK(least < 0.1 * first + 0.01);
            }
        }
}

TEST_CASE("ccd: sides keep a least distance, and common motion costs nothing") {
    Stencil from, to;
    from << 0, -1, 1, 0, 0, -1, -1, 1, 1, 0, 0, 0;
    to = from;
    to(2, 0) = -1;  // through the triangle at t = 1/2
    CHECK(largest_step(StencilKind::vertex_triangle, from, to) == Approx(0.45).epsilon(0.02));
    CcdLimits limits;
    limits.min_distance = 0.5;
    const double t = largest_step(StencilKind::vertex_triangle, from, to, limits);
    CHECK(t == Approx(0.225).epsilon(0.02));
    CHECK(t < 0.25);
    limits.min_distance = 1;
    CHECK(largest_step(StencilKind::vertex_triangle, from, to, limits) == 0);
    const Stencil together = from.colwise() + Eigen::Vector3d(1e3, 0, 0);
    CHECK(largest_step(StencilKind::vertex_triangle, from, together) == 1);
}
