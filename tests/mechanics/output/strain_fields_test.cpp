// Stresses and strains of a body that is strained uniformly have their closed forms in all places.
#include <catch2/catch.hpp>
#include <sinew/mechanics/output/strain_fields.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using output::FieldData;
using output::FrameData;
using output::On;

namespace {

const FieldData& field_named(const FrameData& frame, const std::string& name) {
    for (const FieldData& data : frame.fields)
        if (data.name == name) return data;
    FAIL("no field " << name);
    return frame.fields.front();
}

/// Every column of the field is that.
void check_uniform(const FrameData& frame, const std::string& name, On on, Index n,
                   const Eigen::VectorXd& value, const char* unit) {
    const FieldData& data = field_named(frame, name);
    INFO(data.name);
    CHECK(data.unit == unit);
    CHECK(data.on == on);
    REQUIRE(data.values.rows() == value.size());
    REQUIRE(data.values.cols() == n);
    CHECK((data.values.colwise() - value).cwiseAbs().maxCoeff() < 1e-9 * value.norm());
}

}  // namespace

TEST_CASE("strain fields: a uniform strain is the same at nodes, over elements and at points") {
    for (const std::string element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        test::SceneBody scene(
            "    mesh: {type: box, size: [1, 1, 1], cells: [2, 1, 1], element: " + element +
            "}\n    material: {type: linear, young: 1 kPa, poisson: 0.25, density: 500}\n");
        const Body& body = scene.body();
        const double mu = 400, lambda = 400;
        Eigen::Matrix3d D;
        D << 0.02, 0.03, 0, -0.01, 0, 0.02, 0, 0, 0;
        const Points u = D * body.mesh.positions;
        const PointFields points = scene.system().point_fields(u.reshaped());
        const output::StrainFields fields(
            body, {StrainQuantity::cauchy_stress, StrainQuantity::von_mises,
                   StrainQuantity::deformation_gradient, StrainQuantity::energy_density,
                   StrainQuantity::principal_directions});
        FrameData frame;
        fields.add_at_nodes(points, frame);
        fields.add_means(points, frame);
        const FrameData cloud = fields.at_points(points, body.mesh.positions + u);
        const Index n_points = points.volume.size();
        CHECK(n_points == points.n_points * body.mesh.n_elements());

        // Strains: xx 0.02, xy 0.01, yz 0.01.
        Eigen::VectorXd sigma(6);
        sigma << 0.02 * (2 * mu + lambda), 0.02 * lambda, 0.02 * lambda, 0.02 * mu, 0.02 * mu, 0;
        const double shear = std::sqrt(std::pow(0.04 * mu, 2) + 6 * std::pow(0.02 * mu, 2));
        const double energy = mu * (0.02 * 0.02 + 4 * 0.01 * 0.01) + lambda / 2 * 0.02 * 0.02;
        const Eigen::Matrix3d F = D + Eigen::Matrix3d::Identity();
        const auto check = [&](const FrameData& in, const std::string& prefix, On on, Index n) {
            check_uniform(in, prefix + "cauchy_stress", on, n, sigma, "Pa");
            check_uniform(in, prefix + "von_mises", on, n, Vector::Constant(1, shear), "Pa");
            check_uniform(in, prefix + "deformation_gradient", on, n, F.transpose().reshaped(), "");
            check_uniform(in, prefix + "energy_density", on, n, Vector::Constant(1, energy),
                          "J/m^3");
            const auto direction = field_named(in, prefix + "principal_direction_1").values.col(0);
            CHECK(direction.norm() == Approx(1));
        };
        check(frame, "", On::points, body.mesh.n_nodes());
        check(frame, "mean_", On::cells, body.mesh.n_elements());
        check(cloud, "", On::points, n_points);
        // The points stand where their elements have carried them: inside the strained box.
        REQUIRE(cloud.points.cols() == n_points);
        const Points at_rest = F.inverse() * cloud.points;
        CHECK(at_rest.minCoeff() > 0);
        CHECK((at_rest.rowwise().maxCoeff().array() < 1).all());
        CHECK(at_rest.rowwise().mean().isApprox(Eigen::Vector3d::Constant(0.5), 0.1));
        CHECK(cloud.integers[0].values.back() == body.mesh.n_elements() - 1);
    }
}
