/// Its trait has a condition that compares nothing.

#include "../idle_stepper.hpp"

namespace {

class NoComparison final : public sinew::test::IdleStepper {
public:
    static constexpr std::array traits{"strict if fast"};
};

}  // namespace

SINEW_PLUGIN(NoComparison, "solver/no_comparison", "Strict if fast")
