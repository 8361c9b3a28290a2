#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <Eigen/Cholesky>
#include <mechanics/reduced/reduced_block.hpp>
#include <nlohmann/json.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <support/bodies.hpp>
#include <support/plugins.hpp>
#include <support/scene_body.hpp>

#include "cubature/cubature_elements.hpp"
#include "reduced_body.hpp"

using namespace sinew;

namespace {

/// A bar, fixed at one end, in the space of its lowest modes; with a cache of its own.
class Bar {
public:
    explicit Bar(const std::string& material = "neo_hookean", const std::string& element = "tet4",
                 const std::string& formulation = "displacement", Index r = 8)
        : scene_("    mesh: {type: box, size: [1, 0.25, 0.25], cells: [6, 2, 2], element: " +
                 element + "}\n    material: {type: " + material +
                 ", young: 1 MPa, poisson: 0.4}\n    formulation: {type: " + formulation +
                 "}\n    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: "
                 "0}}}]\n"),
          full_(full_body(*scene_.system().elastic_body(),
                          {"formulation/" + formulation, "/body", {}, {}})),
          U_(test::softest_modes(full_, r)) {}

    std::unique_ptr<ReducedForces> forces(const std::string& parameters,
                                          std::vector<int> kept = {}) {
        if (kept.empty())
            for (int j = 0; j < U_.cols(); ++j) kept.push_back(j);
        const auto model = test::make<ForceModel>("forces/cubature", parameters);
        return model->make({full_, U_, kept, full_.key});
    }
    nlohmann::json report(const std::string& parameters) {
        nlohmann::json report;
        forces(parameters)->report(report);
        return report;
    }
    Diagnostic mistake(const std::string& parameters) {
        try {
            forces(parameters);
        } catch (const InputError& error) {
            return error.diagnostics().front();
        }
        return {};
    }
    /// Largest displacement 5 percent of the length.
    Vector pose(unsigned seed) const {
        const Vector q = test::noise(U_.cols(), seed);
        return 0.05 / (U_ * q).cwiseAbs().maxCoeff() * q;
    }
    /// The same with all modes at the same energy, in the mean, as poses of training have them.
    Vector soft_pose(unsigned seed) const {
        const BlockTangent K = full_.matrix(Vector::Zero(full_.size()), 1, 0);
        Vector q = test::noise(U_.cols(), seed), y;
        for (Index j = 0; j < q.size(); ++j) {
            K.apply(U_.col(j), y);
            q[j] /= std::sqrt(U_.col(j).dot(y));
        }
        return 0.05 / (U_ * q).cwiseAbs().maxCoeff() * q;
    }
    const Eigen::MatrixXd& U() const { return U_; }
    FullBody& full() { return full_; }

private:
    test::EmptyCache cache_;
    test::SceneBody scene_;
    FullBody full_;
    Eigen::MatrixXd U_;
};

constexpr const char* few_poses = "poses: {type: gaussian, count: 60, amplitude: 0.05}, test: 0.34";

std::string with(const std::string& parameters) {
    return parameters + ", " + few_poses;
}

/// Slope of log error over log h for halved h: 2 for an exact derivative.
template <class Error>
double order(Error&& error, double h) {
    return std::log2(error(h) / error(h / 2));
}

}  // namespace

TEST_CASE("cubature: a smaller tolerance gives more elements, and bodies come to rest within it") {
    Bar bar;
    std::size_t last = 0;
    for (const double tolerance : {0.2, 0.1, 0.05, 0.02}) {
        CAPTURE(tolerance);
        const auto report = bar.report(with(fmt::format("tolerance: {}", tolerance)));
        INFO(report.dump());
        CHECK(report["displacement_error"] <= tolerance);
        CHECK(report["static_answers"] > 10);
        CHECK(report["training_error"] <= 4 * tolerance);
        CHECK(report["elements"] > last);
        CHECK(report["training_poses"] == 40);
        CHECK(report["test_poses"] == 20);
        last = report["elements"];
    }
    CHECK(last < std::size_t(bar.full().body().mesh.n_elements()) / 2);
}

