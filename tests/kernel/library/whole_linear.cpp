/// A plugin to be nested in another.

#include "idle_stepper.hpp"

namespace {

class WholeLinear final : public sinew::test::Linear {
public:
    struct Params {
        int answer = 42;
        static constexpr auto fields = std::tuple{
            sinew::field("answer", &Params::answer, sinew::at_least(0), "What it answers"),
        };
    };
    explicit WholeLinear(const Params& params) : answer_(params.answer) {}
    int answer() const override { return answer_; }

private:
    int answer_;
};

}  // namespace

SINEW_PLUGIN(WholeLinear, "linear/whole", "Answers")
