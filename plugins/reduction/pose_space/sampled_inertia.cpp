#include "sampled_inertia.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

#include "axis_rows.hpp"

namespace sinew::pose_space {

Archive InertiaNodes::archive() const {
    Archive archive;
    archive.put("nodes", std::vector<std::int64_t>(nodes.begin(), nodes.end()));
    archive.put("weights", weights);
    archive.put("training_error", training_error);
    archive.put("test_error", test_error);
    return archive;
}

InertiaNodes InertiaNodes::from(const Archive& archive) {
    const std::vector<std::int64_t>& nodes = archive.integers("nodes");
    return {std::vector<int>(nodes.begin(), nodes.end()),
            archive.vector("weights", Index(nodes.size())), archive.number("training_error"),
            archive.number("test_error")};
}

std::string InertiaNodes::identity() const {
    return fmt::format("{} nodes {}", nodes.size(),
                       fingerprint({reinterpret_cast<const char*>(weights.data()),
                                    sizeof(double) * std::size_t(weights.size())}));
}

namespace {

std::vector<Eigen::MatrixXd> with_mass(const std::vector<Eigen::MatrixXd>& bases,
                                       const MassMatrix& mass) {
    std::vector<Eigen::MatrixXd> M_U;
    for (const Eigen::MatrixXd& U : bases) M_U.push_back(mass.times(U));
    return M_U;
}

}  // namespace

SampledInertia::SampledInertia(InertiaNodes sample, const std::vector<Eigen::MatrixXd>& bases,
                               const std::vector<Points>& shapes, const MassMatrix& mass,
                               const BlockPattern& pattern)
    : SampledInertia(std::move(sample), bases, with_mass(bases, mass), shapes, mass, pattern) {}

SampledInertia::SampledInertia(InertiaNodes sample, const std::vector<Eigen::MatrixXd>& bases,
                               const std::vector<Eigen::MatrixXd>& M_bases,
                               const std::vector<Points>& shapes, const MassMatrix& mass,
                               const BlockPattern& pattern)
    : sample_(std::move(sample)), rows_(bases, sample_.nodes), momenta_(M_bases, sample_.nodes) {
    for (const int s : sample_.nodes)
        for (int block = pattern.begin(s); block < pattern.end(s); ++block)
            needed_.push_back(pattern.column(block));
    std::sort(needed_.begin(), needed_.end());
    needed_.erase(std::unique(needed_.begin(), needed_.end()), needed_.end());
    for (const int s : sample_.nodes) {
        std::vector<Term>& terms = terms_.emplace_back();
        for (int block = pattern.begin(s); block < pattern.end(s); ++block) {
            const auto at = std::lower_bound(needed_.begin(), needed_.end(), pattern.column(block));
            terms.push_back({int(at - needed_.begin()), mass.values()[block]});
        }
    }
    for (const Points& shape : shapes) shapes_.push_back(shape(Eigen::all, needed_));

    const Index r = bases.front().cols(), m = Index(bases.size());
    of_translation_.resize(m * r, 3);
    of_turn_.resize(std::size_t(m));
    for (Index i = 0; i < m; ++i) {
        const Eigen::MatrixXd& M_U = M_bases[std::size_t(i)];
        for (int a = 0; a < 3; ++a)
            of_translation_.col(a).segment(i * r, r) = axis_rows(M_U, a).colwise().sum();
        for (const Points& shape : shapes) {
            Eigen::MatrixXd& products = of_turn_[std::size_t(i)].emplace_back(r, 9);
            for (int a = 0; a < 3; ++a)
                products(Eigen::all, Eigen::seqN(a, 3, 3)) =
                    axis_rows(M_U, a).transpose() * shape.transpose();
        }
    }
}

Points SampledInertia::shape(const Vector& pose_weights) const {
    Points sum = Points::Zero(3, Index(needed_.size()));
    for (std::size_t i = 0; i < shapes_.size(); ++i) sum += pose_weights[Index(i)] * shapes_[i];
    return sum;
}

Vector SampledInertia::of_root(const PoseBasis& basis, const Eigen::Matrix3d& R,
                               const RootAcceleration& root) const {
    const Index r = basis.size(), m = basis.n_poses();
    const Eigen::Vector3d b = R.transpose() * root.b;
    const Eigen::Matrix3d B = R.transpose() * root.A;
    Vector stacked = of_translation_ * b;
    for (Index i = 0; i < m; ++i)
        for (Index j = 0; j < m; ++j)
            stacked.segment(i * r, r).noalias() +=
                of_turn_[std::size_t(i)][std::size_t(j)] * (basis.weights()[j] * B.reshaped());
    return basis.mixed(stacked);
}

Points SampledInertia::momenta(const Points& accelerations) const {
    Points sum = Points::Zero(3, Index(terms_.size()));
    parallel_for(sum.cols(), [&](Index k) {
        for (const Term& term : terms_[std::size_t(k)])
            sum.col(k) += term.mass * accelerations.col(term.node);
    });
    return sum;
}

Points SampledInertia::momenta(const Vector& kept) const {
    Points sum(3, Index(terms_.size()));
    parallel_for(sum.cols(), [&](Index k) { sum.col(k) = momenta_.times(k, kept); });
    return sum;
}

Vector SampledInertia::of_momenta(const PoseBasis& basis, const Eigen::Matrix3d& R,
                                  const Points& momenta) const {
    return basis.mixed(rows_.pulled_back(R.transpose() * momenta * sample_.weights.asDiagonal()));
}

}  // namespace sinew::pose_space
