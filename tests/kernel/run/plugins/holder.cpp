/// A part that holds others.

#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>

#include "recorder.hpp"

namespace {

using namespace sinew;

class Holder final : public test::Part {
public:
    struct Params {
        PluginSlot<test::Part> inner{"other"};
        std::vector<PluginSlot<test::Part>> others;
        static constexpr auto fields = std::tuple{
            field("inner", &Params::inner, "The part in it"),
            field("others", &Params::others, "More parts in it"),
        };
    };
    explicit Holder(const Params&) {}
};

}  // namespace

SINEW_PLUGIN(Holder, "part/holder", "Holds others")
