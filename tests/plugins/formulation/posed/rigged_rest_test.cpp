#include "posed/rigged_rest.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <sinew/mechanics/pose/rig_features.hpp>
#include <support/says.hpp>

using namespace sinew;

namespace {

/// p = (angle of the root about z [rad], its move along x [m], a stretch of the surface along y).
class StretchRig final : public Rig {
public:
    class Surface final : public RiggedSurface {
    public:
        Surface(const StretchRig& rig, Points rest) : rig_(rig), rest_(std::move(rest)) {}
        void positions(const Vector& p, std::span<const int> points, Points& x) const override {
            x.resize(3, Index(points.size()));
            for (std::size_t k = 0; k < points.size(); ++k) {
                Eigen::Vector3d at = rest_.col(points[k]);
                at.y() *= 1 + p[2];
                x.col(Index(k)) = rig_.root(p) * at;
            }
        }

        /// Coordinates, along columns of the root that are stretched, and its move.
        Eigen::MatrixXd linear_factors() const override {
            Eigen::MatrixXd factors = Eigen::MatrixXd::Ones(rest_.cols(), 4);
            factors.leftCols<3>() = rest_.transpose();
            return factors;
        }
        Points linear_vectors(const Vector& p) const override {
            Points vectors = rig_.root(p).matrix().topRows<3>();
            vectors.col(1) *= 1 + p[2];
            return vectors;
        }

    private:
        const StretchRig& rig_;
        Points rest_;
    };

    Index n_parameters() const override { return 3; }
    RigParameter parameter(Index k) const override { return {"p", "", 1, k < 2}; }
    Vector parameters(double t) const override { return Eigen::Vector3d(t, 2 * t, 3 * t); }
    Eigen::Isometry3d root(const Vector& p) const override {
        return Eigen::Translation3d(p[1], 0, 0) * Eigen::AngleAxisd(p[0], Eigen::Vector3d::UnitZ());
    }
    std::unique_ptr<RiggedSurface> carry(const SurfaceMesh& rest) const override {
        return std::make_unique<Surface>(*this, rest.positions);
    }
};

struct Scene {
    StretchRig rig;
    SurfaceMesh surface{Points::Random(3, 30), Eigen::MatrixXi(3, 0)};
    Points nodes = Points::Random(3, 20);
    RiggedRest rest{rig, rig.carry(surface), nodes, surface.positions};

    /// Gives the rest shape one pose beside the neutral one.
    void correct(const Vector& pose, const Points& correction) {
        const PoseFeatures features = pose_features(rig);
        Eigen::MatrixXd poses(features.size(), 2);
        poses << features.of(Eigen::Vector3d::Zero()), features.of(pose);
        rest.set_corrections({features,
                              PoseWeights(poses, PoseKernel::distance),
                              {Vector::Zero(3), pose},
                              {Points::Zero(3, 20), correction}});
    }
    Points at(const Vector& p, std::vector<int> some = {}) const {
        if (some.empty()) {
            some.resize(20);
            std::iota(some.begin(), some.end(), 0);
        }
        Points x;
        rest.at(p, some, x);
        return x;
    }
};

}  // namespace

TEST_CASE("rigged rest: with the root a body goes as one rigid piece, inside and outside") {
    const Scene scene;
    const Eigen::Vector3d p(2.5, -1000, 0);
    CHECK((scene.at(p) - scene.rig.root(p) * scene.nodes).norm() < 1e-11);
}

TEST_CASE("rigged rest: the root turns what the rig makes of the body, and no more") {
    const Scene scene;
    const Eigen::Vector3d stretched(0, 0, 0.3), turned(1.2, 0.7, 0.3);
    CHECK((scene.at(turned) - scene.rig.root(turned) * scene.at(stretched)).norm() < 1e-13);
}

