/// A stepper whose state is x_{n+1} = 0.9 x_n + t_n, and which fails on demand.

#include <chrono>
#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <stdexcept>
#include <thread>

namespace {

using namespace sinew;

class Counter final : public Stepper {
public:
    struct Params {
        int fail_at = -1;
        std::string how = "standard";
        double sleep = 0;
        double build = 0;
        static constexpr auto fields = std::tuple{
            field("fail_at", &Params::fail_at, "Index of the step that fails"),
            field("how", &Params::how, "standard, computation, input, memory or number"),
            field("build", &Params::build, unit::s, non_negative,
                  "How long it takes to build, deaf to signals"),
            field("sleep", &Params::sleep, unit::s, non_negative, "How long a step takes"),
        };
    };

    explicit Counter(const Params& params) : params_(params) { wait(params.build); }

    void begin(const Clock&) override { x_ = 1; }
    void step(const Clock& clock) override {
        if (clock.index == params_.fail_at) fail();
        wait(params_.sleep);
        x_ = 0.9 * x_ + clock.time();
        ++n_steps_;
    }
    void save(Archive& archive, const std::string& prefix) const override {
        archive.put(prefix + "/x", x_);
    }
    void restore(const Archive& archive, const std::string& prefix, const Clock&) override {
        x_ = archive.number(prefix + "/x");
    }
    void report(nlohmann::json& report) const override {
        report["x"] = x_;
        report["own_steps"] = n_steps_;
    }

private:
    static void wait(double seconds) {
        if (seconds > 0) std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    }
    void fail() const {
        if (params_.how == "computation")
            throw ComputationError("Newton's method stalls", "take a smaller step");
        if (params_.how == "input") throw InputError(Diagnostic::error("nothing holds the body"));
        if (params_.how == "memory") throw std::length_error("vector::reserve");
        if (params_.how == "number") throw 42;
        throw std::out_of_range("an index ran away");
    }

    Params params_;
    double x_ = 0;
    int n_steps_ = 0;
};

}  // namespace

SINEW_PLUGIN(Counter, "solver/counter", "Counts, and fails on demand")
