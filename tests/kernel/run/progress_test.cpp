#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/run/progress.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

const ProgressFigures midway{{0.01, 36000, 12345}, 87.6, 271};

}  // namespace

TEST_CASE("progress: the line leaves the last column free at every width, in ASCII and UTF-8") {
    for (int width = 1; width <= 300; ++width)
        for (const bool utf8 : {false, true})
            CHECK(int(n_characters(midway.line(width, utf8))) <= std::max(1, width - 1));
}

TEST_CASE("progress: what matters least is left out first where the terminal is narrow") {
    CHECK(midway.line(200, false) ==
          "[==========                    ]  34%  step 12345 of 36000  t = 123.5 s  87.6 steps/s  "
          "4:31 left");
    CHECK_THAT(midway.line(80, false), Contains("] ") && Contains("t = 123.5 s"));
    CHECK_THAT(midway.line(60, false), Contains("[===") && !Contains("steps/s"));
    CHECK(midway.line(40, false) == " 34%  step 12345 of 36000  4:31 left");
    CHECK(midway.line(20, false) == " 34%  4:31 left");
    CHECK(midway.line(8, false) == " 34%");
}

TEST_CASE("progress: a bar of Unicode's blocks has eighths of a column") {
    CHECK_THAT(midway.line(200, true), Contains("[██████████▎") && !Contains("[="));
}

TEST_CASE("progress: in a pipe all of it is said in words") {
    CHECK(midway.words() == " 34%  step 12345 of 36000  t = 123.5 s  87.6 steps/s  4:31 left");
}
