#include <catch2/catch.hpp>

#include "reading.hpp"

using namespace sinew;
using test::Reading;

namespace {

struct Numbers {
    double young = 1e5;
    double poisson = 0.45;
    double angle = 0;
    int cells = 1;
    long steps = 1;
    static constexpr auto fields = std::tuple{
        field("young", &Numbers::young, unit::Pa, positive, "Young's modulus"),
        field("poisson", &Numbers::poisson, between(-1.0, 0.5), "Poisson's ratio"),
        field("angle", &Numbers::angle, unit::rad, "An angle"),
        field("cells", &Numbers::cells, at_least(1), "Cells"),
        field("steps", &Numbers::steps, from_to(0, 1e12), "Steps"),
    };
};

std::string errors(const std::string& text) {
    const Reading<Numbers> reading(text);
    CHECK_FALSE(reading.ok);
    return reading.errors();
}

}  // namespace

TEST_CASE("numbers: quantities with units are converted to SI") {
    const Reading<Numbers> r("{young: 2*0.5 MPa, angle: 180 deg, cells: 4*10, steps: 3000000000}");
    CHECK(r.errors() == "");
    CHECK(r.ok);
    CHECK(r.params.young == Approx(1e6).epsilon(1e-15));
    CHECK(r.params.angle == Approx(M_PI).epsilon(1e-15));
    CHECK(r.params.cells == 40);
    CHECK(r.params.steps == 3000000000L);
    CHECK(r.params.poisson == 0.45);
}

TEST_CASE("numbers: a quantity may stand in quotes") {
    CHECK(Reading<Numbers>("{young: \"100 kPa\"}").params.young == Approx(1e5));
}

TEST_CASE("numbers: one out of range names value, unit and range at its place") {
    CHECK(errors("{young: -3}") == "2:12: young is -3 Pa, must be > 0");
    CHECK(errors("{young: -3 kPa}") == "2:12: young is -3000 Pa, must be > 0");
    CHECK(errors("{poisson: 0.5}") == "2:14: poisson is 0.5, must be in -1 < x < 0.5");
    CHECK(errors("{cells: 0}") == "2:12: cells is 0, must be >= 1");
}

TEST_CASE("numbers: a range error says what the parameter is, and what is allowed") {
    CHECK(Reading<Numbers>("{young: -3}").remedy() == "give a value > 0 Pa (Young's modulus)");
    CHECK(Reading<Numbers>("{poisson: 0.5}").remedy() ==
          "give a value in -1 < x < 0.5 (Poisson's ratio)");
    CHECK(Reading<Numbers>("{cells: 0}").remedy() == "give a value >= 1 (Cells)");
}

TEST_CASE("numbers: an angle of more than a turn without a unit is a warning") {
    const Reading<Numbers> r("{angle: 90}");
    CHECK(r.ok);
    CHECK(r.params.angle == 90);
    CHECK(r.errors() == "2:12: angle is 90 rad, which is 14.3 turns");
    CHECK(r.diagnostics.n_errors() == 0);
    CHECK(r.remedy().find("write 90 deg if degrees are meant, 90 rad if not") != std::string::npos);
    CHECK(Reading<Numbers>("{angle: 90 rad}").errors() == "");
    CHECK(Reading<Numbers>("{angle: 90 deg}").errors() == "");
    CHECK(Reading<Numbers>("{angle: 6}").errors() == "");
    CHECK(Reading<Numbers>("{angle: 6*pi}").errors() == "");
}

TEST_CASE("numbers: a wrong unit names both units") {
    const Reading<Numbers> r("{young: 3 m}");
    CHECK(r.errors().find("young: ") != std::string::npos);
    CHECK(r.errors().find("is in m where Pa is expected") != std::string::npos);
    CHECK(r.remedy() != "");
}

TEST_CASE("numbers: integers must be whole and fit") {
    CHECK(errors("{cells: 1.5}") == "2:12: cells is 1.5, must be a whole number");
    CHECK(errors("{cells: 1e10}") ==
          "2:12: cells is 10000000000, which is too large for an integer");
    CHECK(Reading<Numbers>("{cells: 99999999999}").remedy() ==
          "allowed are whole numbers from 1 to 2147483647");
    CHECK(errors("{steps: 1e17}") == "2:12: steps is 1e+17, which is too large for an integer");
}

TEST_CASE("numbers: NaN, infinity, lists and words are refused") {
    for (const char* text :
         {"{young: nan}", "{young: .nan}", "{young: inf}", "{young: 1e999}", "{young: 1/0}",
          "{young: soft}", "{young: [1, 2]}", "{cells: {a: 1}}"}) {
        INFO(text);
        CHECK(errors(text) != "");
    }
    CHECK(errors("{young: [1, 2]}") == "2:12: young: expected a number in Pa, got a list");
}

TEST_CASE("numbers: every mistake of a map is reported at once") {
    const Reading<Numbers> r("{young: -1, poisson: 3, cells: 0.5}");
    CHECK(r.diagnostics.n_errors() == 3);
    CHECK(r.diagnostics.all()[0].node_path == "/beam");
    CHECK(r.diagnostics.all()[0].plugin == "material/test");
}
