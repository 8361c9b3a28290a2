/// Matrices and solvers for tests of linear plugins.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <sinew/kernel/graph/make_object.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::test {

/// Springs along and across the edges of an n x n x n grid of nodes, and a little of the identity:
/// symmetric, positive definite, three degrees of freedom a node. `skew` makes it unsymmetric.
class GridTangent final : public Tangent {
public:
    explicit GridTangent(int n, double skew = 0, double ground = 1e-3) : n_(n), skew_(skew) {
        const Index nodes = static_cast<Index>(n) * n * n;
        diagonal_.assign(static_cast<std::size_t>(nodes), ground * Eigen::Matrix3d::Identity());
        for (int k = 0; k < n; ++k)
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                    for (int a = 0; a < 3; ++a) connect(i, j, k, a);
    }
    Index size() const override { return 3 * static_cast<Index>(diagonal_.size()); }
    void apply(const Vector& x, Vector& y) const override {
        y.resize(size());
        parallel_for(static_cast<Index>(diagonal_.size()), [&](Index i) {
            y.segment<3>(3 * i) = diagonal_[static_cast<std::size_t>(i)] * x.segment<3>(3 * i);
        });
        for (const Edge& edge : edges_) {
            y.segment<3>(3 * edge.i) -= edge.K * x.segment<3>(3 * edge.j);
            y.segment<3>(3 * edge.j) -= edge.K * x.segment<3>(3 * edge.i);
            y[3 * edge.i] += skew_ * x[3 * edge.j + 1];
        }
    }
    void add_entries(EntrySink& sink, Index offset) const override {
        for (Index i = 0; i < static_cast<Index>(diagonal_.size()); ++i)
            sink.add3(offset + 3 * i, offset + 3 * i, diagonal_[static_cast<std::size_t>(i)]);
        for (const Edge& edge : edges_) {
            Eigen::Matrix3d K = -edge.K;
            sink.add3(offset + 3 * edge.j, offset + 3 * edge.i, K);
            K(0, 1) += skew_;
            sink.add3(offset + 3 * edge.i, offset + 3 * edge.j, K);
        }
    }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override {
        Vector d(size());
        for (Index i = 0; i < static_cast<Index>(diagonal_.size()); ++i)
            d.segment<3>(3 * i) = diagonal_[static_cast<std::size_t>(i)].diagonal();
        return d;
    }
    bool symmetric() const override { return skew_ == 0; }
    int dofs_per_node() const override { return 3; }
    Eigen::MatrixXd near_null_space() const override {
        return Eigen::Matrix3d::Identity().replicate(size() / 3, 1);
    }

    void scale_diagonal(double factor) {
        for (Eigen::Matrix3d& block : diagonal_) block *= factor;
    }
    Eigen::MatrixXd as_dense() const {
        Eigen::MatrixXd A(size(), size());
        Vector column;
        for (Index j = 0; j < size(); ++j) {
            apply(Vector::Unit(size(), j), column);
            A.col(j) = column;
        }
        return A;
    }

private:
    struct Edge {
        Index i, j;
        Eigen::Matrix3d K;
    };
    void connect(int i, int j, int k, int axis) {
        int to[3] = {i, j, k};
        if (++to[axis] >= n_) return;
        const Index a = i + static_cast<Index>(n_) * (j + static_cast<Index>(n_) * k);
        const Index b = to[0] + static_cast<Index>(n_) * (to[1] + static_cast<Index>(n_) * to[2]);
        Eigen::Vector3d e = Eigen::Vector3d::Unit(axis) + Eigen::Vector3d(0.1, 0.2, 0.3);
        const Eigen::Matrix3d K = (1 + 0.1 * static_cast<double>((i + 2 * j + 3 * k) % 7)) *
                                  (e * e.transpose() + 0.2 * Eigen::Matrix3d::Identity());
        edges_.push_back({a, b, K});
        diagonal_[static_cast<std::size_t>(a)] += K;
        diagonal_[static_cast<std::size_t>(b)] += K;
    }

    int n_;
    double skew_;
    std::vector<Eigen::Matrix3d> diagonal_;
    std::vector<Edge> edges_;
};

/// K0 of a grid whose nodes have turned: R K0 R', with the rotations known.
class TurnedGrid final : public Tangent {
public:
    explicit TurnedGrid(double angle) : grid_(5) {
        for (Index i = 0; i < grid_.size() / 3; ++i)
            turns_.push_back(Eigen::AngleAxisd(angle * (1 + 0.01 * double(i)),
                                               Eigen::Vector3d(1, 2, 3).normalized())
                                 .toRotationMatrix());
        const Eigen::MatrixXd K = grid_.as_dense();
        A_.resize(size(), size());
        for (Index i = 0; i < Index(turns_.size()); ++i)
            for (Index j = 0; j < Index(turns_.size()); ++j)
                A_.block<3, 3>(3 * i, 3 * j) = turns_[std::size_t(i)] *
                                               K.block<3, 3>(3 * i, 3 * j) *
                                               turns_[std::size_t(j)].transpose();
    }
    Index size() const override { return grid_.size(); }
    void apply(const Vector& x, Vector& y) const override { y = A_ * x; }
    void add_entries(EntrySink& sink, Index offset) const override { sink.add(offset, offset, A_); }
    long pattern_revision() const override { return 1; }
    Vector diagonal() const override { return A_.diagonal(); }
    bool symmetric() const override { return true; }
    std::vector<Eigen::Matrix3d> node_rotations() const override { return turns_; }

private:
    GridTangent grid_;
    std::vector<Eigen::Matrix3d> turns_;
    Eigen::MatrixXd A_;
};

inline Vector random_vector(Index n, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector x(n);
    for (Index i = 0; i < n; ++i) x[i] = uniform(random);
    return x;
}

/// Every fifth degree of freedom is constrained.
inline FixedMask some_fixed(Index n, long revision = 1) {
    FixedMask mask{std::vector<char>(static_cast<std::size_t>(n), 0), revision, 0};
    for (Index i = 0; i < n; i += 5) mask.fixed[static_cast<std::size_t>(i)] = 1;
    for (char fixed : mask.fixed) mask.n_free += fixed ? 0 : 1;
    return mask;
}

/// A solver as a scene would write it: make("{type: pcg, preconditioner: jacobi}").
class Solvers {
public:
    Solvers()
        : plugins_({SINEW_PLUGIN_DIR}),
          graph_(parse_scene("sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: a\n"),
                 plugins_, {}) {}
    std::unique_ptr<LinearSolver> make(const std::string& written) {
        const Value scene = parse_scene("sinew: 1\nlinear: " + written);
        const Value& value = *scene.find("linear");
        const std::string type = value.find("type")->text;
        BuildContext context(graph_, graph_.root(), "linear/" + type, {});
        auto object = make_object(plugins_.require("linear", type, {}), value, context);
        return std::unique_ptr<LinearSolver>(dynamic_cast<LinearSolver*>(object.release()));
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
};

/// A^-1 b with fixed rows and columns taken out, by Eigen's dense LU.
inline Vector dense_solution(const GridTangent& A, const FixedMask& fixed, const Vector& b) {
    Eigen::MatrixXd dense = A.as_dense();
    Vector rhs = b;
    for (Index i = 0; i < rhs.size(); ++i) {
        if (!fixed.fixed[static_cast<std::size_t>(i)]) continue;
        dense.row(i).setZero();
        dense.col(i).setZero();
        dense(i, i) = 1;
        rhs[i] = 0;
    }
    return dense.partialPivLu().solve(rhs);
}

}  // namespace sinew::test
