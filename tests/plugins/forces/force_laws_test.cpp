/// What every model of forces must be, run over all plugins of this build.

#include <omp.h>

#include <catch2/catch.hpp>
#include <Eigen/Cholesky>
#include <map>
#include <sinew/mechanics/math/decompositions.hpp>

#include "reduced_body.hpp"
#include "second_order.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

struct Expected {
    std::string parameters;
    double error;  ///< of the force beside U'f(Uq): the displacement that it makes, relative
};
const std::map<std::string, Expected> expected_of = {
    {"forces/projection", {"", 1e-13}},
    {"forces/stvk_polynomial", {"", 1e-10}},
    {"forces/cubature", {"tolerance: 0.02", 0.04}},
};

}  // namespace

TEST_CASE("Every model of forces is the gradient of an energy, near the projection") {
    for (const std::string& id : built_plugins("forces")) {
        CAPTURE(id);
        REQUIRE(expected_of.count(id) == 1);
        const EmptyCache cache;
        ReducedBody body(box(ElementType::tet4, {4, 2, 2}, {2, 1, 1}, 0.2), "stvk",
                         "young: 1e4, poisson: 0.3", 4);
        const Made<ForceModel> model(id.substr(7), expected_of.at(id).parameters);
        const auto forces = model->make(body.site());
        const Vector q = body.strained(0.2), d = body.strained(0.2, 5);
        const Index r = q.size();
        Vector f, f_of_both, f_ahead, f_behind;
        Eigen::MatrixXd K;
        REQUIRE_FALSE(forces->forces(q, f));
        REQUIRE_FALSE(forces->forces_and_stiffness(q, Definiteness::exact, f_of_both, K));
        REQUIRE(f.size() == r);
        CHECK((f - f_of_both).norm() < 1e-12 * f.norm());
        const Vector dq = K.ldlt().solve(f - body.forces(q));
        CHECK(dq.norm() < expected_of.at(id).error * q.norm());
        CHECK((K - K.transpose()).norm() < 1e-12 * K.norm());

        check_second_order([&](double h) {
            return std::abs((forces->energy(q + h * d) - forces->energy(q - h * d)) / (2 * h) -
                            f.dot(d));
        });
        check_second_order([&](double h) {
            forces->forces(q + h * d, f_ahead);
            forces->forces(q - h * d, f_behind);
            return ((f_ahead - f_behind) / (2 * h) - K * d).norm();
        });

        Eigen::MatrixXd psd_projected;
        const Vector squeezed = body.strained(0.5, 3);
        REQUIRE_FALSE(forces->forces_and_stiffness(squeezed, Definiteness::psd_projected, f_ahead,
                                                   psd_projected));
        const Vector values = symmetric_eigenvalues(psd_projected);
        CHECK(values.minCoeff() >= -1e-10 * values.maxCoeff());
    }
}

TEST_CASE("Every model of forces has the same bits on one thread and on more") {
    // Of n r^2 = 1.2 million: large enough for libraries to divide products among threads.
    const int threads = omp_get_max_threads();
    for (const std::string& id : built_plugins("forces")) {
        CAPTURE(id);
        ReducedBody body(box(ElementType::tet4, {20, 6, 6}, {3, 1, 1}, 0.2), "stvk",
                         "young: 1e4, poisson: 0.3", 20);
        const Made<ForceModel> model(id.substr(7),
                                     id == "forces/cubature" ? "size: 20, poses: {count: 30}" : "");
        const Vector q = body.strained(0.1);
        std::vector<Vector> f;
        std::vector<Eigen::MatrixXd> K;
        for (const int n : {1, 2, 3}) {
            omp_set_num_threads(n);
            const EmptyCache anew;
            f.emplace_back();
            K.emplace_back();
            model->make(body.site())
                ->forces_and_stiffness(q, Definiteness::exact, f.back(), K.back());
            CHECK((f.back() == f.front()));
            CHECK((K.back() == K.front()));
        }
    }
    omp_set_num_threads(threads);
}