TEST_CASE("cubature: forces and stiffness are those of the whole body up to the error") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        CAPTURE(element);
        Bar bar("neo_hookean", element, "displacement", 6);
        const auto forces =
            bar.forces("tolerance: 0.01, poses: {type: gaussian, count: 200, amplitude: 0.05}");
        double sum = 0, sum_K = 0;  // of displacements that the errors make
        for (unsigned seed = 1; seed <= 10; ++seed) {
            const Vector q = bar.soft_pose(seed);
            Vector f, full;
            Eigen::MatrixXd K;
            REQUIRE(!forces->forces_and_stiffness(q, Definiteness::exact, f, K));
            REQUIRE(!bar.full().assembler().forces(bar.U() * q, full));
            const Vector expected = bar.U().transpose() * full;
            const BlockTangent tangent = bar.full().matrix(bar.U() * q, 1, 0);
            const Eigen::MatrixXd K_expected =
                bar.U().transpose() * product_by_columns(bar.U(), [&](const Vector& x, Vector& y) {
                    tangent.apply(x, y);
                });
            const Eigen::LDLT<Eigen::MatrixXd> stiff(K_expected);
            sum += stiff.solve(f - expected).squaredNorm() / q.squaredNorm() / 10;
            sum_K += stiff.solve((K - K_expected) * q).squaredNorm() / q.squaredNorm() / 10;
        }
        CHECK(std::sqrt(sum) < 0.02);
        CHECK(std::sqrt(sum_K) < 0.06);
    }
}

TEST_CASE("cubature: the force is the energy's gradient and the tangent its derivative") {
    for (const char* material : {"neo_hookean", "corotational"}) {
        CAPTURE(material);
        Bar bar(material);
        const auto forces = bar.forces(with("tolerance: 0.05"));
        const Vector q = bar.pose(3), d = bar.pose(4);
        Vector f, f_moved;
        Eigen::MatrixXd K;
        REQUIRE(!forces->forces_and_stiffness(q, Definiteness::exact, f, K));
        CHECK(K == K.transpose());
        REQUIRE(!forces->forces(q, f_moved));
        CHECK((f_moved - f).norm() <= 1e-14 * f.norm());
        CHECK(order(
                  [&](double h) {
                      return std::abs(forces->energy(q + h * d) - forces->energy(q) - h * f.dot(d));
                  },
                  0.1) == Approx(2).margin(0.1));
        CHECK(order(
                  [&](double h) {
                      forces->forces(q + h * d, f_moved);
                      return (f_moved - f - h * (K * d)).norm();
                  },
                  0.1) == Approx(2).margin(0.1));
    }
}

TEST_CASE(
    "cubature: PSD projection adds to the tangent what makes it definite, element by element") {
    Bar bar;
    const auto forces = bar.forces(with("tolerance: 0.05"));
    Vector f;
    Eigen::MatrixXd exact, psd_projected;
    double added = 0;
    for (unsigned seed = 1; seed <= 5; ++seed) {
        const Vector q = 3 * bar.pose(seed);
        REQUIRE(!forces->forces_and_stiffness(q, Definiteness::exact, f, exact));
        REQUIRE(!forces->forces_and_stiffness(q, Definiteness::psd_projected, f, psd_projected));
        CHECK(symmetric_eigenvalues(psd_projected)[0] > 0);
        const Vector more = symmetric_eigenvalues(psd_projected - exact);
        CHECK(more[0] > -1e-10 * psd_projected.norm());
        added = std::max(added, more[more.size() - 1] / psd_projected.norm());
    }
    CHECK(added > 1e-4);
}

TEST_CASE("cubature: every trainer reaches the tolerance for several materials") {
    for (const char* material : {"neo_hookean", "corotational", "stvk"}) {
        Bar bar(material);
        for (const char* trainer : {"greedy", "importance", "nn_htp"}) {
            CAPTURE(material, trainer);
            const auto report =
                bar.report(with(fmt::format("trainer: {}, tolerance: 0.05", trainer)));
            INFO(report.dump());
            CHECK(report["reached"] == true);
            CHECK(report["displacement_error"] <= 0.05);
            CHECK(report["test_error"] < 0.2);
            CHECK(report["elements"] < 72);
        }
    }
}

