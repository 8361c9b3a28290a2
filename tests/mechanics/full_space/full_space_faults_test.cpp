#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "full_space_scene.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("full space: what a load does wrong is said in its name") {
    struct Faulty final : Load {
        Faulty() { provenance = {"load/wobbly", "/beam", {}}; }
        bool is_follower() const override { return follower; }
        double potential(const LoadSite&, double) const override { return 0; }
        void evaluate(const LoadSite&, double, PointForces& out) const override { fault(out); }
        bool follower = false;
        std::function<void(PointForces&)> fault;
    } load;
    const auto error = [&] {
        try {
            Scene scene(ElementType::tet4, {{}, {&load}});
            const Vector zero = Vector::Zero(scene.system.size());
            scene.system.tangent(zero, zero, {0, 0, 1}, Definiteness::exact, nullptr);
        } catch (const ComputationError& thrown) {
            CHECK(thrown.diagnostic().plugin == "load/wobbly");
            CHECK(thrown.diagnostic().node_path == "/beam");
            return thrown.diagnostic().message;
        }
        return std::string("nothing was thrown");
    };
    const Eigen::Vector3d f(1, 2, 3);
    const Eigen::Matrix3d K = Eigen::Matrix3d::Identity();
    for (const bool follower : {false, true}) {
        INFO((follower ? "follower" : "dead load"));
        load.follower = follower;
        for (const int node : {-1, 36, 1000000}) {
            load.fault = [&](PointForces& out) { out.force(MaterialPoint::at_node(0, node), f); };
            CHECK_THAT(error(),
                       Catch::Contains("a force on node " + std::to_string(node) + " of ") &&
                           Catch::Contains("which has nodes 0 to 35"));
        }
        for (const int other : {-1, 1}) {
            load.fault = [&](PointForces& out) { out.force(MaterialPoint::at_node(other, 0), f); };
            CHECK_THAT(error(), Catch::Contains("a force on body " + std::to_string(other) +
                                                ", but a load acts on ") &&
                                    Catch::EndsWith(" alone"));
        }
        load.fault = [&](PointForces& out) { out.force({0, 11, {}, {}}, f); };
        CHECK_THAT(error(), Catch::Contains("a point of 11 nodes; at most 10"));
        load.fault = [&](PointForces& out) {
            out.force(MaterialPoint::at_node(0, 3), {1, std::nan(""), 0});
        };
        CHECK_THAT(error(), Catch::StartsWith("the force on node 3 of ") &&
                                Catch::EndsWith("is not finite: it has NaN"));
        load.fault = [](PointForces&) { throw std::runtime_error("no such muscle"); };
        CHECK(error() == "load/wobbly of /beam failed: no such muscle");
        load.fault = [](PointForces&) { throw 7; };
        CHECK_THAT(error(), Catch::Contains("load/wobbly of /beam failed: it threw something"));
    }
    load.fault = [&](PointForces& out) {
        const MaterialPoint good = MaterialPoint::at_node(0, 0);
        if (out.wants_tangent()) out.stiffness(good, MaterialPoint::at_node(0, 36), K);
    };
    CHECK_THAT(error(), Catch::Contains("a force on node 36 of "));
    load.fault = [&](PointForces& out) {
        const MaterialPoint good = MaterialPoint::at_node(0, 0);
        if (out.wants_tangent()) out.stiffness(good, good, K / 0.0);
    };
    CHECK_THAT(error(), Catch::StartsWith("the stiffness of a force on node 0 of ") &&
                            Catch::Contains("is not finite: it has "));
}

