#include <catch2/catch.hpp>
#include <mechanics/reduced/reduced_block.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

class BallDepth final : public DepthField {
public:
    BallDepth(const Eigen::Vector3d& center, double radius) : center_(center), radius_(radius) {}
    double depth(const Eigen::Vector3d& x) const override { return radius_ - (x - center_).norm(); }

private:
    Eigen::Vector3d center_;
    double radius_;
};

}  // namespace

TEST_CASE("deformation tree: finds every point that is inside, at any q, and few others") {
    const NeoHookean material;
    const Body body = test::body(box(ElementType::tet4, {20, 6, 6}, {4, 1, 1}), material);
    const Index r = 6;
    const Eigen::MatrixXd U =
        noise(3 * body.mesh.n_nodes() * r).reshaped(3 * body.mesh.n_nodes(), r);
    // Smooth shapes, as bases are: polynomials of the place.
    Eigen::MatrixXd smooth(U.rows(), r);
    for (Index i = 0; i < body.mesh.n_nodes(); ++i) {
        const Eigen::Vector3d x = body.mesh.positions.col(i);
        for (Index k = 0; k < r; ++k)
            smooth.block<3, 1>(3 * i, k) =
                Eigen::Vector3d(std::sin(double(k) * x.x()), std::cos(double(k) + x.x()), x.z()) /
                double(k + 2);
    }
    for (const Eigen::MatrixXd* basis : {&U, static_cast<const Eigen::MatrixXd*>(&smooth)}) {
        const BasisRows rows(*basis);
        const DeformationTree tree(body.mesh.positions, rows, body.skin.nodes);
        std::size_t n_found = 0, n_inside = 0;
        for (unsigned seed = 1; seed < 40; ++seed) {
            const Vector q = 0.3 * noise(r, seed);
            const Points x = body.mesh.positions + rows.times(q);
            const BallDepth ball(x.col(int(seed) * 7 % int(x.cols())), 0.15);
            std::vector<int> found;
            tree.visit(
                q, [&](const Eigen::Vector3d& c, double radius) { return ball.depth(c) > -radius; },
                found);
            CHECK(std::is_sorted(found.begin(), found.end()));
            for (std::size_t k = 0; k < body.skin.nodes.size(); ++k) {
                if (ball.depth(x.col(body.skin.nodes[k])) <= 0) continue;
                ++n_inside;
                CHECK(std::binary_search(found.begin(), found.end(), int(k)));
            }
            n_found += found.size();
        }
        CHECK(n_inside > 20);
        if (basis == &smooth) CHECK(n_found < 39 * body.skin.nodes.size() / 4);
    }
}
