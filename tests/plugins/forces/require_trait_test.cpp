#include <catch2/catch.hpp>
#include <sinew/mechanics/forces/require_trait.hpp>

namespace sinew {

namespace {

std::string refusal(const char* model, const char* trait) {
    PluginRegistry plugins(std::vector<std::filesystem::path>{SINEW_PLUGIN_DIR});
    try {
        require_trait(plugins, PluginSlot<ForceModel>(model), trait, "cannot do that", {});
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("forces: a model that lacks a required trait is refused, and those that have it named") {
    using Catch::Contains;
    CHECK(refusal("stvk_polynomial", force_trait::changes_materials).empty());
    CHECK_THAT(
        refusal("projection", force_trait::changes_materials),
        Contains("projection cannot do that") && Contains("use forces: {type: stvk_polynomial}"));
    CHECK(refusal("cubature", force_trait::follows_rest_shape).empty());
    CHECK_THAT(refusal("stvk_polynomial", force_trait::follows_rest_shape),
               Contains("stvk_polynomial cannot do that") && Contains("{type: cubature}"));
}

TEST_CASE("forces: where no model has a required trait, the refusal says so") {
    using Catch::Contains;
    CHECK_THAT(refusal("cubature", "grows"), Contains("no force model") && Contains("(grows)"));
}

}  // namespace sinew
