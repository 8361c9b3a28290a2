/// A part that holds others, and says which it does not work with.

#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>

#include "recorder.hpp"

namespace {

using namespace sinew;

struct Patience {
    int tries = 0;
    static constexpr auto fields = std::tuple{
        field("tries", &Patience::tries, "How often it tries"),
    };
};

class Picky final : public test::Part {
public:
    struct Params {
        PluginSlot<test::Part> inner{"picky"};
        std::vector<PluginSlot<test::Part>> others;
        Patience patience;
        bool strict = false;
        static constexpr auto fields = std::tuple{
            field("inner", &Params::inner, "The part in it"),
            field("others", &Params::others, "More parts in it"),
            field("patience", &Params::patience, "How long it goes on"),
            field("strict", &Params::strict, "Impatient parts refuse it"),
        };
    };
    static constexpr std::array traits{"has_parts", "strict if strict=true"};
    static constexpr std::array refusals{
        Refusal{.kind = "part",
                .trait = "strict",
                .when = "patience.tries!=0",
                .problem = "{plugin} of {node} is strict",
                .remedy = "be lenient"},
        Refusal{.kind = "part",
                .trait = "has_parts",
                .is_wanted = true,
                .when = "patience.tries=0",
                .slot = "inner",
                .slot_trait = "has_parts",
                .problem = "{plugin} of {node} has no parts, as {slot} needs them",
                .remedy = "give it parts"}};

    explicit Picky(const Params&) {}
};

}  // namespace

SINEW_PLUGIN(Picky, "part/picky", "Refuses others")
