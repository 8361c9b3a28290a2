#include <catch2/catch.hpp>
#include <cmath>

#include "reading.hpp"

using namespace sinew;
using test::Reading;

namespace {

struct Motion {
    Varying<double> height = 0.5;
    Varying<Eigen::Vector3d> offset;
    Varying<double> force;
    static constexpr auto fields = std::tuple{
        field("height", &Motion::height, unit::m, non_negative, "A height"),
        field("offset", &Motion::offset, unit::m, "An offset"),
        field("force", &Motion::force, unit::N, "A force"),
    };
};

Motion read(const std::string& text) {
    const Reading<Motion> reading(text);
    CHECK(reading.errors() == "");
    CHECK(reading.ok);
    return reading.params;
}

std::string errors(const std::string& text) {
    const Reading<Motion> reading(text);
    CHECK_FALSE(reading.ok);
    return reading.errors();
}

}  // namespace

TEST_CASE("varying: a plain value is constant") {
    CHECK(Motion().height.at(7) == 0.5);
    CHECK(Motion().offset.at(7) == Eigen::Vector3d::Zero());
    const Motion m = read("{height: 3 cm, offset: [1, 2, 3 mm]}");
    CHECK(m.height.is_constant());
    CHECK(m.height.at(1) == Approx(0.03));
    CHECK(m.height.rate(1) == 0);
    CHECK(m.offset.at(1) == Eigen::Vector3d(1, 2, 0.003));
    CHECK(errors("{height: -1}") == "2:13: height is -1 m, must be >= 0");
}

TEST_CASE("varying: a constant that is written in t is answered with an expression") {
    const auto remedy = [](const std::string& text) { return Reading<Motion>(text).remedy(); };
    CHECK(errors("{offset: [\"0\", 0, \"-9.81*t\"]}") ==
          "2:22: offset[2]: '-9.81*t' is in t where m is expected");
    CHECK_THAT(remedy("{offset: [0, 0, \"-9.81*t\"]}"),
               Catch::StartsWith("write {expr: [...]} for a value that varies with time; allowed "
                                 "units: "));
    CHECK_THAT(remedy("{height: \"0.1*sin(2*t)\"}"),
               Catch::StartsWith("write {expr: ...} for a value that varies with time; "));
    CHECK_THAT(remedy("{height: t}"), Catch::StartsWith("write {expr: ...}"));
    CHECK_THAT(remedy("{height: 3 kg}"), !Catch::Contains("expr"));
    CHECK_THAT(remedy("{offset: [2 kg, 0, 3 m]}"), !Catch::Contains("expr"));
}

TEST_CASE("varying: linear keyframes are straight between and held outside") {
    const auto h = read("{height: {keyframes: [[1 s, 1 m], [2000 ms, 300 cm], [4, 3]]}}").height;
    CHECK_FALSE(h.is_constant());
    CHECK(h.at(0) == 1);
    CHECK(h.at(1.25) == Approx(1.5));
    CHECK(h.at(9) == 3);
    CHECK(h.rate(1.25) == Approx(2));
    CHECK(h.rate(1) == Approx(2));  // from the right
    CHECK(h.rate(0.99) == 0);
    CHECK(h.rate(9) == 0);
    CHECK(h.acceleration(1.5) == 0);
}

TEST_CASE(
    "varying: smooth keyframes pass through the points, rest at the ends and never overshoot") {
    const auto h =
        read("{height: {keyframes: [[0, 0], [1, 0], [2, 1], [3, 4], [5, 2]], interpolate: smooth}}")
            .height;
    const double times[] = {0, 1, 2, 3, 5}, values[] = {0, 0, 1, 4, 2};
    for (int k = 0; k < 5; ++k) CHECK(h.at(times[k]) == Approx(values[k]).margin(1e-15));
    CHECK(h.rate(0) == 0);
    CHECK(h.rate(5 - 1e-9) == Approx(0).margin(1e-8));
    for (double t = 0; t < 5; t += 0.01) {
        CHECK(h.at(t) >= -1e-15);
        CHECK(h.at(t) <= 4 + 1e-12);
        if (t < 1) CHECK(h.at(t) == Approx(0).margin(1e-15));
    }
    const double before = h.rate(2 - 1e-9), after = h.rate(2 + 1e-9);
    CHECK(before == Approx(after).margin(1e-6));
    CHECK(after > 0.5);
}

TEST_CASE("varying: rates of smooth keyframes are the derivatives of the values, to second order") {
    const auto h =
        read("{height: {keyframes: [[0, 0], [1, 2], [3, 3]], interpolate: smooth}}").height;
    const auto error = [&](double step) {
        return std::abs((h.at(0.4 + step) - h.at(0.4 - step)) / (2 * step) - h.rate(0.4));
    };
    const auto error2 = [&](double step) {
        return std::abs((h.rate(2.2 + step) - h.rate(2.2 - step)) / (2 * step) -
                        h.acceleration(2.2));
    };
    CHECK(error(1e-2) / error(5e-3) == Approx(4).epsilon(1e-3));
    CHECK(error2(1e-2) < 1e-12);  // a cubic's rate is a parabola
}

