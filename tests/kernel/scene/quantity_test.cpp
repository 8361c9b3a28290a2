#include <catch2/catch.hpp>
#include <clocale>
#include <cmath>
#include <sinew/kernel/scene/quantity.hpp>

using namespace sinew;

namespace {

double si(const std::string& text, const Unit& unit) {
    const Quantity quantity = evaluate_quantity(text, unit);
    INFO(text << ": " << quantity.error);
    REQUIRE(quantity.error.empty());
    return quantity.value;
}

std::string error(const std::string& text, const Unit& unit = unit::one) {
    const Quantity quantity = evaluate_quantity(text, unit);
    return quantity.error + (quantity.remedy.empty() ? "" : " | " + quantity.remedy);
}

const std::string arithmetic =
    "numbers, + - * / ^ and parentheses, pi, e, sqrt, sin, cos, tan, asin, acos, atan, exp and abs "
    "are allowed";

}  // namespace

TEST_CASE("quantity: a bare number is in SI") {
    CHECK(si("1e5", unit::Pa) == 1e5);
    CHECK(si("-0.5", unit::m) == -0.5);
    CHECK(si("+3", unit::m) == 3);
    CHECK(si(" .5 ", unit::m) == 0.5);
    CHECK_FALSE(evaluate_quantity("3").has_unit);
}

TEST_CASE("quantity: a fraction stands whole before its unit") {
    CHECK(si("1/90 s", unit::s) == 1.0 / 90.0);
}

TEST_CASE("quantity: angles inside functions have units") {
    CHECK(si("sin(45 deg)", unit::one) == Approx(std::sqrt(0.5)));
    CHECK(si("2*sin(30 deg) MPa", unit::Pa) == Approx(1e6));
    CHECK(si("2*(1 + cos(2*(15 deg + 15deg))) m", unit::m) == Approx(3));
    CHECK(si("sin(1 rad)", unit::one) == Approx(std::sin(1.0)));
    CHECK(si("5 (kg*m)/s^2", unit::N) == 5);
}

TEST_CASE("quantity: arithmetic and a unit") {
    CHECK(si("2*0.5 MPa", unit::Pa) == 1e6);
    CHECK(si("2MPa", unit::Pa) == 2e6);
    CHECK(si("2e3Pa", unit::Pa) == 2e3);
    CHECK(si("(1 + 2)/4 km", unit::m) == 750);
    CHECK(si("sqrt(2)^2", unit::one) == Approx(2).epsilon(1e-15));
    CHECK(si("-2^2", unit::one) == -4);
    CHECK(si("2^3^2", unit::one) == 512);
    CHECK(si("cos(pi) + exp(0) + sin(0)", unit::one) == 0);
    CHECK(si("e", unit::one) == std::exp(1.0));
}

TEST_CASE("quantity: signs may meet, as they do when a variable is negative") {
    CHECK(si("--3", unit::one) == 3);
    CHECK(si("2--3", unit::one) == 5);
    CHECK(si("2*-3 mm", unit::m) == -6e-3);
    CHECK(si("1e-3*2", unit::one) == 2e-3);
}

TEST_CASE("quantity: units convert") {
    CHECK(si("3 GPa", unit::Pa) == 3e9);
    CHECK(si("3 N/mm^2", unit::Pa) == Approx(3e6).epsilon(1e-14));
    CHECK(si("1 g/cm^3", unit::kg_per_m3) == Approx(1000).epsilon(1e-14));
    CHECK(si("9.81 m/s^2", unit::m_per_s2) == 9.81);
    CHECK(si("9.81 m s^-2", unit::m_per_s2) == 9.81);
    CHECK(si("180 deg", unit::rad) == Approx(M_PI).epsilon(1e-15));
    CHECK(si("2 h", unit::s) == 7200);
    CHECK(si("5 kHz", unit::per_s) == 5000);
    CHECK(si("10/s", unit::Hz) == 10);
    CHECK(si("5 1/s", unit::Hz) == 5);
    CHECK(si("1/s", unit::Hz) == 1);
    CHECK(si("5 kg/(m*s)", unit::Pa_s) == 5);
    CHECK(si("2 J/m^3", unit::Pa) == 2);
    CHECK(si("2 t", unit::kg) == 2000);
    CHECK(si("7 um", unit::m) == Approx(7e-6).epsilon(1e-15));
}

