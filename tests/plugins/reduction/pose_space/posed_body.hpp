/// A block on a rest shape of two poses that moves, with random bases of both.
#pragma once

#include <pose_space/posed_motion.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>

#include "random_basis.hpp"

namespace sinew::test {

/// The second pose is stretched. The root turns about z and rises.
class Stretching final : public RestShape, public ExamplePoses {
public:
    explicit Stretching(Points X) : X_(std::move(X)) {}
    const ExamplePoses* poses() const override { return this; }
    void positions(double t, std::span<const int> nodes, Points& x) const override {
        x = root(t) *
            Points(shape(share(t))(Eigen::all, std::vector<int>(nodes.begin(), nodes.end())));
    }
    Index n_poses() const override { return 2; }
    Index n_parameters() const override { return 1; }
    Points at_pose(Index pose) const override { return shape(double(pose)); }
    Points near_pose(Index pose, const Vector& by) const override {
        return shape(double(pose) + 0.01 * by[0]);
    }
    double distance(Index pose, Index other) const override { return std::abs(pose - other); }
    Vector weights(double t) const override { return Eigen::Vector2d(1 - share(t), share(t)); }
    Eigen::Isometry3d root(double t) const override {
        return Eigen::Translation3d(0, 0, 3 * t * t) *
               Eigen::AngleAxisd(5 * t * t, Eigen::Vector3d(0.6, 0, 0.8));
    }

private:
    static double share(double t) { return std::sin(3 * t); }
    Points shape(double s) const {
        Points x = X_;
        x.row(1) *= 1 + 0.3 * s;
        x.row(2).array() += 0.1 * s * x.row(0).array().square();
        return x;
    }
    Points X_;
};

struct PosedBody {
    MassOfBlock block;
    Body body = test::body(block.mesh, block.material);
    FullSpaceSystem full{body,
                         {},
                         displacement_forces(body.mesh, block.material),
                         std::make_unique<Stretching>(body.mesh.positions)};
    std::vector<Eigen::MatrixXd> bases{block.random_basis(4), block.random_basis(4)};
    pose_space::PosedMotion motion{full, pose_space::PoseBasis(bases, full.mass())};

    const Stretching& shape() const { return static_cast<const Stretching&>(*full.rest_shape()); }
    /// Two steps of uneven lengths from rest, the second one under way.
    void step() {
        for (const double dt : {0.1, 0.07}) {
            motion.rest.begin_step(dt);
            motion.root.start = motion.root.end;
            motion.root.dt = dt;
            const double end = dt == 0.1 ? 0.1 : 0.1 + 0.07;
            motion.move_to(end);
            if (dt == 0.1) motion.rest.commit();
        }
    }
};

}  // namespace sinew::test
