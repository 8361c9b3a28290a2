#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/schema.hpp>
#include <sinew/kernel/params/schema.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/observer.hpp>

namespace {

enum class Order { natural, metis };

}  // namespace

template <>
struct sinew::EnumNames<Order> {
    static constexpr std::array names{std::pair{"natural", Order::natural},
                                      std::pair{"metis", Order::metis}};
};

using namespace sinew;
using nlohmann::json;

namespace {

class Linear : public Object {
public:
    static constexpr const char* kind = "linear";
};

/// An output with a parameter of every shape.
class Everything final : public Observer {
public:
    struct Inner {
        double mass = 0.25;
        static constexpr auto fields =
            std::tuple{field("mass", &Inner::mass, unit::per_s, non_negative, "Mass part")};
    };
    struct Params {
        double young = 1e5;
        double poisson = 0.45;
        double density = 0;
        std::optional<double> size;
        int cells = 4;
        bool flag = true;
        std::string text = "a \"word\"";
        Order order = Order::metis;
        Eigen::Vector3d gravity{0, 0, -9.81};
        Eigen::Matrix2d matrix = Eigen::Matrix2d::Identity();
        std::vector<std::string> names{"displacement"};
        Path file;
        Varying<double> height = 0.5;
        Inner damping;
        PluginSlot<Linear> linear{"cholesky"};
        static constexpr auto fields = std::tuple{
            field("young", &Params::young, unit::Pa, positive, "Young's modulus"),
            field("poisson", &Params::poisson, between(-1.0, 0.5), "Poisson's ratio"),
            field("density", &Params::density, unit::kg_per_m3, positive, "Density").required(),
            field("size", &Params::size, unit::m, positive, "Size"),
            field("cells", &Params::cells, at_least(1), "Cells"),
            field("flag", &Params::flag, "A flag"),
            field("text", &Params::text, "A text"),
            field("order", &Params::order, "An order"),
            field("gravity", &Params::gravity, unit::m_per_s2, "Gravity"),
            field("matrix", &Params::matrix, "A matrix"),
            field("names", &Params::names, "Names"),
            field("file", &Params::file, "A file"),
            field("height", &Params::height, unit::m, "A height"),
            field("damping", &Params::damping, "Damping"),
            field("linear", &Params::linear, "Linear solver"),
        };
    };
    static constexpr const char* source = "Nobody, Nothing, 2000";

    explicit Everything(const Params&) {}
    void begin(const RunInfo&, const Clock&) override {}
    void observe(const Clock&) override {}
    void finish() override {}
    void report(json&) const override {}
};

const PluginDescription description =
    detail::describe_plugin<Everything>("output/everything", "All there is");

ParamDoc doc(const std::string& name) {
    for (const ParamDoc& d : description.params())
        if (d.name == name) return d;
    FAIL("no parameter " << name);
    return {};
}

}  // namespace

TEST_CASE("describe: types, units, ranges and defaults come from the declaration") {
    CHECK(doc("young").type == "number");
    CHECK(doc("young").unit == "Pa");
    CHECK(doc("young").range == "> 0");
    CHECK(doc("young").default_value == "100000");
    CHECK(doc("young").meaning == "Young's modulus");
    CHECK(doc("poisson").range == "-1 < x < 0.5");
    CHECK(doc("density").required);
    CHECK(doc("density").default_value.empty());
    CHECK(doc("size").default_value.empty());
    CHECK_FALSE(doc("size").required);
    CHECK(doc("cells").type == "integer");
    CHECK(doc("cells").range == ">= 1");
    CHECK(doc("flag").default_value == "true");
    CHECK(doc("text").default_value == R"("a \"word\"")");
    CHECK(doc("order").range == "one of: natural, metis");
    CHECK(doc("order").default_value == "metis");
    CHECK(doc("gravity").type == "vector of 3");
    CHECK(doc("gravity").default_value == "[0, 0, -9.81]");
    CHECK(doc("matrix").type == "matrix 2x2");
    CHECK(doc("matrix").default_value == "[[1, 0], [0, 1]]");
    CHECK(doc("names").type == "list of texts");
    CHECK(doc("height").type == "number that may vary in time");
    CHECK(doc("height").default_value == "0.5");
    CHECK(doc("damping").nested.at(0).default_value == "0.25");
    CHECK(doc("linear").type == "object of kind linear");
    CHECK(doc("linear").default_value == "{type: cholesky}");
    CHECK(std::string(description.source) == "Nobody, Nothing, 2000");
}

TEST_CASE("describe: what every plugin of a kind takes is among a plugin's parameters") {
    CHECK(doc("every").unit == "s");
    CHECK(doc("every").range == "> 0");
}

TEST_CASE("schema: a plugin is an object of its type that takes no other keys") {
    const json schema = plugin_schema(description);
    CHECK(schema["type"] == "object");
    CHECK(schema["additionalProperties"] == false);
    CHECK(schema["properties"]["type"]["const"] == "everything");
    CHECK(schema["required"] == json::array({"type", "density"}));
    CHECK(schema["properties"].size() == 17);  // fifteen of its own, every, type
    CHECK(schema["properties"]["young"]["description"] == "Young's modulus [Pa]");
    CHECK(schema["properties"]["young"]["default"] == 100000);
    CHECK(schema["properties"]["order"]["default"] == "metis");
}

TEST_CASE("schema: numbers carry their range and may be written with a unit") {
    const json schema = plugin_schema(description)["properties"];
    CHECK(schema["young"]["anyOf"][0] == json{{"type", "number"}, {"exclusiveMinimum", 0.0}});
    CHECK(schema["young"]["anyOf"][1]["type"] == "string");
    CHECK(schema["cells"]["anyOf"][0] == json{{"type", "integer"}, {"minimum", 1.0}});
    CHECK(schema["poisson"]["anyOf"][0] ==
          json{{"type", "number"}, {"exclusiveMinimum", -1.0}, {"exclusiveMaximum", 0.5}});
}

TEST_CASE(
    "schema: lists, choices, structures, nested plugins and varying values keep their shape") {
    const json schema = plugin_schema(description)["properties"];
    CHECK(schema["gravity"]["minItems"] == 3);
    CHECK(schema["gravity"]["maxItems"] == 3);
    CHECK(schema["matrix"]["items"]["minItems"] == 2);
    CHECK(schema["names"]["items"]["type"] == json::array({"string", "number", "boolean"}));
    CHECK(schema["order"]["enum"] == json::array({"natural", "metis"}));
    CHECK(schema["damping"]["properties"]["mass"]["default"] == 0.25);
    CHECK(schema["damping"]["additionalProperties"] == false);
    CHECK(schema["linear"]["x-kind"] == "linear");
    CHECK(schema["height"]["anyOf"].size() == 3);
}