TEST_CASE("cubature: one thread and two find bitwise the same") {
    const int before = omp_get_max_threads();
    for (const char* trainer : {"greedy", "importance", "nn_htp"}) {
        CAPTURE(trainer);
        std::vector<Vector> forces;
        std::vector<nlohmann::json> reports;
        for (const int n_threads : {1, 2}) {
            omp_set_num_threads(1);  // the dense eigensolver of the test is not of interest
            Bar bar("neo_hookean", "tet4", "displacement", 4);
            omp_set_num_threads(n_threads);
            const auto made =
                bar.forces(with(fmt::format("trainer: {}, tolerance: 0.05", trainer)));
            Vector f;
            made->forces(bar.pose(1), f);
            forces.push_back(f);
            reports.emplace_back();
            made->report(reports.back());
            CHECK(reports.back()["was_made"] == true);
        }
        CHECK(forces[0] == forces[1]);
        CHECK(reports[0]["training_error"] == reports[1]["training_error"]);
        CHECK(reports[0]["test_error"] == reports[1]["test_error"]);
    }
    omp_set_num_threads(before);
}

TEST_CASE("cubature: kept columns give their part of the forces in the whole basis") {
    Bar bar;
    const auto whole = bar.forces(with("tolerance: 0.05"));
    const std::vector<int> kept{5, 0, 2};
    const auto some = bar.forces(with("tolerance: 0.05"), kept);
    nlohmann::json report;
    some->report(report);
    CHECK(report["was_made"] == false);
    const Vector p = bar.pose(7)(kept);
    Vector q = Vector::Zero(8), f_whole, f;
    q(kept) = p;
    Eigen::MatrixXd K_whole, K;
    REQUIRE(!whole->forces_and_stiffness(q, Definiteness::exact, f_whole, K_whole));
    REQUIRE(!some->forces_and_stiffness(p, Definiteness::exact, f, K));
    CHECK((f - f_whole(kept)).norm() < 1e-12 * f.norm());
    CHECK((K - K_whole(kept, kept)).norm() < 1e-12 * K.norm());
    CHECK(some->energy(p) == Approx(whole->energy(q)).epsilon(1e-12));
}

TEST_CASE("cubature: a tolerance that is not reached is refused with what was reached") {
    Bar bar;
    const std::string parameters = with("tolerance: 0.001, size: 6");
    const Diagnostic found = bar.mistake(parameters);
    CHECK_THAT(found.message,
               Catch::Matches("forces/cubature of /body came to a displacement error of "
                              "[0-9.]+ with 6 elements, and not to the tolerance of 0.001"));
    CHECK(found.remedy ==
          "allow a larger size, or give more poses to fit (poses.count); or raise the tolerance, "
          "or take what there is with unreached: keep");
    CHECK(found.where.known());
    const auto report = bar.report("unreached: keep, " + parameters);
    CHECK(report["reached"] == false);
    CHECK(report["elements"] == 6);
    CHECK(report["was_made"] == false);  // what was refused had been kept
}

TEST_CASE("cubature: more poses than memory holds are refused at their place, with what it holds") {
    Bar bar;
    const Diagnostic found = bar.mistake("poses: {count: 2e9}");
    CHECK_THAT(found.message,
               Catch::Matches("2000000000 poses of 8 reduced coordinates take at least "
                              "3\\.58e\\+03 GB of memory, and there are .* GB"));
    CHECK_THAT(found.remedy, Catch::StartsWith("take at most count: "));
    CHECK(found.where.length == 3);
}

TEST_CASE("cubature: what a trainer does not use is refused where it is written") {
    Bar bar;
    const Diagnostic batch = bar.mistake("batch: 21");
    CHECK(batch.message ==
          "`batch` is for trainer: importance, and trainer: greedy does not use it");
    CHECK(batch.remedy == "take `batch` away, or write trainer: importance");
    CHECK(batch.where.length == 2);
    CHECK(bar.mistake("trainer: nn_htp, candidates: 33").message ==
          "`candidates` is for trainer: greedy, and trainer: nn_htp does not use it");
}

