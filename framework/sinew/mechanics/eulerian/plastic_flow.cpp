#include "plastic_flow.hpp"

#include <Eigen/Dense>
#include <sinew/mechanics/math/eigen_symmetric.hpp>

namespace sinew {

namespace {

Lattice lattice_in(const VolumeMesh& mesh, const MaterialShape& shape, double spacing) {
    const Eigen::AlignedBox3d box = bounding_box(mesh.positions);
    Lattice lattice;
    lattice.spacing = spacing;
    lattice.origin = box.min() - Eigen::Vector3d::Constant(2 * spacing);
    for (int axis = 0; axis < 3; ++axis)
        lattice.count[std::size_t(axis)] = Index(std::ceil(box.sizes()[axis] / spacing)) + 5;
    if (shape.flat()) {
        lattice.origin[*shape.flat()] = box.center()[*shape.flat()];
        lattice.count[std::size_t(*shape.flat())] = 1;
    }
    return lattice;
}

}  // namespace

Eigen::Matrix3d plastic_increment(const Eigen::Matrix3d& F_e, double gamma) {
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(F_e, Eigen::ComputeFullV);
    const Eigen::Array3d S = svd.singularValues().array();
    const Eigen::Array3d powers = (S / std::cbrt(S.prod())).pow(gamma);
    return svd.matrixV() * powers.matrix().asDiagonal() * svd.matrixV().transpose();
}

double plastic_strain(const Eigen::Matrix3d& F_p) {
    const Eigen::Vector3d squares = eigen_symmetric3(Eigen::Matrix3d(F_p.transpose() * F_p)).values;
    return std::sqrt(2.0 / 3) * 0.5 * squares.array().log().matrix().norm();
}

PlasticFlow::PlasticFlow(const Plasticity& plasticity, const PointLaw& law, const VolumeMesh& mesh,
                         const MaterialShape& shape, double spacing)
    : lattice_(lattice_in(mesh, shape, spacing)),
      at_(lattice_),
      law_(law),
      per_step_(plasticity.per_step),
      point_of_(std::size_t(lattice_.size()), -1) {
    const Vector yields = plasticity.yield.on(mesh), rates = plasticity.flow_rate.on(mesh);
    std::vector<Eigen::Vector3d> positions;
    std::vector<Index> elements;
    for (Index i = 0; i < lattice_.size(); ++i) {
        const Eigen::Vector3d X = lattice_.position(lattice_.indices(i));
        if (!shape.reaches(X)) continue;
        point_of_[std::size_t(i)] = Index(positions.size());
        positions.push_back(X);
        elements.push_back(shape.element(X));
    }
    const auto n = Index(positions.size());
    rest_.resize(3, n);
    yield_.resize(n);
    flow_rate_.resize(n);
    for (Index p = 0; p < n; ++p) {
        rest_.col(p) = positions[std::size_t(p)];
        yield_[p] = yields[elements[std::size_t(p)]];
        flow_rate_[p] = rates[elements[std::size_t(p)]];
    }
    positions_ = rest_;
    F_p_.assign(positions.size(), Eigen::Matrix3d::Identity());
    if (!law.is_uniform()) law_at_points_ = law.at_points(elements);
}

Eigen::Matrix3d PlasticFlow::inverse_at(const Eigen::Vector3d& X) const {
    const Trilinear corners = at_.at(X);
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    for (std::size_t a = 0; a < 8; ++a) {
        const Index point = point_of_[std::size_t(corners.point(a))];
        if (point >= 0)
            sum += corners.weights[a] * F_p_[std::size_t(point)];
        else
            sum += corners.weights[a] * Eigen::Matrix3d::Identity();
    }
    return sum.inverse() * std::cbrt(sum.determinant());
}

void PlasticFlow::advance(
    const std::function<Eigen::Matrix3d(const Eigen::Vector3d& x)>& deformation, double dt) {
    const PointLaw& law = law_at_points_ ? *law_at_points_ : law_;
    const auto n = Index(F_p_.size());
    parallel_for((n + Pack::lanes - 1) / Pack::lanes, [&](Index pack) {
        std::array<Eigen::Matrix3d, Pack::lanes> elastic;
        Mat3<Pack> F_e, P;
        for (int lane = 0; lane < Pack::lanes; ++lane) {
            const Index p = std::min(pack * Pack::lanes + lane, n - 1);
            elastic[std::size_t(lane)] =
                deformation(positions_.col(p)) * F_p_[std::size_t(p)].inverse();
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j)
                    F_e(i, j).set_lane(lane, elastic[std::size_t(lane)](i, j));
        }
        law.stress(pack, {&F_e, 1}, {&P, 1});
        for (int lane = 0; lane < Pack::lanes; ++lane) {
            const Index p = pack * Pack::lanes + lane;
            if (p >= n) break;
            const Eigen::Matrix3d& F = elastic[std::size_t(lane)];
            const double J = F.determinant();
            const double size = (sinew::lane(P, lane) * F.transpose() / J).norm();
            if (!(J > 0) || !(size > yield_[p])) continue;
            const double rate = flow_rate_[p] * (per_step_ ? 1 : dt);
            const double gamma = std::min(rate * (size - yield_[p]) / size, 1.0);
            F_p_[std::size_t(p)] = plastic_increment(F, gamma) * F_p_[std::size_t(p)];
        }
    });
}

void PlasticFlow::save(Archive& archive, const std::string& prefix) const {
    Vector all(9 * Index(F_p_.size()));
    for (std::size_t p = 0; p < F_p_.size(); ++p) all.segment<9>(9 * Index(p)) = F_p_[p].reshaped();
    archive.put(prefix + "/plastic", all);
    archive.put(prefix + "/positions", positions_.reshaped());
}

void PlasticFlow::restore(const Archive& archive, const std::string& prefix) {
    const Vector all = archive.vector(prefix + "/plastic", 9 * Index(F_p_.size()));
    for (std::size_t p = 0; p < F_p_.size(); ++p)
        F_p_[p] = all.segment<9>(9 * Index(p)).reshaped(3, 3);
    positions_ = archive.vector(prefix + "/positions", positions_.size()).reshaped(3, rest_.cols());
}

}  // namespace sinew
