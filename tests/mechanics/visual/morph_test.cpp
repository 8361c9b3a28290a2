#include <catch2/catch.hpp>
#include <sinew/mechanics/visual/morph.hpp>

using namespace sinew;

TEST_CASE("morph clip: targets add up by their weights, less what the surface has at rest") {
    MorphTrack track;
    track.targets = {Points::Constant(3, 2, 1.0), Points::Constant(3, 2, 10.0)};
    track.at_rest = {0.5, 0};
    track.times = {0, 2};
    track.weights = (Eigen::MatrixXd(2, 2) << 0, 1, 0, 4).finished();
    MorphClip clip{{track, track}};
    clip.tracks[1].between = Interpolation::steps;
    const auto at = [&](double t) { return clip.displacement(2, t)(1, 1); };
    CHECK(at(-1) == Approx(-1));
    CHECK(at(1) == Approx((0.5 - 0.5) + 10 * 2 - 0.5));
    CHECK(at(5) == Approx(2 * (0.5 + 40)));
    CHECK(clip.displacement(2, 1).cols() == 2);
    CHECK(track.added(1) == Eigen::Vector2d(0, 2));
    track.times.clear();
    CHECK(track.added(1) == Eigen::Vector2d(0, 0));
}

TEST_CASE("interpolated: of a cubic, columns are rates before, values and rates after") {
    // w = t^3 from 0 to 1 and on to 3.
    Eigen::MatrixXd columns(1, 9);
    columns << 0, 0, 0, 3, 1, 3, 27, 27, 27;
    const std::vector<double> times{0, 1, 3};
    for (const double t : {0.0, 0.3, 1.0, 1.7, 3.0})
        CHECK(interpolated(times, columns, Interpolation::cubic, t)[0] == Approx(t * t * t));
    CHECK(interpolated(times, columns, Interpolation::cubic, 4)[0] == Approx(27));
}
