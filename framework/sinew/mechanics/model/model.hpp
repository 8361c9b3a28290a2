/// The model that a solver steps: the bodies of its subtree and their couplings, as one System.
#pragma once

#include <functional>
#include <memory>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/model/nodal_frame_system.hpp>
#include <sinew/mechanics/model/rigid_modes.hpp>
#include <sinew/mechanics/model/system_results.hpp>

namespace sinew {

/// The part of a subtree that a model is of: all of it by default.
struct ModelScope {
    /// True for nodes whose bodies it takes; empty: all.
    std::function<bool(SceneNode&)> takes;
    /// More couplings, not of the scene, between the bodies taken; they outlive the model. Empty:
    /// none.
    std::function<std::vector<Coupling*>(const std::vector<Body*>&)> more_couplings;
};

/// Collects the nodes below (and with) the solver's own, leaving out those that stand under another
/// solver; makes a system of each body through its formulation, and a composite where there are
/// several bodies or couplings. InputErrors: no body at all, or a coupling that reaches a body that
/// another solver steps.
class Model {
public:
    /// `look`, if given, sees each body's system before its reduction takes it: what is computed
    /// ahead for that may take minutes.
    explicit Model(BuildContext& context, const std::function<void(BodySystem&)>& look = {},
                   const ModelScope& scope = {});
    Model(const Model&) = delete;
    Model& operator=(const Model&) = delete;

    /// Lets outputs read energies: `energies` gives those at the last committed state [J].
    void publish(std::function<Energies()> energies);

    /// The composite of all bodies, or the only body's system; where oblique constraints act, with
    /// its vectors along the axes of their nodes.
    System& system() {
        return in_nodal_frames_ ? static_cast<System&>(*in_nodal_frames_) : in_world();
    }
    /// The bodies with the first degree of freedom of each in system().
    std::vector<PlacedBody> placed() const;
    /// The systems of the bodies, in the order of the nodes.
    std::vector<BodySystem*> bodies() const;
    /// True if forces act between the bodies, or on them from moving shapes.
    bool is_coupled() const { return is_coupled_; }
    /// True if every body's tangent is a dense matrix.
    bool is_dense() const;
    /// InputError, at the node's `initial:`, if a body starts with a velocity: statics has none.
    void refuse_velocities(BuildContext& context) const;

    /// The lists `bodies` and `couplings` of run.json.
    void report_parts(nlohmann::json& report) const;
    /// These lists, sizes and energies.
    void report(nlohmann::json& report, const State& state);

private:
    System& in_world() { return composite_ ? static_cast<System&>(*composite_) : *bodies_.front(); }
    using Look = std::function<void(BodySystem&)>;
    void collect(BuildContext& context, SceneNode& node, const Look& look, const ModelScope& scope,
                 std::vector<Coupling*>& couplings);
    void add_body(BuildContext& context, SceneNode& node, const Look& look);
    void publish_contact(const std::vector<Coupling*>& couplings);
    void refuse_foreign(BuildContext& context, const std::vector<Coupling*>& couplings) const;

    std::vector<std::unique_ptr<BodySystem>> bodies_;
    std::vector<Body*> taken_;            ///< those of bodies_
    std::vector<BodySystem*> obstacles_;  ///< of the couplings
    std::vector<const Body*> carried_;
    std::vector<std::unique_ptr<Publication<BodyResults, SystemResults>>> published_;
    std::unique_ptr<CompositeSystem> composite_;
    std::unique_ptr<NodalFrameSystem> in_nodal_frames_;
    bool is_coupled_ = false;
    Publication<ModelResults> results_;
};

}  // namespace sinew
