#include "posed_body.hpp"

#include <limits>
#include <nlohmann/json.hpp>

namespace sinew::bench {

PosedBody::PosedBody(const std::string& node, const NewtonOptions& newton)
    : scene_(node),
      integrator_(scene_.system(), scene_.linear(), TimeScheme::statics(), newton, {}, 10) {}

void PosedBody::go_to(double t) {
    if (has_begun_)
        integrator_.step(t_, t);
    else
        integrator_.begin(t);
    has_begun_ = true;
    t_ = t;
}

double PosedBody::free_force(const Vector& q) {
    Forces forces;
    scene_.system().forces(q, 0 * q, forces);
    Vector f = forces.internal - forces.external;
    for (const Index i : scene_.system().prescribed().dofs) f[i] = 0;
    return f.norm();
}

double PosedBody::residual() {
    const Vector& q = integrator_.state().q;
    const double load = free_force(Vector::Zero(q.size()));
    return load > 0 ? free_force(q) / load : 0;
}

template <class Chosen>
Deformation PosedBody::deformation_of(const Chosen& is_chosen) const {
    const Points x = positions(), &X = mesh().positions;
    const auto volume = [](const Points& at, const auto& nodes) {
        Eigen::Matrix3d edges;
        for (int a = 0; a < 3; ++a) edges.col(a) = at.col(nodes(a + 1)) - at.col(nodes(0));
        return edges.determinant() / 6;
    };
    Deformation result{0, 0, std::numeric_limits<double>::infinity()};
    double at_rest = 0;
    for (Index e = 0; e < mesh().n_elements(); ++e) {
        const Eigen::Vector4i nodes = mesh().elements.col(e).head<4>();
        if (!is_chosen(Eigen::Vector3d(X(Eigen::all, nodes).rowwise().mean()))) continue;
        const double now = volume(x, nodes), rest = volume(X, nodes);
        result.volume += now;
        at_rest += rest;
        result.n_inverted += now / rest > 0 ? 0 : 1;
        result.least = std::min(result.least, now / rest);
    }
    result.volume /= at_rest;
    return result;
}

Deformation PosedBody::deformation() const {
    return deformation_of([](const Eigen::Vector3d&) { return true; });
}

Deformation PosedBody::deformation(const Eigen::Vector3d& centre, double reach) const {
    return deformation_of([&](const Eigen::Vector3d& X) { return (X - centre).norm() <= reach; });
}

nlohmann::json PosedBody::linear_report() {
    nlohmann::json report;
    scene_.linear().report(report);
    return report;
}

}  // namespace sinew::bench
