/// Rigs that carry surfaces, as a scene asks for them: through the plugin's own library.
#pragma once

#include <numeric>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/rig/rig.hpp>
#include <sinew/mechanics/rig/rig_handles.hpp>
#include <string>

namespace sinew::test {

class SurfaceRig {
public:
    /// `rig`: the inside of `rig: {...}`; `node`: further lines of its node, each indented by four
    /// spaces and ended.
    explicit SurfaceRig(const std::string& rig, const std::string& node = "")
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(parse_scene("sinew: 1\ntime: {end: 1 s, step: 0.1 s}\nscene:\n  - node: here\n" +
                                 node + "    rig: {" + rig + "}\n",
                             "scene.yaml"),
                 plugins_, {{"rig", "rig", false, "The rig", "", nullptr, nullptr}}) {
        graph_.build();
        rig_ = graph_.object<Rig>(*graph_.root().children().front(), "rig");
    }
    const Rig& operator*() const { return *rig_; }
    const Rig* operator->() const { return rig_; }
    RigHandles& handles() { return *rig_->handles(); }
    const std::vector<Diagnostic>& warnings() const { return graph_.warnings(); }

    /// All points of a surface as it takes them at p.
    Points carried(const SurfaceMesh& rest, const Vector& p) const {
        const auto surface = rig_->carry(rest);
        std::vector<int> all(std::size_t(rest.n_points()));
        std::iota(all.begin(), all.end(), 0);
        Points x;
        surface->positions(p, all, x);
        return x;
    }
    /// |factors vectors - x| of the linear form of a surface at p; -1 if it has none.
    double linear_error(const SurfaceMesh& rest, const Vector& p) const {
        const auto surface = rig_->carry(rest);
        const Eigen::MatrixXd factors = surface->linear_factors();
        if (factors.cols() == 0) return -1;
        return (surface->linear_vectors(p) * factors.transpose() - carried(rest, p)).norm();
    }
    /// The same of points without triangles.
    Points carried(const Points& rest, const Vector& p) const {
        return carried(SurfaceMesh{rest, Eigen::MatrixXi(3, 0)}, p);
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
    Rig* rig_ = nullptr;
};

/// "line:column message | remedy" of a mistake; "" if there is none. The rig's line is 5, after one
/// for each further line of its node.
template <class Action>
std::string mistake_in(Action&& action) {
    try {
        action();
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        return std::to_string(first.where.line) + ":" + std::to_string(first.where.column) + " " +
               first.message + " | " + first.remedy;
    }
    return "";
}

/// The mistake in a rig.
inline std::string mistake_in_rig(const std::string& rig, const std::string& node = "") {
    return mistake_in([&] { SurfaceRig scene(rig, node); });
}

}  // namespace sinew::test
