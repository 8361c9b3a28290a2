#include "inertia_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sinew/mechanics/math/loop_on_threads.hpp>
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

/// The nodes and their neighbours, with the entries of M.
void add_terms(const InertiaNodes& nodes, const MassMatrix& mass, const BlockPattern& pattern,
               InertiaSample& sample) {
    for (const int s : nodes.nodes)
        for (int block = pattern.begin(s); block < pattern.end(s); ++block)
            sample.needed.push_back(pattern.column(block));
    std::vector<int>& needed = sample.needed;
    std::sort(needed.begin(), needed.end());
    needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
    sample.first.push_back(0);
    for (const int s : nodes.nodes) {
        for (int block = pattern.begin(s); block < pattern.end(s); ++block) {
            const auto at = std::lower_bound(needed.begin(), needed.end(), pattern.column(block));
            sample.places.push_back(int(at - needed.begin()));
            sample.masses.push_back(mass.values()[block]);
        }
        sample.first.push_back(int(sample.places.size()));
    }
}

/// Products of what the root gives the shapes of the poses, over all nodes.
void add_root(const std::vector<Eigen::MatrixXd>& M_bases, const std::vector<Points>& shapes,
              InertiaSample& sample) {
    const Index r = M_bases.front().cols(), m = Index(M_bases.size());
    sample.of_translation.resize(m * r, 3);
    sample.of_turn.resize(m * r, 9 * m);
    for (Index i = 0; i < m; ++i)
        for (int a = 0; a < 3; ++a) {
            const Eigen::MatrixXd M_U = axis_rows(M_bases[std::size_t(i)], a);
            sample.of_translation.col(a).segment(i * r, r) = M_U.colwise().sum();
            for (Index j = 0; j < m; ++j)
                sample.of_turn(Eigen::seqN(i * r, r), Eigen::seqN(9 * j + a, 3, 3)) =
                    M_U.transpose() * shapes[std::size_t(j)].transpose();
        }
}

}  // namespace

SampledInertia sampled_inertia(const InertiaNodes& nodes, const std::vector<Eigen::MatrixXd>& bases,
                               const std::vector<Points>& shapes, const MassMatrix& mass,
                               const BlockPattern& pattern) {
    std::vector<Eigen::MatrixXd> M_bases;
    for (const Eigen::MatrixXd& U : bases) M_bases.push_back(mass.times(U));
    InertiaSample sample;
    sample.weights = nodes.weights;
    add_terms(nodes, mass, pattern, sample);
    sample.rows = RowsOfPoses(bases, nodes.nodes);
    sample.momenta = RowsOfPoses(M_bases, nodes.nodes);
    for (const Points& shape : shapes) sample.shapes.push_back(shape(Eigen::all, sample.needed));
    add_root(M_bases, shapes, sample);
    return SampledInertia(std::move(sample), on_all_threads);
}

}  // namespace sinew::pose_space
