/// A plugin as it should be: parameters, a nested plugin, the scene's context.

#include <sinew/kernel/graph/plugin_slot.hpp>

#include "idle_stepper.hpp"

namespace {

class Whole final : public sinew::test::IdleStepper {
public:
    struct Params {
        double gain = 2;
        sinew::PluginSlot<sinew::test::Linear> linear{"whole"};
        static constexpr auto fields = std::tuple{
            sinew::field("gain", &Params::gain, sinew::unit::N, sinew::positive, "A force"),
            sinew::field("linear", &Params::linear, "A nested object"),
        };
    };

    Whole(const Params& params, sinew::BuildContext& context)
        : gain_(params.gain), linear_(params.linear.make(context)) {}

    void report(nlohmann::json& report) const override {
        report["gain"] = gain_;
        report["answer"] = linear_->answer();
    }

private:
    double gain_;
    std::unique_ptr<sinew::test::Linear> linear_;
};

}  // namespace

SINEW_PLUGIN(Whole, "solver/whole", "Does nothing well")