TEST_CASE("varying: keyframes of vectors give a vector each") {
    const auto o = read("{offset: {keyframes: [[0, [0, 0, 0]], [2, [2, 4 cm, -6]]]}}").offset;
    CHECK(o.at(1).isApprox(Eigen::Vector3d(1, 0.02, -3)));
    CHECK(o.rate(1).isApprox(Eigen::Vector3d(1, 0.02, -3)));
}

TEST_CASE("varying: expressions are in t with pi and e, result in SI") {
    const Motion m = read(
        "{height: {expr: \"0.1*sin(2*pi*t)\"}, "
        "offset: {expr: [\"t^2\", 0, \"exp(-t) + e\"]}}");
    CHECK(m.height.at(0.25) == Approx(0.1));
    CHECK(m.offset.at(2).isApprox(Eigen::Vector3d(4, 0, std::exp(-2) + M_E)));
    const Varying<double> copy = m.height;
    CHECK(copy.at(0.125) == m.height.at(0.125));
}

TEST_CASE("varying: angles in expressions may be in degrees") {
    const auto h = read("{height: {expr: \"sin(45 deg)*t + cos(t*60 deg)\"}}").height;
    CHECK(h.at(1) == Approx(std::sqrt(0.5) + 0.5));
}

TEST_CASE("varying: a long expression is quoted in part") {
    std::string text = "1";
    for (int k = 0; k < 2000; ++k) text += " + 1";
    const std::string error = errors("{height: {expr: \"" + text + " + foo\"}}");
    CHECK(error.find("in the expression '1 + 1") != std::string::npos);
    CHECK(error.size() < 300);
}

TEST_CASE("varying: rates of expressions are good to round-off's share") {
    const auto h = read("{height: {expr: \"sin(7*t)\"}}").height;
    for (const double t : {0.0, 1e-4, 0.3, 2.0}) {
        CHECK(h.rate(t) == Approx(7 * std::cos(7 * t)).margin(1e-9));
        CHECK(h.acceleration(t) == Approx(-49 * std::sin(7 * t)).margin(1e-5));
    }
    CHECK(std::isfinite(read("{height: {expr: \"sqrt(t)\"}}").height.at(0)));
    CHECK(read("{height: {expr: \"t*sqrt(t)\"}}").height.rate(0) == Approx(0).margin(0.01));
}

TEST_CASE("varying: a syntax error in an expression is shown at its place") {
    const std::string bad = errors("{height: {expr: \"1 + * t\"}}");
    CHECK(bad.find("2:25: height: in the expression '1 + * t': ") == 0);
    CHECK(errors("{height: {expr: \"sin(x)\"}}").find("2:25: ") == 0);
    CHECK(errors("{height: {expr: \"t = 3\"}}") == "2:23: height: '=' in the expression 't = 3'");
    CHECK(errors("{height: {expr: \"1, 2\"}}") == "2:20: height: '1, 2' gives several values");
    CHECK(errors("{offset: {expr: \"t\"}}") ==
          "2:20: offset: expected a list of 3 expressions, got the text 't'");
}

TEST_CASE("varying: an expression that is not finite stops the computation with its time") {
    const auto h = read("{height: {expr: \"log(t - 1)\"}}").height;
    CHECK_THROWS_WITH(h.at(0.5), Catch::Contains("the expression 'log(t - 1)' is ") &&
                                     Catch::Contains("at t = 0.5 s"));
    CHECK(h.at(2) == 0);
}

TEST_CASE("varying: keyframes that make no sense are refused") {
    CHECK(errors("{height: {keyframes: [[1, 1], [1, 2]]}}") ==
          "2:35: height: keyframe at 1 s comes after the one at 1 s");
    CHECK(errors("{height: {keyframes: []}}") ==
          "2:25: height: expected a list of keyframes, got an empty list");
    CHECK(errors("{height: {keyframes: [[0, 1, 2]]}}") ==
          "2:26: keyframes[0]: expected a list of 2 entries, got a list of 3");
    CHECK(errors("{height: {keyframes: [[0, 1 kg]]}}").find("height: ") != std::string::npos);
    CHECK(errors("{height: {keyframes: [[0 m, 1]]}}").find("time of a keyframe: ") !=
          std::string::npos);
    CHECK(errors("{height: {keyframes: [[0, -1]]}}") == "2:30: height is -1 m, must be >= 0");
    CHECK(errors("{offset: {keyframes: [[0, 1]]}}") ==
          "2:30: offset: expected a list of 3 numbers, got the text '1'");
    CHECK(errors("{height: {keyframes: [[0, 1]], interpolate: smoth}}") ==
          "2:48: interpolate cannot be 'smoth'; did you mean 'smooth'?");
    CHECK(errors("{height: {keyframes: [[0, 1]], expr: t}}") ==
          "2:13: height: both keyframes and expr are given");
    CHECK(errors("{height: {}}") == "2:13: height: a map must have keyframes or expr");
    CHECK(errors("{height: {expression: t}}") == "2:14: height: 'expression' does not belong here");
    CHECK(errors("{height: {expr: t, interpolate: linear}}") ==
          "2:23: height: 'interpolate' does not belong here");
}