TEST_CASE("full space: what a constraint does wrong is said in its name and at its place") {
    struct Faulty final : Constraint {
        Faulty() {
            const auto source = std::make_shared<SourceText>(SourceText{"beam.yaml", "x\ny\n"});
            provenance = {"constraint/wobbly", "/beam", {source, 2, 1}};
        }
        void constrain(const Body&, double t, std::vector<ConstrainedNode>& out) const override {
            if (t > 0) fault(out);
        }
        std::function<void(std::vector<ConstrainedNode>&)> fault;
    } constraint;
    Scene scene(ElementType::tet4, {{&constraint}, {}});
    const auto error = [&](std::function<void(std::vector<ConstrainedNode>&)> fault) {
        constraint.fault = std::move(fault);
        try {
            scene.system.move_to(0.5);
        } catch (const ComputationError& thrown) {
            CHECK(thrown.diagnostic().plugin == "constraint/wobbly");
            CHECK(thrown.diagnostic().node_path == "/beam");
            CHECK_THAT(thrown.what(), Catch::StartsWith("beam.yaml:2:1: error: "));
            return thrown.diagnostic().message;
        }
        return std::string("nothing was thrown");
    };
    const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(error([](auto&) { throw std::runtime_error("no such joint"); }) ==
          "constraint/wobbly of /beam failed: no such joint");
    CHECK_THAT(error([](auto&) { throw 7; }),
               Catch::Contains("constraint/wobbly of /beam failed: it threw something"));
    for (const int node : {-1, 36, 1000000})
        CHECK_THAT(error([&](auto& out) {
                       out.push_back({node, {true, true, true}, zero, zero, zero});
                   }),
                   Catch::Contains("node " + std::to_string(node) + " of ") &&
                       Catch::Contains("whose nodes are 0 to 35"));
    for (const char* what : {"position", "velocity", "acceleration"}) {
        INFO(what);
        const auto constrain = [&](bool y_is_constrained) {
            return error([&](auto& out) {
                ConstrainedNode node{5, {true, y_is_constrained, true}, zero, zero, zero};
                (*what == 'p'   ? node.position
                 : *what == 'v' ? node.velocity
                                : node.acceleration)
                    .y() = nan;
                out.push_back(node);
            });
        };
        CHECK_THAT(constrain(true),
                   Catch::StartsWith(std::string("the ") + what + " given to node 5 ") &&
                       Catch::Contains("along y is nan at time 0.5 s"));
        CHECK(constrain(false) == "nothing was thrown");
    }
}

TEST_CASE("full space: a load that wants more than any memory holds is no fault of its own") {
    struct Greedy final : Load {
        double potential(const LoadSite&, double) const override { return 0; }
        void evaluate(const LoadSite&, double, PointForces&) const override {
            std::vector<double>().reserve(std::size_t(-1));
        }
    } load;
    CHECK_THROWS_AS(Scene(ElementType::tet4, {{}, {&load}}), std::length_error);
}

TEST_CASE("full space: what a material throws, from whatever thread, is said in its name") {
    class Faulty final : public test::NeoHookean {
    public:
        using test::NeoHookean::NeoHookean;
        std::unique_ptr<PointLaw> bind(const VolumeMesh&) const override {
            return std::make_unique<Law>();
        }
        struct Law final : test::detail::NeoHookeanLaw {
            Law() : NeoHookeanLaw(1e3, 1e4) {}
            void energy(Index, std::span<const Mat3<Pack>>, std::span<Pack>) const override {
                throw std::runtime_error("no energy");
            }
            void stress(Index first, std::span<const Mat3<Pack>> F,
                        std::span<Mat3<Pack>> P) const override {
                if (F[0](0, 0)[0] != 1) throw std::runtime_error("no stress");
                NeoHookeanLaw::stress(first, F, P);
            }
        };
    };
    Faulty material;
    material.provenance = {"material/wobbly", "/beam", {}};
    Body body = test::body(test::box(ElementType::tet4, {12, 12, 12}, {1, 1, 1}, 0), material);
    FullSpaceSystem system(body, {}, displacement_forces(body.mesh, material));
    const Vector q = 0.001 * test::noise(system.size()), v = Vector::Zero(q.size());
    Forces forces;
    CHECK_THROWS_WITH(system.forces(q, v, forces),
                      Catch::Contains("material/wobbly of /beam failed: no stress"));
    CHECK_THROWS_WITH(system.tangent(q, v, {0, 0, 1}, Definiteness::exact, &forces),
                      Catch::Contains("material/wobbly of /beam failed: no stress"));
    CHECK_THROWS_WITH(system.potential(q),
                      Catch::Contains("material/wobbly of /beam failed: no energy"));
    CHECK_THROWS_WITH(system.point_fields(q),
                      Catch::Contains("material/wobbly of /beam failed: no stress"));
}
