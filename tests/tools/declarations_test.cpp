// Traits and refusals of every plugin: their words are strings, which no compiler compares.
#include <algorithm>
#include <catch2/catch.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <support/program.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

/// True if the condition names a parameter, and one of its choices if it has such.
bool makes_sense(std::string_view text, const std::vector<ParamDoc>& params) {
    if (text.empty()) return true;
    const std::optional<Condition> condition = read_condition(text);
    const ParamDoc* param = condition ? parameter_at(params, condition->parameter) : nullptr;
    if (!param) return false;
    return !param->range.starts_with("one of") ||
           param->range.find(condition->value) != std::string::npos;
}

struct House {
    PluginRegistry plugins{{SINEW_PLUGIN_DIR}};
    House() { plugins.load_all(); }

    std::vector<const PluginDescription*> all() {
        std::vector<const PluginDescription*> found;
        for (const PluginRegistry::Entry& entry : plugins.entries())
            if (entry.description) found.push_back(entry.description);
        return found;
    }
    /// True if a plugin of the kind, or of any if it is empty, lists the trait.
    bool is_listed(const std::string& kind, const std::string& trait) {
        const auto described = all();
        return std::any_of(described.begin(), described.end(), [&](const PluginDescription* one) {
            return std::string(one->id).starts_with(kind.empty() ? "" : kind + "/") &&
                   std::any_of(one->traits.begin(), one->traits.end(), [&](const std::string& own) {
                       return read_trait(own).name == trait;
                   });
        });
    }
};

}  // namespace

TEST_CASE("every plugin: conditions of traits and refusals name its parameters and their choices") {
    House house;
    int n_conditions = 0;
    for (const PluginDescription* plugin : house.all()) {
        CAPTURE(plugin->id);
        std::vector<std::string_view> conditions;
        for (const std::string& trait : plugin->traits)
            conditions.push_back(read_trait(trait).condition);
        for (const Refusal& refusal : plugin->refusals) conditions.push_back(refusal.when);
        for (const std::string_view condition : conditions) {
            CAPTURE(condition);
            CHECK(makes_sense(condition, plugin->params()));
            n_conditions += !condition.empty();
        }
    }
    CHECK(n_conditions >= 9);
}

TEST_CASE("every plugin: what it refuses is a kind, and a trait that a plugin lists") {
    House house;
    const std::vector<std::string> kinds = house.plugins.kinds();
    int n_refusals = 0;
    for (const PluginDescription* plugin : house.all())
        for (const Refusal& refusal : plugin->refusals) {
            CAPTURE(plugin->id, refusal.kind, refusal.trait, refusal.slot);
            ++n_refusals;
            CHECK(std::find(kinds.begin(), kinds.end(), refusal.kind) != kinds.end());
            if (*refusal.trait != '\0') CHECK(house.is_listed(refusal.kind, refusal.trait));
            if (*refusal.slot != '\0') {
                const std::vector<ParamDoc> params = plugin->params();
                CHECK(parameter_at(params, refusal.slot));
                CHECK(house.is_listed("", refusal.slot_trait));
            }
            CHECK(std::string(refusal.problem) != "");
            CHECK(std::string(refusal.remedy) != "");
        }
    CHECK(n_refusals >= 20);
}

TEST_CASE("sinew describe: traits and refusals of a plugin are reported, in the reference, too") {
    CHECK_THAT(test::call("describe coupling/contact").text,
               Contains("traits: `unbounded_stiffness` if `potential=barrier`, "
                        "`solved_to_convergence` if `potential=barrier`"));
    CHECK_THAT(test::call("describe forces/stvk_polynomial").text,
               Contains("refuses: a material without `stvk`; a formulation with "
                        "`couples_elements`"));
    const test::WorkFolder folder;
    REQUIRE(test::call("describe --markdown " + folder.path("pages")).code == 0);
    CHECK_THAT(folder.read("pages/solver.md"),
               Contains("Refuses: a load with `unsymmetric` if `linear` has `needs_symmetry`; "
                        "a coupling with `solved_to_convergence` if `newton.iterations!=0`") &&
                   Contains("Refuses: any coupling; any reduction; a load with `unsymmetric` if "
                            "`about=equilibrium`"));
    CHECK_THAT(folder.read("pages/linear.md"), Contains("\nTraits: `needs_symmetry`\n"));
}
