/// A stepper that does nothing, for plugins of the tests to derive from.
#pragma once

#include <nlohmann/json.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/kernel/run/stepper.hpp>

namespace sinew::test {

class IdleStepper : public Stepper {
public:
    void begin(const Clock&) override {}
    void step(const Clock&) override {}
    void save(Archive&, const std::string&) const override {}
    void restore(const Archive&, const std::string&, const Clock&) override {}
    void report(nlohmann::json&) const override {}
};

/// The interface of the kind `linear` of these tests.
class Linear : public Object {
public:
    static constexpr const char* kind = "linear";
    virtual int answer() const = 0;
};

}  // namespace sinew::test
