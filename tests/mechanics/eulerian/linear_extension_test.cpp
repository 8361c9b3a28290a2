#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/linear_extension.hpp>

using namespace sinew;

namespace {

const Lattice all_nodes{{0.3, -0.2, 1}, 0.2, {13, 12, 14}};

Eigen::Vector3d linear(const Eigen::Vector3d& x) {
    return {1 + 2 * x[0] - x[1], x[2] - 0.5 * x[1], 3 - x[0] + x[1] + 2 * x[2]};
}

/// Nodes in a ball about the middle of the lattice.
std::vector<std::uint8_t> ball(double radius) {
    std::vector<std::uint8_t> known(std::size_t(all_nodes.size()), 0);
    const Eigen::Vector3d middle = all_nodes.position(6, 6, 6);
    each_point(all_nodes, [&](Index node, const std::array<Index, 3>& at) {
        known[std::size_t(node)] = (all_nodes.position(at) - middle).norm() < radius;
    });
    return known;
}

}  // namespace

TEST_CASE("linear extension: linear fields go on as they are, as far as is asked") {
    VectorField u(all_nodes.size());
    std::vector<std::uint8_t> known = ball(0.5);
    each_point(all_nodes, [&](Index node, const std::array<Index, 3>& at) {
        if (!known[std::size_t(node)]) return;
        u.set(node, linear(all_nodes.position(at)));
    });
    const std::vector<std::uint8_t> given = known;
    extend_linearly(all_nodes, u, 3, known);
    int n_extended = 0, n_left = 0;
    for (Index node = 0; node < all_nodes.size(); ++node) {
        const auto at = all_nodes.indices(node);
        const Eigen::Vector3d value = linear(all_nodes.position(at));
        if (known[std::size_t(node)] == 2) {
            ++n_extended;
            REQUIRE((u.at(node) - value).norm() < 1e-11);
        } else if (known[std::size_t(node)] == 0) {
            ++n_left;
            REQUIRE(u.at(node) == Eigen::Vector3d::Zero());
            // No known node is within three of it.
            for (Index other = 0; other < all_nodes.size(); ++other) {
                if (!given[std::size_t(other)]) continue;
                Index far = 0;
                for (std::size_t a = 0; a < 3; ++a)
                    far = std::max(far, std::abs(at[a] - all_nodes.indices(other)[a]));
                REQUIRE(far > 3);
            }
        } else {
            REQUIRE(given[std::size_t(node)] == 1);
        }
    }
    CHECK(n_extended > 500);
    CHECK(n_left > 100);
}

TEST_CASE("linear extension: keeps its value across a plane of known all_nodes") {
    VectorField u(all_nodes.size());
    std::vector<std::uint8_t> known(std::size_t(all_nodes.size()), 0);
    for (Index j = 0; j < 12; ++j)
        for (Index i = 0; i < 13; ++i) {
            known[std::size_t(all_nodes.at(i, j, 7))] = 1;
            u.set(all_nodes.at(i, j, 7), {4, 5, 6 + 0.1 * double(i)});
        }
    extend_linearly(all_nodes, u, 2, known);
    CHECK((u.at(all_nodes.at(5, 5, 9)) - Eigen::Vector3d(4, 5, 6.5)).norm() < 1e-13);
    CHECK(known[std::size_t(all_nodes.at(5, 5, 10))] == 0);
}
