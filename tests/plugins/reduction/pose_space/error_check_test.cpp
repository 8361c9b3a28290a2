#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <pose_space/error_check.hpp>

using namespace sinew;
using sinew::pose_space::ErrorCheck;
using sinew::pose_space::ForceErrors;

TEST_CASE("force errors: largest and mean are over forces that are not small beside the largest") {
    ForceErrors errors;
    errors.add(0.1, Eigen::Vector2d(3, 4.5), Eigen::Vector2d(3, 4));  // 0.1
    errors.add(0.2, Eigen::Vector2d(2, 0), Eigen::Vector2d(0, 0));    // of nothing
    errors.add(0.3, Eigen::Vector2d(1, 0), Eigen::Vector2d(0.8, 0));  // 0.25
    errors.add(0.4, Eigen::Vector2d(0.02, 0), Eigen::Vector2d(0.01, 0));
    const nlohmann::json report = errors.report();
    CHECK(report["checks"] == 2);
    CHECK(report["largest"].get<double>() == Approx(0.25));
    CHECK(report["at"] == 0.3);
    CHECK(report["mean"].get<double>() == Approx(0.175));
}

TEST_CASE("error check: it is due every so many steps, also across a checkpoint") {
    ErrorCheck check(3), again(3);
    CHECK_FALSE(check.is_due());
    CHECK_FALSE(check.is_due());
    check.inertia.add(0.5, Eigen::Vector2d(1, 0), Eigen::Vector2d(2, 0));
    Archive archive;
    check.save(archive, "here");
    again.restore(archive, "here");
    CHECK(again.is_due());
    CHECK_FALSE(again.is_due());
    CHECK(again.report() == check.report());
    CHECK(again.report()["inertia"]["largest"] == 0.5);
    CHECK(again.report()["forces"]["checks"] == 0);
}
