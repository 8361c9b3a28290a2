#include <Eigen/Geometry>
#include <sinew/mechanics/contact/edge_mollifier.hpp>

namespace sinew {
namespace {

double smooth_step(double y) {
    return y < 1 ? y * y * y * (10 + y * (6 * y - 15)) : 1;
}

}  // namespace

double parallel_threshold(const Stencil& rest) {
    return 1e-3 * (rest.col(1) - rest.col(0)).squaredNorm() *
           (rest.col(3) - rest.col(2)).squaredNorm();
}

double edge_mollifier(const Stencil& x, double threshold) {
    const Eigen::Vector3d p = x.col(1) - x.col(0), q = x.col(3) - x.col(2);
    return smooth_step(p.cross(q).squaredNorm() / threshold);
}

/// |p x q|^2 = p.p q.q - (p.q)^2, differentiated by p and q, which are differences of columns.
EdgeMollifier edge_mollifier_derivatives(const Stencil& x, double threshold) {
    const Eigen::Vector3d p = x.col(1) - x.col(0), q = x.col(3) - x.col(2);
    const double y = p.cross(q).squaredNorm() / threshold;
    EdgeMollifier m;
    m.value = smooth_step(y);
    if (y >= 1) return m;
    const double pp = p.squaredNorm(), qq = q.squaredNorm(), pq = p.dot(q);
    const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
    const Eigen::Vector3d by_edge[2] = {2 / threshold * (qq * p - pq * q),
                                        2 / threshold * (pp * q - pq * p)};
    Eigen::Matrix3d second[2][2];
    second[0][0] = 2 / threshold * (qq * I - q * q.transpose());
    second[1][1] = 2 / threshold * (pp * I - p * p.transpose());
    second[0][1] = 2 / threshold * (2 * p * q.transpose() - q * p.transpose() - pq * I);
    second[1][0] = second[0][1].transpose();
    StencilVector g;
    StencilMatrix H;
    for (int i = 0; i < 4; ++i) {
        const double si = i % 2 == 0 ? -1 : 1;
        g.segment<3>(3 * i) = si * by_edge[i / 2];
        for (int j = 0; j < 4; ++j)
            H.block<3, 3>(3 * i, 3 * j) = si * (j % 2 == 0 ? -1 : 1) * second[i / 2][j / 2];
    }
    const double first = 30 * y * y * (1 - y) * (1 - y);
    m.gradient = first * g;
    m.hessian = first * H + 60 * y * (1 - y) * (1 - 2 * y) * (g * g.transpose());
    return m;
}

}  // namespace sinew
