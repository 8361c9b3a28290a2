/// The number of steps that an integrator has cut, as it reports them.
#pragma once

#include <nlohmann/json.hpp>
#include <sinew/mechanics/solve/implicit_integrator.hpp>

namespace sinew::test {

/// Number of steps that failed and were halved.
inline long n_cutbacks(const ImplicitIntegrator& integrator) {
    nlohmann::json report;
    integrator.report(report);
    return report.at("cutbacks");
}

}  // namespace sinew::test
