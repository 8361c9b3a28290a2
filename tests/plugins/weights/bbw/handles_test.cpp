#include "bbw/handles.hpp"

#include <catch2/catch.hpp>
#include <support/meshes.hpp>

using namespace sinew;
using namespace sinew::test;
using Eigen::Vector3d;

namespace {

/// Two bones along the axis of a bar of nodes, on its lower edge.
std::vector<Bone> two_bones_on_edge() {
    Bone first, second;
    first.segments = {{Vector3d(0, 0, 0), Vector3d(2, 0, 0)}};
    second.segments = {{Vector3d(3, 0, 0), Vector3d(4, 0, 0)}};
    first.radius = 0.5;
    second.radius = 1.1;
    return {first, second};
}

}  // namespace

TEST_CASE("bbw: bones hold the nodes along them, each the nodes nearest to itself") {
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    const std::vector<int> holder =
        bbw::nearest_nodes(mesh.positions, two_bones_on_edge(), bbw::mean_edge(mesh));
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const Vector3d X = mesh.positions.col(i);
        const bool on_edge = X.y() == 0 && X.z() == 0;
        CHECK(holder[std::size_t(i)] == (!on_edge ? -1 : X.x() < 2.5 ? 0 : 1));
    }
}

TEST_CASE("bbw: within radii each node goes to its nearest bone, if that reaches it") {
    const VolumeMesh mesh = tet_grid(4, 1, 1);
    const std::vector<int> holder = bbw::nodes_within(mesh.positions, two_bones_on_edge());
    for (Eigen::Index i = 0; i < mesh.n_nodes(); ++i) {
        const Vector3d X = mesh.positions.col(i);
        const double off = X.tail<2>().norm();
        const int expected = X.x() < 2.5 ? (off < 0.5 ? 0 : -1) : (off < 1.1 ? 1 : -1);
        CHECK(holder[std::size_t(i)] == expected);
    }
}

TEST_CASE("bbw: cages hold what is along their edges, in shares of where it is") {
    const VolumeMesh mesh = tet_grid(4, 4, 1);
    std::vector<Bone> bones(3);
    const Vector3d corners[] = {{0, 0, 0}, {4, 0, 0}, {4, 4, 0}};
    for (std::size_t k = 0; k < 3; ++k) {
        bones[k].joint = corners[k];
        bones[k].segments = {{corners[k], corners[k]}};
    }
    bones[0].cage = {1};
    bones[2].cage = {1};
    const double spacing = 1;
    const std::vector<int> holder = bbw::nearest_nodes(mesh.positions, bones, spacing);
    const std::vector<bbw::OnCage> cage = bbw::on_cage(mesh.positions, bones, holder, spacing);
    CHECK(cage.size() == 6);
    for (const bbw::OnCage& on : cage) {
        const Vector3d X = mesh.positions.col(on.node);
        CHECK(holder[std::size_t(on.node)] == -1);
        CHECK(X.z() == 0);
        CHECK(on.end == 1);
        CHECK(on.start == (X.y() == 0 ? 0 : 2));
        CHECK(on.share == Approx(X.y() == 0 ? 1 - X.x() / 4 : X.y() / 4));
    }
}

TEST_CASE("bbw: the mean edge is of all elements' edges") {
    VolumeMesh one;
    one.positions.resize(3, 4);
    one.positions << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
    one.elements = Eigen::Vector4i(0, 1, 2, 3);
    CHECK(bbw::mean_edge(one) == Approx((3 + 3 * std::sqrt(2.0)) / 6));
}
