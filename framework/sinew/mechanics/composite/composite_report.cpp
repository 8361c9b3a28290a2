/// The lists `bodies` and `couplings` of run.json.

#include <nlohmann/json.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>

namespace sinew {

void CompositeSystem::report(nlohmann::json& report) const {
    report["bodies"] = report_entries(bodies_);
    nlohmann::json& couplings = report["couplings"] = nlohmann::json::array();
    for (const Coupling* coupling : couplings_) {
        nlohmann::json entry{{"node", coupling->provenance.node_path},
                             {"plugin", coupling->provenance.plugin}};
        coupling->report(entry);
        couplings.push_back(std::move(entry));
    }
}

nlohmann::json report_entries(const std::vector<BodySystem*>& bodies) {
    nlohmann::json entries = nlohmann::json::array();
    for (const BodySystem* body : bodies) {
        nlohmann::json entry;
        body->report(entry);
        if (entry.is_null()) continue;
        entry["node"] = body->body().path;
        entries.push_back(std::move(entry));
    }
    return entries;
}

}  // namespace sinew
