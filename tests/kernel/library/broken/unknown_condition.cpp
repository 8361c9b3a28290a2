/// Its refusal depends on a parameter that it does not have.

#include "../idle_stepper.hpp"

namespace {

class UnknownCondition final : public sinew::test::IdleStepper {
public:
    static constexpr std::array refusals{sinew::Refusal{
        .kind = "load", .when = "fsat=true", .problem = "it is fast", .remedy = "-"}};
};

}  // namespace

SINEW_PLUGIN(UnknownCondition, "solver/unknown_condition", "Mistyped its parameter")
