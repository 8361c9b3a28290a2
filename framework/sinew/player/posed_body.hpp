/// A body on a rig, in a basis that is mixed of those of the rig's poses:
///
///     x = Phi(p) + R U(p) q,     M~ q'' + D~ q' + f(q) = U'R'f_ext - U'R'M (gain Phi'' + c)
///
/// as reduction/pose_space has it.
///
/// Xu & Barbic 2016, sections 4 to 7.
#pragma once

#include <sinew/mechanics/pose_space/point_history.hpp>
#include <sinew/mechanics/pose_space/posed_inertia.hpp>
#include <sinew/player/kinematics.hpp>
#include <sinew/player/posed_cubature.hpp>
#include <sinew/player/skinned_shape.hpp>

namespace sinew::player {

/// The parts that a step and a picture take, for m poses, r vectors and n nodes.
struct PosedModel {
    RigModel rig;
    SkinnedShapeModel shape;
    pose_space::MixedMass mass;
    pose_space::RowsOfPoses rows;  ///< U_i of the nodes
    pose_space::PosedInertia inertia;
    bool neglects_basis_rate = false;
    Eigen::MatrixXd clip;  ///< p at times 0, step, 2 step, ..., one a column; the last one stays
};

/// One caller at a time. No call allocates memory once each has been made.
class PosedBody final : public Kinematics {
public:
    /// `carrying`: nodes that carry the surface. `forces` must outlive it.
    PosedBody(PosedModel model, std::vector<int> carrying, PosedCubature& forces);

    Index n_parameters() const { return rig_.n_parameters(); }
    const RigModel& rig() const { return rig_.model(); }
    const Eigen::MatrixXd& clip() const { return clip_; }
    /// Back to p of the start, without a step before.
    Failure reset();
    /// Begins a step of length dt [s] from q and v.
    void begin_step(double dt, const Motion& motion);
    /// Moves it to p at the end of the step.
    Failure move_to(const Vector& p);
    /// The step is done.
    void commit();
    /// The step has failed: back to p of its start, where all is as it was.
    void cancel_step(const Vector& p);
    /// The pose of the start with each parameter changed, but for turns of the root that inertia
    /// does not serve.
    Vector pose_beside_start(double by) const;
    /// M~, r x r.
    const Eigen::MatrixXd& mass() const { return basis_.mass(); }
    /// f += the force of the inertia that q'' does not hold.
    void add_inertia(Vector& f) const { f += inertia_force_; }

    Index size() const override { return basis_.size(); }
    Index n_nodes() const override { return rows_.n_nodes(); }
    Eigen::Vector3d position(Index node, const Vector& q) override;
    Eigen::Vector3d velocity(Index node, const Motion& motion) override;
    void positions(const Vector& q, Vector& x) override;
    void carrying_positions(const Vector& q, Vector& x) override;
    /// Number of points of the surface with a position of their own in the rest shape.
    Index n_shown() const { return shape_.n_shown(); }
    /// The position of one of these points [m].
    Eigen::Vector3d surface_point(Index s) const { return shape_.surface_point(s, now_); }
    /// `modes`: one pose below the other, m r x 3.
    void add_work(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& F, Vector& f) override;
    void apply(Index node, const Eigen::Vector3d& force) override;
    void release() override { applied_.setZero(); }
    void add_applied(Vector& f) override;

private:
    void find_inertia();
    void positions_of(SkinnedShape::Part& part, bool from_rest, const Vector& q, Vector& x);

    RigMotion rig_;
    RigState now_, start_, start_before_;  ///< the rig, at the start of the step begun last, and
                                           ///< of the one before it
    SkinnedShape shape_;
    SkinnedShape::Part kept_nodes_, all_nodes_, carrying_nodes_;
    std::vector<int> of_forces_, of_inertia_;  ///< their nodes among the kept ones
    pose_space::MixedBasis basis_;
    pose_space::RowsOfPoses rows_;
    pose_space::PosedInertia inertia_;
    Eigen::MatrixXd clip_;
    Vector start_pose_;
    PosedCubature& forces_;
    pose_space::BasisHistory history_;
    pose_space::RootMotion root_, root_before_;
    pose_space::PointHistory inertia_points_;  ///< that inertia needs: nodes, or vectors
    Vector inertia_force_, kept_, work_, applied_force_;
    Eigen::Matrix3Xd rest_, accelerations_;
    /// Forces of a hand: sum of U_i' (e_a of the root) times component b, at a + 3 b: m r x 9.
    Eigen::Matrix<double, Eigen::Dynamic, 9> applied_;
};

}  // namespace sinew::player
