#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/solve/cutback_log.hpp>

namespace sinew {

namespace {

const char* key_of(CutbackCause cause) {
    switch (cause) {
        case CutbackCause::newton:
            return "newton";
        case CutbackCause::contact:
            return "contact";
        case CutbackCause::linear_solver:
            return "linear_solver";
        case CutbackCause::inverted:
            return "inverted";
        case CutbackCause::not_finite:
            return "not_finite";
    }
    return "";
}

const char* sentence_of(CutbackCause cause) {
    switch (cause) {
        case CutbackCause::newton:
            return "Newton's method did not converge";
        case CutbackCause::contact:
            return "contact held the step back";
        case CutbackCause::linear_solver:
            return "the linear system was not solved";
        case CutbackCause::inverted:
            return "an element was inverted";
        case CutbackCause::not_finite:
            return "values were not finite";
    }
    return "";
}

DiagnosticBuilder note(std::string message) {
    return {Severity::note, std::move(message)};
}

}  // namespace

std::string remedy_of(CutbackCause cause, bool has_contact, const std::string& linear) {
    switch (cause) {
        case CutbackCause::newton:
            return std::string(
                       "a smaller time.step, damping (damping.stiffness, gamma above "
                       "1/2, implicit_euler), a looser newton.tolerance or a greater "
                       "newton.max_iterations may help") +
                   (has_contact ? "; if it fails where bodies touch, so may another `stiffness` or "
                                  "a greater `thickness` of the contact"
                                : "");
        case CutbackCause::contact:
            return "another `stiffness` of the contact (lower if it keeps bodies far apart, "
                   "greater if they come close), a greater `thickness`, a smaller time.step, or "
                   "slower motion of what is prescribed may help";
        case CutbackCause::linear_solver:
            return fmt::format(
                "{} gave up: a greater max_iterations or a looser tolerance of it may help, or a "
                "direct solver (linear: {{type: cholesky}}, and lu where the tangent is not "
                "symmetric)",
                linear.empty() ? "the linear solver" : linear);
        case CutbackCause::inverted:
            return "a smaller time.step, slower loads, a finer mesh at that element, or a material "
                   "that resists inversion (stable_neo_hookean) may help";
        case CutbackCause::not_finite:
            return "look at the loads and the material there: a value is too large, or divided by "
                   "zero";
    }
    return "";
}

bool CutbackLog::add(const FailedAttempt& attempt) {
    if (count_ == 0) first_ = attempt;
    last_time_ = attempt.time;
    ++by_cause_[attempt.cause];
    return ++count_ == 1;
}

Diagnostic CutbackLog::first(bool has_contact, const std::string& linear) const {
    const std::string what =
        first_.step > 0 ? fmt::format("the step of {:.3g} s", first_.step) : "the load increment";
    return note(fmt::format("{} at time {:.6g} s is cut in half, since {}: {}; further ones are "
                            "counted",
                            what, first_.time, sentence_of(first_.cause), first_.event.describe()))
        .remedy(remedy_of(first_.cause, has_contact, linear));
}

CutbackCause CutbackLog::most_frequent() const {
    return std::max_element(by_cause_.begin(), by_cause_.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

std::optional<Diagnostic> CutbackLog::summary(long iterations, bool has_contact,
                                              const std::string& linear) const {
    if (count_ < 2) return {};
    std::string causes;
    for (const auto& [cause, n] : by_cause_)
        causes += fmt::format("{}{} ({})", causes.empty() ? "" : ", ", sentence_of(cause), n);
    return note(fmt::format("{} steps were cut between the times {:.6g} s and {:.6g} s: {}; "
                            "Newton's method took {} iterations in all",
                            count_, first_.time, last_time_, causes, iterations))
        .remedy(remedy_of(most_frequent(), has_contact, linear));
}

void CutbackLog::report(nlohmann::json& report) const {
    report["cutbacks"] = count_;
    if (count_ == 0) return;
    report["cutback_times"] = {first_.time, last_time_};
    for (const auto& [cause, n] : by_cause_) report["cutback_causes"][key_of(cause)] = n;
}

}  // namespace sinew