TEST_CASE("quantity: another dimension is an error that names both units") {
    CHECK(error("3 m", unit::Pa) ==
          "'3 m' is in m where Pa is expected | allowed units: Pa, kPa, MPa, GPa; a bare number is "
          "in "
          "Pa");
    CHECK(error("3 kg", unit::one) ==
          "'3 kg' is in kg where a pure number is expected | write a bare "
          "number");
    CHECK(error("90 deg", unit::m) ==
          "'90 deg' is in deg where m is expected | allowed units: m, km, "
          "dm, cm, mm, um, nm; a bare number is in m");
    CHECK(error("10/s", unit::s).starts_with("'10/s' is in 1/s where s is expected"));
}

TEST_CASE("quantity: an unknown unit is an error with the nearest one") {
    CHECK(error("3 mpa", unit::Pa) == "unknown unit 'mpa' in '3 mpa' | did you mean 'MPa'?");
}

TEST_CASE("quantity: arithmetic behind a unit is an error that says where it belongs") {
    CHECK(
        error("1 m + 2 m", unit::m) ==
        "the unit 'm + 2 m' cannot be read from '+ 2 m' in '1 m + 2 m' | arithmetic stands before "
        "the unit, (1 + 2)/3 m; units are joined by * / and ^, like kg/m^3");
    CHECK(error("3 kg/m s", unit::Pa_s) ==
          "the unit 'kg/m s' can be read in two ways in '3 kg/m s' | "
          "use * and parentheses: kg/(m*s) or kg/m*s");
}

TEST_CASE("quantity: what has no value is an error") {
    CHECK(error("0/0") == "'0/0' is not a number: it has no value");
    CHECK(error("1/0") == "'1/0' is infinite | write a finite number");
    CHECK(error("1e400") ==
          "'1e400' is beyond what a number can hold | numbers go from 1e-308 to 1e308");
    CHECK(error("sqrt(-1)") == "'sqrt(-1)' is not a number: it has no value");
    CHECK(error("1e308 GPa", unit::Pa) ==
          "'1e308 GPa' is beyond what a number can hold | numbers go to 1e308");
    CHECK(error("nan").starts_with("'nan' is not a number"));
    CHECK(error("").starts_with("a number is missing"));
    CHECK(error(std::string(2000, '1')) ==
          "a quantity of 2000 characters is too long | at most 1000 are allowed");
}

TEST_CASE("quantity: muParser's own language stays closed") {
    CHECK(error("1,2") == "'1,2' is not a number: ',' means nothing in it | " + arithmetic);
    CHECK(error("1?2:3") == "'1?2:3' is not a number: '?' means nothing in it | " + arithmetic);
    for (const char* text :
         {"a=3", "1<2", "2>1", "1&&1", "1||0", "1==1", "sum(1,2)", "_pi", "rint(2)", "2(3)", "2 3",
          "1e", "sqrt 2", "2**3", "0x10", "\"a\"", "()", ")", "("}) {
        INFO(text);
        CHECK_FALSE(error(text).empty());
    }
}

TEST_CASE("quantity: the decimal point is a point in every locale") {
    const std::string before = std::setlocale(LC_ALL, nullptr);
    for (const char* locale : {"de_DE.UTF-8", "C.UTF-8", "C"}) {
        std::setlocale(LC_ALL, locale);
        CHECK(evaluate_quantity("1.5*2 m").value == 3);
        CHECK(evaluate_quantity("1.5 m").value == 1.5);
    }
    std::setlocale(LC_ALL, before.c_str());
}