TEST_CASE("cubature: what was found is used again, and made anew if its file is damaged") {
    Bar bar;
    const auto first = bar.report(with("tolerance: 0.1"));
    CHECK(first["was_made"] == true);
    auto second = bar.report(with("tolerance: 0.1"));
    CHECK(second["was_made"] == false);
    CHECK(second["training_error"] == first["training_error"]);
    CHECK(bar.report(with("tolerance: 0.1, seed: 2"))["was_made"] == true);

    std::filesystem::resize_file(first["artifact"].get<std::string>(), 200);
    std::vector<std::string> warnings;
    LogListener listener([&](const Diagnostic& said) { warnings.push_back(said.message); });
    const auto third = bar.report(with("tolerance: 0.1"));
    CHECK(third["was_made"] == true);
    CHECK(third["training_error"] == first["training_error"]);
    REQUIRE(warnings.size() == 1);
    CHECK_THAT(warnings.front(), Catch::Contains("made anew, since"));
}

TEST_CASE("cubature: poses with inverted elements are replaced, and counted") {
    Bar bar;
    std::vector<std::string> warnings;
    LogListener listener([&](const Diagnostic& said) { warnings.push_back(said.message); });
    const auto report = bar.report(
        "tolerance: 0.2, poses: {type: gaussian, count: 40, amplitude: 2}, unreached: keep");
    CHECK(report["rejected_poses"] > 0);
    REQUIRE(warnings.size() == 1);
    CHECK(warnings.front() ==
          fmt::format("{} random poses of /body had inverted elements; others of lower amplitude "
                      "took their place",
                      report["rejected_poses"].get<int>()));
}

TEST_CASE("cubature: the report says that a test of fewer than five poses says little") {
    Bar bar;
    std::vector<std::string> warnings, remedies;
    LogListener listener([&](const Diagnostic& said) {
        warnings.push_back(said.message);
        remedies.push_back(said.remedy);
    });
    const auto told = [&](const std::string& parameters) {
        warnings.clear();
        remedies.clear();
        bar.forces("size: 12, poses: {type: gaussian, amplitude: 0.05, count: " + parameters);
        return std::count_if(warnings.begin(), warnings.end(), [](const std::string& warning) {
            return warning.find("say little of other poses") != std::string::npos;
        });
    };
    CHECK(told("2}") == 1);
    CHECK_THAT(warnings.back(), Catch::Contains("the cubature of /body is judged on 1 of 2 poses: "
                                                "errors over fewer than 5 say little"));
    CHECK_THAT(remedies.back(), Catch::Contains("take more poses (poses: {count: 25}), or a "
                                                "larger `test`"));
    CHECK(told("2}") == 1);  // from the file that keeps it, too
    CHECK(told("25}") == 0);
    CHECK(told("10}, test: 0.5") == 0);
    CHECK(told("10}, test: 0") == 0);
}

TEST_CASE("cubature: elements that a formulation couples are refused") {
    Bar bar("neo_hookean", "hex8", "f_bar", 2);
    const Diagnostic found = bar.mistake("tolerance: 0.1");
    CHECK(found.message ==
          "forces/cubature sums over elements that do not know of each other, and "
          "formulation/f_bar of /body couples them");
    CHECK(found.remedy ==
          "take formulation: {type: displacement}, or forces: {type: projection}, which fits "
          "every formulation");
}

TEST_CASE("cubature: a material that differs from region to region keeps its regions") {
    const auto material = test::make<Material>(
        "material/neo_hookean",
        "young: {default: 1 MPa, regions: {stiff: 9 MPa, other: 2 MPa}}, poisson: 0.3");
    VolumeMesh mesh = test::box(ElementType::tet4, {2, 2, 2}, {1, 1, 1});
    mesh.element_sets["stiff"] = {3, 11, 20};
    mesh.element_sets["other"] = {0};
    Body body = test::body(mesh, *material);
    FullSpaceSystem system(body, {}, displacement_forces(mesh, *material));
    const ElementTable& table = system.assembler().elements().table();
    const Vector u = 0.01 * test::noise(system.size());
    const Eigen::MatrixXd U = u;
    const auto energy = [&](int element) {
        return CubatureElements(body, table, U, {element}, Vector::Ones(1)).energy(Vector::Ones(1));
    };
    double total = 0;
    for (int e = 0; e < mesh.n_elements(); ++e) total += energy(e);
    CHECK(total == Approx(system.assembler().energy(u)).epsilon(1e-12));
}
