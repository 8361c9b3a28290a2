/// Rigs as a scene asks for them: through the plugin's own library.
#pragma once

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>
#include <string>

namespace sinew::test {

class RigScene {
public:
    /// `rig`: the inside of `rig: {type: skeleton, ...}`; `node`: further lines of its node, each
    /// indented by four spaces and ended; `end`: of the run.
    explicit RigScene(const std::string& rig, const std::string& node = "",
                      const std::string& end = "1 s")
        : plugins_(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR}),
          graph_(parse_scene("sinew: 1\ntime: {end: " + end +
                                 ", step: 0.1 s}\nscene:\n  - node: here\n" + node +
                                 "    rig: {type: skeleton, " + rig + "}\n",
                             "scene.yaml"),
                 plugins_, {{"rig", "rig", false, "The rig", "", nullptr, nullptr}}) {
        graph_.build();
        rig_ = graph_.object<Rig>(*graph_.root().children().front(), "rig")->skeletal();
    }
    const SkeletalRig& operator*() const { return *rig_; }
    const SkeletalRig* operator->() const { return rig_; }
    const std::vector<Diagnostic>& warnings() const { return graph_.warnings(); }

    /// Number of a bone; -1 if there is none.
    int bone(const std::string& name) const {
        for (std::size_t b = 0; b < rig_->bones().size(); ++b)
            if (rig_->bones()[b].name == name) return int(b);
        return -1;
    }
    /// The point to which the bone takes x of the rest [m].
    Eigen::Vector3d moved(const std::string& name, double t, const Eigen::Vector3d& x) const {
        return rig_->at(t)[std::size_t(bone(name))] * x;
    }

private:
    PluginRegistry plugins_;
    SceneGraph graph_;
    const SkeletalRig* rig_ = nullptr;
};

/// "message | remedy" of the first mistake in a rig, or "".
inline std::string rig_mistake(const std::string& rig, const std::string& node = "",
                               const std::string& end = "1 s") {
    try {
        RigScene scene(rig, node, end);
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        return first.message + (first.remedy.empty() ? "" : " | " + first.remedy);
    }
    return "";
}

/// The inside of `rig: {...}` for one joint with a bone, and with these further keys.
inline std::string one_joint(const std::string& more) {
    return "joints: [{name: a, at: [0, 0, 0], " + more + "}]";
}

}  // namespace sinew::test
