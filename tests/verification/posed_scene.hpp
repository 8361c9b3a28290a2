/// A scene of bodies on rigs, run to its end in this process, and what has become of their
/// elements.
#pragma once

#include <catch2/catch.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/scene/slots.hpp>
#include <sinew/mechanics/solve/system_owner.hpp>

namespace sinew::verification {

/// The tetrahedra of a body, or some of them.
struct Deformation {
    double volume = 0;  ///< over that at rest
    int n_inverted = 0;
    double least = 1e300;  ///< of the determinants of F
};

/// Of the elements whose centres at rest are chosen. X, x: 3 x n [m].
template <class Chosen>
Deformation deformation_of(const VolumeMesh& mesh, const Points& x, const Chosen& is_chosen) {
    const auto volume = [&](const Points& at, Index e) {
        Eigen::Matrix3d edges;
        for (int a = 0; a < 3; ++a)
            edges.col(a) = at.col(mesh.elements(a + 1, e)) - at.col(mesh.elements(0, e));
        return edges.determinant() / 6;
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

class PosedScene {
public:
    explicit PosedScene(const Value& scene)
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(scene, plugins_, mechanics_slots()) {
        graph_.build();
    }
    /// Of scenes/skinning.
    explicit PosedScene(const std::string& name, const std::vector<Override>& overrides = {})
        : PosedScene(read_scene(SINEW_SOURCE_DIR "/scenes/skinning/" + name + ".yaml", overrides)) {
    }

    /// From the first pose to the last of its clock, in at most that many steps; of
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

    /// Of a node by name.
    BodySystem& system(const std::string& name) { return *owner(name).bodies().front(); }
    Points positions(const std::string& name) {
        return system(name).positions(owner(name).state().q);
    }
    const VolumeMesh& mesh(const std::string& name) { return system(name).body().mesh; }
    Deformation deformation(const std::string& name) {
        return deformation_of(mesh(name), positions(name));
    }

private:
    SystemOwner& owner(const std::string& name) {
        Node& node = graph_.find(graph_.root(), "/" + name, {});
        auto* owner = dynamic_cast<SystemOwner*>(graph_.object(node, "solver"));
        REQUIRE(owner != nullptr);
        return *owner;
    }

    PluginRegistry plugins_;
    SceneGraph graph_;
};

}  // namespace sinew::verification
