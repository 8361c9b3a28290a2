#include <catch2/catch.hpp>

#include "reading.hpp"

using namespace sinew;
using test::Reading;

namespace {

struct Damping {
    double mass = 0;
    double stiffness = 0;
    static constexpr auto fields = std::tuple{
        field("mass", &Damping::mass, unit::per_s, non_negative, "Mass part"),
        field("stiffness", &Damping::stiffness, unit::s, non_negative, "Stiffness part"),
    };
};

struct Base {
    double young = 1e5;
    static constexpr auto fields = std::tuple{
        field("young", &Base::young, unit::Pa, positive, "Young's modulus"),
    };
};

struct Derived : Base {
    double density = 0;
    Damping damping;
    std::vector<Damping> more;
    static constexpr auto fields = std::tuple_cat(
        Base::fields,
        std::tuple{
            field("density", &Derived::density, unit::kg_per_m3, positive, "Density").required(),
            field("damping", &Derived::damping, "Rayleigh damping"),
            field("more", &Derived::more, "More damping"),
        });
};

struct Empty {
    static constexpr std::tuple<> fields{};
};

enum class Mode { exact, rough };

struct Renamed {
    int max_cutbacks = 10;
    Mode mode = Mode::rough;
    double mass = 1;
    static constexpr auto fields = std::tuple{
        field("max_cutbacks", &Renamed::max_cutbacks, from_to(0, 20), "Halvings").formerly("cuts"),
        field("mode", &Renamed::mode, "Mode"),
        field("mass", &Renamed::mass, unit::kg, positive, "Mass").required().formerly("weight"),
    };
};

std::string errors(const std::string& text) {
    return Reading<Derived>(text).errors();
}

}  // namespace

template <>
struct sinew::EnumNames<Mode> {
    static constexpr std::array names{std::pair{"exact", Mode::exact},
                                      std::pair{"rough", Mode::rough}};
    static constexpr std::array former{std::pair{"precise", "exact"}};
};

TEST_CASE("structures: fields of a base are read beside one's own") {
    const Reading<Derived> r(
        "{young: 2, density: 3, damping: {mass: 4 1/s}, more: [{mass: 5}, {}]}");
    CHECK(r.errors() == "");
    CHECK(r.params.young == 2);
    CHECK(r.params.density == 3);
    CHECK(r.params.damping.mass == 4);
    CHECK(r.params.more.at(0).mass == 5);
    CHECK(r.params.more.at(1).mass == 0);
}

TEST_CASE("structures: an unknown key is refused with the nearest name") {
    CHECK(errors("{density: 1, yuong: 1}") ==
          "2:17: material/test has no parameter 'yuong'; did you mean 'young'?");
    CHECK(errors("{density: 1, damping: {mas: 1}}") ==
          "2:27: damping of material/test has no parameter 'mas'; did you mean 'mass'?");
    CHECK(Reading<Empty>("{a: 1}").errors() ==
          "2:5: material/test has no parameter 'a'; it has none");
}

TEST_CASE("structures: a missing required key is named with its meaning") {
    const Reading<Derived> r("{young: 1}");
    CHECK(r.errors() == "2:4: material/test needs 'density'");
    CHECK(r.remedy() == "density: Density");
}

TEST_CASE("structures: a former name of a key is refused with the new one") {
    const auto renamed = [](const std::string& text) { return Reading<Renamed>(text).errors(); };
    CHECK(renamed("{mass: 1, max_cutbacks: 3}") == "");
    CHECK(renamed("{mass: 1, cuts: 3}") ==
          "2:14: material/test has no parameter 'cuts'; it is now called 'max_cutbacks'");
    CHECK(renamed("{weight: 1}") ==
          "2:5: material/test has no parameter 'weight'; it is now called 'mass'");
    CHECK(renamed("{mass: 1, cut: 3}").find("it is now called") == std::string::npos);
}

TEST_CASE("structures: a former name of a choice is refused with the new one") {
    const auto renamed = [](const std::string& text) { return Reading<Renamed>(text).errors(); };
    CHECK(renamed("{mass: 1, mode: exact}") == "");
    CHECK(renamed("{mass: 1, mode: precise}") ==
          "2:20: mode cannot be 'precise'; it is now called 'exact'");
}

TEST_CASE("structures: an empty value is an error for every type") {
    CHECK(errors("\n  density:\n").find("density has no value") != std::string::npos);
    CHECK(errors("{density: 1, damping: , more: }").find("damping has no value") !=
          std::string::npos);
    CHECK(errors("{density: 1, damping: {mass: }}").find("mass has no value") != std::string::npos);
    CHECK(errors("{density: 1, more: [~]}").find("more[0]") != std::string::npos);
}

TEST_CASE("structures: something else than a map is refused") {
    CHECK(errors("{density: 1, damping: 3}") ==
          "2:26: damping of material/test: expected a map of parameters, got the text '3'");
    CHECK(errors("{density: 1, more: [3]}").find("more[0] of material/test: expected a map") !=
          std::string::npos);
}

TEST_CASE("structures: keys that somebody else reads are left alone") {
    Diagnostics diagnostics;
    ReadContext context{diagnostics};
    Base base;
    CHECK(read_params(test::value_of("{type: x, young: 3}"), context, base, {"type"}));
    CHECK(base.young == 3);
}
