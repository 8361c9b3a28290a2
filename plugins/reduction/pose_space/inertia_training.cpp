#include "inertia_training.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/mechanics/cubature/cubature_training.hpp>
#include <sinew/mechanics/math/random.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

namespace sinew::pose_space {
namespace {

/// An example: M a of all nodes, of the pose with that basis, and U'M a with its norm.
struct Example {
    std::size_t pose;
    Vector momentum;
    Vector whole;
    double norm;
};

/// What each free node gives in every example, over the norm of the whole.
class NodeColumns final : public CubatureColumns {
public:
    NodeColumns(const std::vector<Eigen::MatrixXd>& bases, std::vector<int> nodes,
                std::vector<const Example*> examples)
        : bases_(bases), nodes_(std::move(nodes)), examples_(std::move(examples)) {
        const Index r = bases.front().cols();
        target_.resize(r * Index(examples_.size()));
        for (std::size_t k = 0; k < examples_.size(); ++k)
            target_.segment(r * Index(k), r) = examples_[k]->whole / examples_[k]->norm;
    }

    int n_candidates() const override { return int(nodes_.size()); }
    const Vector& target() const override { return target_; }
    void compute(std::span<const int> candidates, std::span<double* const> columns) const override {
        for (std::size_t k = 0; k < candidates.size(); ++k)
            write(nodes_[std::size_t(candidates[k])], columns[k]);
    }
    /// |A w - b| / |b|.
    double error(const InertiaNodes& sample) const {
        Vector left = -target_, column(target_.size());
        for (std::size_t k = 0; k < sample.nodes.size(); ++k) {
            write(sample.nodes[k], column.data());
            left += sample.weights[Index(k)] * column;
        }
        return left.norm() / target_.norm();
    }

private:
    void write(int node, double* column) const {
        const Index r = bases_.front().cols();
        for (std::size_t k = 0; k < examples_.size(); ++k) {
            const Example& example = *examples_[k];
            Eigen::Map<Vector>(column + r * Index(k), r) =
                bases_[example.pose].middleRows<3>(3 * Index(node)).transpose() *
                (example.momentum.segment<3>(3 * Index(node)) / example.norm);
        }
    }

    const std::vector<Eigen::MatrixXd>& bases_;
    std::vector<int> nodes_;
    std::vector<const Example*> examples_;
    Vector target_;
};

Vector noise(Index n, Random& random) {
    Vector x(n);
    for (Index k = 0; k < n; ++k) x[k] = 2 * random.uniform() - 1;
    return x;
}

/// Accelerations of all nodes at a pose, up to a factor.
std::vector<Points> accelerations(const ExamplePoses& poses, Index pose, const Eigen::MatrixXd& U,
                                  int count, Random& random) {
    std::vector<Points> frames, all;
    const Index n = poses.n_parameters();
    for (int k = 0; k < count + 2; ++k) frames.push_back(poses.near_pose(pose, noise(n, random)));
    for (std::size_t k = 2; k < frames.size(); ++k)
        all.push_back(frames[k] - 2 * frames[k - 1] + frames[k - 2]);
    for (int k = 0; k < std::max(5, count / 4); ++k) {
        Vector q(U.cols());
        for (Index j = 0; j < q.size(); ++j) q[j] = random.normal();
        const Eigen::Vector3d axis = noise(3, random);
        Points turned = (U * q).reshaped(3, U.rows() / 3);
        for (Index i = 0; i < turned.cols(); ++i)
            turned.col(i) = axis.cross(Eigen::Vector3d(turned.col(i))).eval();
        all.push_back(turned);
    }
    return all;
}

std::vector<Example> examples(const ExamplePoses& poses, const std::vector<Eigen::MatrixXd>& bases,
                              const FullBody& body, int count, Random& random) {
    std::vector<Example> all;
    for (std::size_t pose = 0; pose < bases.size(); ++pose)
        for (const Points& a : accelerations(poses, Index(pose), bases[pose], count, random)) {
            Example example{pose, {}, {}, 0};
            body.mass().multiply(a.reshaped(), example.momentum);
            example.whole = bases[pose].transpose() * example.momentum;
            example.norm = example.whole.norm();
            // What the parameters do not move is round-off.
            if (example.norm > 1e-9 * std::sqrt(a.reshaped().dot(example.momentum)) &&
                a.norm() > 1e-12 * body.system.length_scale())
                all.push_back(std::move(example));
        }
    for (std::size_t k = all.size(); k > 1; --k)
        std::swap(all[k - 1], all[std::size_t(random.below(int(k)))]);
    return all;
}

}  // namespace

InertiaNodes train_inertia(const ExamplePoses& poses, const std::vector<Eigen::MatrixXd>& bases,
                           const FullBody& body, const InertiaGoal& goal) {
    Random random(std::uint64_t(goal.seed));
    const std::vector<Example> all = examples(poses, bases, body, goal.count, random);
    if (all.size() < 5)
        throw ComputationError("the rig moves nothing that the subspace can answer",
                               "leave `inertia` out, and look at what is fixed");
    std::vector<const Example*> training, test;
    for (std::size_t k = 0; k < all.size(); ++k) (k % 5 == 4 ? test : training).push_back(&all[k]);
    std::vector<int> free;
    for (Index i = 0; i < body.size() / 3; ++i)
        if (!body.constrained.fixed[std::size_t(3 * i)]) free.push_back(int(i));
    const NodeColumns columns(bases, free, training);
    CubatureGoal wanted;
    wanted.tolerance = goal.tolerance;
    wanted.size = int(free.size());
    wanted.seed = std::uint64_t(goal.seed);
    wanted.per_step = 500;
    const Cubature found = greedy_cubature(columns, wanted);
    InertiaNodes sample;
    for (const int candidate : found.candidates)
        sample.nodes.push_back(free[std::size_t(candidate)]);
    sample.weights = found.weights;
    sample.training_error = found.error;
    sample.test_error = NodeColumns(bases, free, test).error(sample);
    return sample;
}

std::string fingerprint_near(const ExamplePoses& poses) {
    const Index n = poses.n_parameters();
    const Vector by = Vector::LinSpaced(n, 1.0, double(n)).cwiseInverse();
    std::string all;
    for (Index pose = 0; pose < poses.n_poses(); ++pose) {
        const Points shape = poses.near_pose(pose, by);
        all += fingerprint({reinterpret_cast<const char*>(shape.data()),
                            sizeof(double) * std::size_t(shape.size())});
    }
    return fingerprint(all);
}

}  // namespace sinew::pose_space
