#include <catch2/catch.hpp>
#include <sinew/mechanics/material/field.hpp>
#include <sinew/mechanics/material/point_parameters.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

struct Params {
    Field<double> young = 1e5;
    Field<double> poisson = 0.3;
    static constexpr auto fields = std::tuple{
        field("young", &Params::young, unit::Pa, positive, "Young's modulus E"),
        field("poisson", &Params::poisson, unit::one, between(-1.0, 0.5), "Poisson's ratio nu"),
    };
};

Params read(const std::string& text) {
    const Value value = parse_scene("sinew: 1\n" + text, "test.yaml");
    Diagnostics diagnostics;
    ReadContext context{diagnostics};
    context.plugin = "material/test";
    Params params;
    read_params(value, context, params, {"sinew"});
    diagnostics.throw_if_errors();
    return params;
}

VolumeMesh mesh_of_ten() {
    VolumeMesh mesh;
    mesh.elements = Eigen::MatrixXi::Zero(4, 10);
    mesh.element_sets["bone"] = {0, 9};
    mesh.element_sets["skin"] = {9};
    mesh.element_arrays["stiffness"] = Eigen::RowVectorXd::LinSpaced(10, 1, 10);
    mesh.element_arrays["fibre"] = Eigen::MatrixXd::Ones(3, 10);
    Eigen::RowVectorXd holed = Eigen::RowVectorXd::Ones(10);
    holed[4] = std::nan("");
    mesh.element_arrays["holed"] = holed;
    return mesh;
}

using LameParams = Params;
struct LameLaw {
    using Params = LameParams;
    template <class Real>
    struct Point {
        Real mu, lambda;
    };
};

}  // namespace

TEST_CASE("a field is a quantity that holds for all elements") {
    const Params params = read("young: 2 MPa");
    CHECK(params.young.is_constant());
    CHECK(params.young.constant() == 2e6);
    CHECK(params.young.on(mesh_of_ten()) == Eigen::VectorXd::Constant(10, 2e6));
}

TEST_CASE("a field takes an element array of the mesh, scaled") {
    const Params params = read("young: {array: stiffness, scale: 1e6}");
    CHECK_FALSE(params.young.is_constant());
    CHECK(params.young.on(mesh_of_ten()).isApprox(Eigen::VectorXd::LinSpaced(10, 1e6, 1e7)));
}

TEST_CASE("a field takes values of element sets over a default, the last one wins") {
    const Eigen::VectorXd young =
        read("young: {default: 1 kPa, regions: {bone: 1 GPa, skin: 3 kPa}}")
            .young.on(mesh_of_ten());
    CHECK(young[0] == 1e9);
    CHECK(young[1] == 1e3);
    CHECK(young[9] == 3e3);
}

TEST_CASE("what is wrong with a field is said at its place") {
    CHECK_THROWS_WITH(read("young: -1 Pa"), Contains("test.yaml:2:8") && Contains("must be > 0"));
    CHECK_THROWS_WITH(read("young: 3 m"), Contains("test.yaml:2:8"));
    CHECK_THROWS_WITH(read("poisson: 0.5"), Contains("-1 < x < 0.5"));
    CHECK_THROWS_WITH(read("young: {regions: {bone: 1 Pa}}"), Contains("needs 'default'"));
    CHECK_THROWS_WITH(read("young: {default: 1 Pa, regions: {bone: 1 m}}"), Contains("bone"));
    CHECK_THROWS_WITH(read("young: {default: 1 Pa, regions: {bone: 1 Pa}, sclae: 2}"),
                      Contains("young of material/test has no parameter 'sclae'"));
    CHECK_THROWS_WITH(read("young: [1, 2]"), Contains("expected a number"));
}

TEST_CASE("a map that is no field is one mistake, which names both forms and the near name") {
    const auto mistakes = [](const std::string& text) {
        try {
            read(text);
        } catch (const InputError& error) {
            return error.diagnostics();
        }
        return std::vector<Diagnostic>();
    };
    const std::string both =
        "write {array: NAME, scale: FACTOR} for an element array of the mesh, or {default: VALUE, "
        "regions: {SET: VALUE, ...}} for element sets";
    const auto expr = mistakes("young: {expr: 1 + t}");
    REQUIRE(expr.size() == 1);
    CHECK(expr[0].message == "young: a map of 'expr' is no value over the mesh");
    CHECK(expr[0].remedy == both);
    CHECK(expr[0].where.column == 9);
    const auto misspelt = mistakes("young: {aray: stiffness, scale: 2}");
    REQUIRE(misspelt.size() == 1);
    CHECK(misspelt[0].remedy == "did you mean 'array'? " + both);
    const auto empty = mistakes("young: {}");
    REQUIRE(empty.size() == 1);
    CHECK(empty[0].message == "young: the map is empty");
}

TEST_CASE("a field that does not fit the mesh says what the mesh has") {
    const VolumeMesh mesh = mesh_of_ten();
    CHECK_THROWS_WITH(read("young: {array: stifness}").young.on(mesh),
                      Contains("test.yaml:2:8") && Contains("no element array 'stifness'") &&
                          Contains("did you mean 'stiffness'?"));
    CHECK_THROWS_WITH(read("young: {default: 1, regions: {bones: 2}}").young.on(mesh),
                      Contains("no element set 'bones'") && Contains("did you mean 'bone'?"));
    CHECK_THROWS_WITH(read("young: {array: fibre}").young.on(mesh),
                      Contains("is 3 x 10, not 1 x 10"));
    CHECK_THROWS_WITH(read("young: {array: holed}").young.on(mesh), Contains("nan at element 4"));
    CHECK_THROWS_WITH(read("young: {array: stiffness, scale: -1}").young.on(mesh),
                      Contains("-1 at element 0") && Contains("allowed: > 0"));
    CHECK_THROWS_WITH(read("young: {array: a}").young.on(VolumeMesh{}),
                      Contains("the mesh has no element arrays"));
}

TEST_CASE("point parameters are shared while constant, else one a pack with the last repeated") {
    const VolumeMesh mesh = mesh_of_ten();
    const PointParameters<LameLaw> shared(read("young: 2 MPa\npoisson: 0.25"), mesh);
    CHECK(&shared[0] == &shared[1]);
    CHECK(shared[1].mu[3] == Approx(0.8e6));
    CHECK(shared[1].lambda[3] == Approx(0.8e6));
    const PointParameters<LameLaw> varying(read("young: {array: stiffness, scale: 1e6}"), mesh);
    CHECK(varying[0].mu[7] == Approx(lame_from(8e6, 0.3).mu));
    CHECK(varying[1].lambda[1] == Approx(lame_from(1e7, 0.3).lambda));
    CHECK(varying[1].lambda[7] == varying[1].lambda[1]);
}