TEST_CASE("rigged rest: displacements are means of those nearby; some nodes go as all of them") {
    const Scene scene;
    const Eigen::Vector3d p(0, 0, 0.3);
    const InverseDistance nearby(scene.surface.positions, scene.nodes, 4);
    const Points all = scene.at(p);
    for (Index i = 0; i < 20; ++i) {
        double lifted = 0;
        for (std::size_t j = 0; j < 4; ++j)
            lifted +=
                nearby.weights(i)[j] * 0.3 * scene.surface.positions(1, nearby.neighbours(i)[j]);
        CHECK((all.col(i) - scene.nodes.col(i) - Eigen::Vector3d(0, lifted, 0)).norm() < 1e-14);
    }
    CHECK(scene.at(p, {7, 3, 12}) == all(Eigen::all, std::vector<int>{7, 3, 12}));
}

TEST_CASE("rigged rest: corrections at poses go with the root, and are interpolated between") {
    Scene scene;
    const Eigen::Vector3d pose(0, 0, 0.3);
    const Points correction = 0.1 * Points::Random(3, 20), plain = scene.at(pose);
    const Points half = scene.at(0.5 * pose);
    scene.correct(pose, correction);
    CHECK((scene.at(Eigen::Vector3d::Zero()) - scene.nodes).norm() < 1e-14);
    CHECK((scene.at(pose) - plain - correction).norm() < 1e-13);
    CHECK((scene.at(0.5 * pose) - half - 0.5 * correction).norm() < 1e-13);
    const Eigen::Vector3d turned(1.2, 0.7, 0.3);
    CHECK((scene.at(turned) - scene.rig.root(turned) * (plain + correction)).norm() < 1e-13);
}

TEST_CASE("rigged rest: on a linear surface nodes are linear, with corrections and the root") {
    Scene scene;
    const auto error = [&](double t) {
        std::vector<int> all(20);
        std::iota(all.begin(), all.end(), 0);
        Points x;
        scene.rest.positions(t, all, x);
        return (scene.rest.linear_vectors(t) * scene.rest.linear_factors().transpose() - x).norm();
    };
    CHECK(error(0.3) < 1e-13);
    scene.correct(Eigen::Vector3d(0, 0, 0.6), 0.1 * Points::Random(3, 20));
    for (const double t : {0.0, 0.2, 0.35}) CHECK(error(t) < 1e-13);
}

TEST_CASE("rigged rest: its poses are those of the corrections, seen from the root") {
    Scene scene;
    CHECK(scene.rest.n_poses() == 1);
    CHECK(scene.rest.at_pose(0) == scene.nodes);
    CHECK(scene.rest.weights(0.4) == Vector::Ones(1));
    const PoseFeatures features = pose_features(scene.rig);
    const Eigen::Vector3d pose(1.2, 0.7, 0.3);
    Eigen::MatrixXd poses(features.size(), 2);
    poses << features.of(Eigen::Vector3d::Zero()), features.of(pose);
    scene.rest.set_corrections({features,
                                PoseWeights(poses, PoseKernel::distance),
                                {Vector::Zero(3), pose},
                                {Points::Zero(3, 20), Points::Zero(3, 20)}});
    CHECK(scene.rest.n_poses() == 2);
    CHECK((scene.rest.at_pose(1) - scene.at(Eigen::Vector3d(0, 0, 0.3))).norm() < 1e-13);
    // A hair beside the pose: the root's parameters make no difference there.
    CHECK(scene.rest.n_parameters() == 3);
    const double step = 1e-3 * scene.rig.parameter(2).scale;
    CHECK((scene.rest.near_pose(1, Eigen::Vector3d(0, 5, 2)) -
           scene.at(Eigen::Vector3d(0, 0, 0.3 + 2 * step)))
              .norm() < 1e-13);
    CHECK(std::abs(scene.rest.distance(0, 1) - (poses.col(1) - poses.col(0)).norm()) < 1e-15);
}

TEST_CASE("rigged rest: positions that are not finite are refused in the rig's name") {
    Scene scene;
    scene.rig.provenance = {"rig/stretch", "/cow", {}};
    Points x;
    CHECK_THROWS_WITH(scene.rest.positions(std::nan(""), std::vector<int>{3}, x),
                      Catch::Contains("not finite at nan s"));
    CHECK_THROWS_WITH(scene.at(Eigen::Vector3d(0, 1, std::nan(""))),
                      Catch::Contains("not finite at p = [0, 1, nan]"));
}
