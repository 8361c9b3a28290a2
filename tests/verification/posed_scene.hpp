/// A scene of bodies on rigs, run to its end in this process, and what has become of their
/// elements.
#pragma once

#include <catch2/catch.hpp>
#include <Eigen/SVD>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/solver/solver.hpp>

namespace sinew::verification {

/// Edges from the first node of a tetrahedron to the others, one a column.
inline Eigen::Matrix3d edges_of(const VolumeMesh& mesh, const Points& x, Index e) {
    Eigen::Matrix3d edges;
    for (int a = 0; a < 3; ++a)
        edges.col(a) = x.col(mesh.elements(a + 1, e)) - x.col(mesh.elements(0, e));
    return edges;
}

/// The tetrahedra of a body, or some of them.
struct Deformation {
    double volume = 0;  ///< over that at rest
    int n_inverted = 0;
    double least = 1e300;  ///< of the determinants of F
};

/// The deformation of the elements whose centres at rest are chosen. X, x: 3 x n [m].
template <class Chosen>
Deformation deformation_of(const VolumeMesh& mesh, const Points& x, const Chosen& is_chosen) {
    const auto volume = [&](const Points& at, Index e) {
        return edges_of(mesh, at, e).determinant() / 6;
    };
    Deformation result;
    double at_rest = 0;
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        const Eigen::Vector4i nodes = mesh.elements.col(e).head<4>();
        if (!is_chosen(Eigen::Vector3d(mesh.positions(Eigen::all, nodes).rowwise().mean())))
            continue;
        const double now = volume(x, e), rest = volume(mesh.positions, e);
        result.volume += now;
        at_rest += rest;
        result.n_inverted += now <= 0 ? 1 : 0;
        result.least = std::min(result.least, now / rest);
    }
    REQUIRE(at_rest > 0);
    result.volume /= at_rest;
    return result;
}

inline Deformation deformation_of(const VolumeMesh& mesh, const Points& x) {
    return deformation_of(mesh, x, [](const Eigen::Vector3d&) { return true; });
}

/// Root mean square, by volume, of the principal stretches less one, of the elements that are
/// chosen by number.
template <class Chosen>
double strain_of(const VolumeMesh& mesh, const Points& x, const Chosen& is_chosen) {
    double sum = 0, volume = 0;
    for (Index e = 0; e < mesh.n_elements(); ++e) {
        if (!is_chosen(e)) continue;
        const Eigen::Matrix3d rest = edges_of(mesh, mesh.positions, e);
        const Eigen::Matrix3d F = edges_of(mesh, x, e) * rest.inverse();
        const Eigen::Vector3d stretches = Eigen::JacobiSVD<Eigen::Matrix3d>(F).singularValues();
        sum += rest.determinant() * (stretches.array() - 1).matrix().squaredNorm();
        volume += rest.determinant();
    }
    REQUIRE(volume > 0);
    return std::sqrt(sum / volume);
}

/// Root mean square distance of points from where the rigid motion that fits them best takes them
/// [m]. X, x: 3 x n.
inline double off_rigid(const Points& X, const Points& x) {
    const Eigen::Vector3d from = X.rowwise().mean(), to = x.rowwise().mean();
    const Eigen::Matrix3d A = (x.colwise() - to) * (X.colwise() - from).transpose();
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Eigen::Vector3d sign(1, 1, 1);
    sign[2] = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    const Eigen::Matrix3d R = svd.matrixU() * sign.asDiagonal() * svd.matrixV().transpose();
    return ((x.colwise() - to) - R * (X.colwise() - from)).norm() / std::sqrt(double(X.cols()));
}

class PosedScene {
public:
    explicit PosedScene(const Value& scene)
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(scene, plugins_, mechanics_slots()) {
        graph_.build();
    }
    /// A scene of scenes/skinning.
    explicit PosedScene(const std::string& name, const std::vector<Override>& overrides = {})
        : PosedScene(read_scene(SINEW_SOURCE_DIR "/scenes/skinning/" + name + ".yaml", overrides)) {
    }

    /// Goes from the first pose to the last of its clock, in at most that many steps; of
    /// all nodes, or one.
    void run(long n_steps = 1000, const std::string& only = "") {
        const long given = long(count_steps(graph_.time().end, graph_.time().step));
        for (const auto& node : graph_.root().children()) {
            if (!only.empty() && node->name() != only) continue;
            Stepper* stepper = graph_.object<Stepper>(*node, "solver");
            REQUIRE(stepper != nullptr);
            Clock clock =
                make_clock(graph_.time().end, graph_.time().end / double(std::min(n_steps, given)));
            stepper->begin(clock);
            for (; !clock.done(); ++clock.index) stepper->step(clock);
        }
    }

    /// The system of a node, by name.
    BodySystem& system(const std::string& name) { return *owner(name).bodies().front(); }
    Points positions(const std::string& name) {
        return system(name).positions(owner(name).state().q);
    }
    const VolumeMesh& mesh(const std::string& name) { return system(name).body().mesh; }
    Deformation deformation(const std::string& name) {
        return deformation_of(mesh(name), positions(name));
    }

private:
    Solver& owner(const std::string& name) {
        SceneNode& node = graph_.find(graph_.root(), "/" + name, {});
        auto* owner = dynamic_cast<Solver*>(graph_.object(node, "solver"));
        REQUIRE(owner != nullptr);
        return *owner;
    }

    PluginRegistry plugins_;
    SceneGraph graph_;
};

}  // namespace sinew::verification
