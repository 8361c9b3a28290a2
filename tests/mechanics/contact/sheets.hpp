/// Small surfaces for tests of contact.
#pragma once

#include <sinew/mechanics/contact/collision_surface.hpp>

namespace sinew::test {

/// Positions and triangles of surfaces, with a body for each.
struct Sheets {
    Points x = Points(3, 0);
    Eigen::MatrixXi triangles = Eigen::MatrixXi(3, 0);
    std::vector<int> body;

    /// Adds an n x n grid of squares of two triangles each, over a unit square that `place` maps.
    template <class Place>
    Sheets& add(int n, Place&& place) {
        const int first = int(x.cols()), number = body.empty() ? 0 : body.back() + 1;
        x.conservativeResize(3, first + (n + 1) * (n + 1));
        for (int j = 0; j <= n; ++j)
            for (int i = 0; i <= n; ++i) {
                x.col(first + i + (n + 1) * j) = place(double(i) / n, double(j) / n);
                body.push_back(number);
            }
        Eigen::Index t = triangles.cols();
        triangles.conservativeResize(3, t + 2 * n * n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                const int a = first + i + (n + 1) * j, b = a + 1, c = a + n + 1, d = c + 1;
                triangles.col(t++) = Eigen::Vector3i(a, b, d);
                triangles.col(t++) = Eigen::Vector3i(a, d, c);
            }
        return *this;
    }
    CollisionSurface surface() const { return {x, triangles, body}; }
};

}  // namespace sinew::test
