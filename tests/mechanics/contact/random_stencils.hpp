/// Random stencils for tests of contact, near every closest feature.
#pragma once

#include <random>
#include <sinew/mechanics/contact/closest_points.hpp>

namespace sinew::test {

class RandomStencils {
public:
    explicit RandomStencils(unsigned seed = 1) : random_(seed) {}

    double uniform(double from, double to) {
        return std::uniform_real_distribution<double>(from, to)(random_);
    }
    int whole(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }

    Stencil next() {
        return Stencil::NullaryExpr([&](Eigen::Index, Eigen::Index) { return uniform(-1, 1); });
    }
    /// One whose closest points are on features with so many free parameters, not near others.
    Stencil next(StencilKind kind, int n_free) {
        for (;;) {
            const Stencil x = next();
            const ClosestPoints closest = closest_points(kind, x);
            if (closest.n_free != n_free || closest.difference(x).norm() < 0.1) continue;
            bool settled = true;
            for (int k = 0; k < 20; ++k)
                settled = settled && closest_points(kind, x + 0.02 * next()).n_free == n_free;
            if (settled) return x;
        }
    }

private:
    std::mt19937 random_;
};

}  // namespace sinew::test
