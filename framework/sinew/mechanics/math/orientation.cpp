#include <cmath>
#include <limits>
#include <sinew/mechanics/math/expansion.hpp>
#include <sinew/mechanics/math/orientation.hpp>

namespace sinew {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon() / 2;

int exact_orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b,
                      const Eigen::Vector2d& c) {
    using Term = Expansion<2>;
    const auto minus_c = [&](const Eigen::Vector2d& p, int i) {
        return Term::difference(p[i], c[i]);
    };
    return (minus_c(a, 0) * minus_c(b, 1) - minus_c(a, 1) * minus_c(b, 0)).sign();
}

int exact_orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                      const Eigen::Vector3d& d) {
    using Term = Expansion<2>;
    const auto minus_d = [&](const Eigen::Vector3d& p, int i) {
        return Term::difference(p[i], d[i]);
    };
    Expansion<192> determinant;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        determinant +=
            minus_d(a, i) * (minus_d(b, j) * minus_d(c, k) - minus_d(b, k) * minus_d(c, j));
    }
    return determinant.sign();
}

}  // namespace

int orientation(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
    constexpr double bound = (3 + 16 * epsilon) * epsilon;
    const double left = (a.x() - c.x()) * (b.y() - c.y());
    const double right = (a.y() - c.y()) * (b.x() - c.x());
    const double determinant = left - right;
    if (std::abs(determinant) > bound * (std::abs(left) + std::abs(right)))
        return determinant > 0 ? 1 : -1;
    return exact_orientation(a, b, c);
}

int orientation(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& d) {
    constexpr double bound = (7 + 56 * epsilon) * epsilon;
    const Eigen::Vector3d u = a - d, v = b - d, w = c - d;
    double determinant = 0, permanent = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double plus = v[j] * w[k], minus = v[k] * w[j];
        determinant += u[i] * (plus - minus);
        permanent += std::abs(u[i]) * (std::abs(plus) + std::abs(minus));
    }
    if (std::abs(determinant) > bound * permanent) return determinant > 0 ? 1 : -1;
    return exact_orientation(a, b, c, d);
}

}  // namespace sinew
