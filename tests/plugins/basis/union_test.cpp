#include <catch2/catch.hpp>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

const std::string node = clamped(bar("[2, 0.5, 0.6]", "[6, 2, 2]", "hex8"));
const std::string modes = "{type: linear_modes, modes: 4}";
const std::string sketch =
    "{type: sketch, size: 2, forces: [{at: [2, 0, 0], force: [0, 0, 900]}, {at: [2, 0, 0], force: "
    "[0, 900, 0]}]}";

Eigen::MatrixXd in_span(const FullScene& scene, const Eigen::MatrixXd& U,
                        const Eigen::MatrixXd& X) {
    return U * (U.transpose() * scene.full.mass().times(X));
}

}  // namespace

TEST_CASE("union: it is mass-orthonormal and holds every vector of its parts") {
    FullScene scene(node);
    const auto all = scene.compute("basis/union", "parts: [" + modes + ", " + sketch + "]");
    CHECK(all.U.cols() == 6);
    CHECK(orthonormality_error(scene, all.U) < 1e-12);
    const Eigen::MatrixXd first = scene.compute("basis/linear_modes", "modes: 4").U;
    CHECK((all.U.leftCols(4) - first).cwiseAbs().maxCoeff() < 1e-12 * first.cwiseAbs().maxCoeff());
    const std::size_t skip = std::string("{type: sketch, ").size();
    const Eigen::MatrixXd shapes =
        scene.compute("basis/sketch", sketch.substr(skip, sketch.size() - skip - 1)).U;
    CHECK((in_span(scene, all.U, shapes) - shapes).norm() < 1e-10 * shapes.norm());
}

TEST_CASE("union: vectors that others span already are dropped") {
    FullScene scene(node);
    const auto same = scene.compute("basis/union", "parts: [" + modes + ", " + modes + "]");
    CHECK(same.U.cols() == 4);
    CHECK(same.details.integer("dropped") == 4);
    const auto more =
        scene.compute("basis/union", "parts: [" + modes + ", {type: linear_modes, modes: 6}]");
    CHECK(more.U.cols() == 6);
    CHECK(orthonormality_error(scene, more.U) < 1e-12);
    // A vector that is nearly known counts as known, if so told.
    const std::string near = "parts: [" + modes + ", " + sketch + "]";
    CHECK(scene.compute("basis/union", near + ", dependent: 0.9").U.cols() < 6);
}

TEST_CASE("union: size and tolerance take the principal directions of weighted vectors") {
    FullScene scene(node);
    const std::string parts = "parts: [" + modes + ", {type: linear_modes, modes: 6}]";
    const auto three = scene.compute("basis/union", parts + ", size: 3");
    CHECK(three.U.cols() == 3);
    // lambda_1/lambda_k twice for the first four: the softest three.
    const auto soft = scene.compute("basis/linear_modes", "modes: 6");
    CHECK((in_span(scene, three.U, soft.U.leftCols(3)) - soft.U.leftCols(3)).norm() <
          1e-6 * soft.U.norm());
    const std::vector<double> found = three.details.numbers("singular_values");
    const Vector s = Eigen::Map<const Vector>(found.data(), 6);
    const Vector w = soft.details.vector("eigenvalues", 6);
    CHECK(s(0) == Approx(std::sqrt(2)));
    CHECK(s(1) == Approx(std::sqrt(2) * w(0) / w(1)));
    CHECK(s(5) == Approx(w(0) / w(5)));
    const double left = s.tail(3).norm() / s.norm();
    CHECK(scene.compute("basis/union", parts + ", tolerance: " + std::to_string(1.01 * left))
              .U.cols() == 3);
    CHECK(scene.compute("basis/union", parts + ", tolerance: " + std::to_string(0.99 * left))
              .U.cols() == 4);
}

TEST_CASE("union: its key tells its parts' parameters and files apart") {
    FullScene scene(node);
    const auto key = [&](const std::string& parts) {
        ArtifactKey of_parts;
        make<Basis>("basis/union", "parts: [" + parts + "]")->add_to_key(scene.full, of_parts);
        return of_parts.hash();
    };
    CHECK(key(modes + ", " + sketch) == key(modes + ", " + sketch));
    CHECK(key(modes + ", " + sketch) != key(sketch + ", " + modes));
    CHECK(key(modes + ", " + sketch) != key("{type: linear_modes, modes: 5}, " + sketch));
}

TEST_CASE("union: what cannot be asked") {
    FullScene scene(node);
    CHECK_THROWS_WITH(scene.compute("basis/union", "parts: [" + modes + "]"),
                      Contains("basis/union needs two `parts` or more"));
    CHECK_THROWS_WITH(scene.compute("basis/union", "parts: [" + modes + ", " + sketch +
                                                       "], size: 2, tolerance: 0.1"),
                      Contains("basis/union has both `size` and `tolerance`"));
    CHECK_THROWS_WITH(
        scene.compute("basis/union", "parts: [" + modes + ", " + modes + "], size: 5"),
        Contains("size 5 asked of 8 vectors of 2 bases, which span 4 dimensions"));
}

TEST_CASE(
    "modal_derivatives, sketch: tolerance keeps the vectors that the rest of the PCA allows") {
    FullScene scene(node);
    const std::string of[] = {"modes: 3", sketch.substr(sketch.find("forces"),
                                                        sketch.size() - 1 - sketch.find("forces"))};
    const std::string id[] = {"basis/modal_derivatives", "basis/sketch"};
    for (int k = 0; k < 2; ++k) {
        INFO(id[k]);
        const auto two = scene.compute(id[k], of[k] + ", size: 2");
        const std::vector<double> s = two.details.numbers("singular_values");
        const Vector values = Eigen::Map<const Vector>(s.data(), Index(s.size()));
        const double left = values.tail(values.size() - 1).norm() / values.norm();
        const auto size = [&](double tolerance) {
            return scene.compute(id[k], of[k] + ", tolerance: " + std::to_string(tolerance))
                .U.cols();
        };
        CHECK(size(1.01 * left) == 1);
        CHECK(size(0.99 * left) == 2);
        CHECK_THROWS_WITH(scene.compute(id[k], of[k]),
                          Contains(id[k] + " needs one of `size` and `tolerance`"));
        CHECK_THROWS_WITH(scene.compute(id[k], of[k] + ", size: 2, tolerance: 0.1"),
                          Contains("has both `size` and `tolerance`"));
    }
}
