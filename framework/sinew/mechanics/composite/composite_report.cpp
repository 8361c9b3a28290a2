/// What run.json says of bodies and couplings.

#include <nlohmann/json.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>

namespace sinew {

void CompositeSystem::report(nlohmann::json& report) const {
    nlohmann::json& bodies = report["bodies"] = nlohmann::json::array();
    for (const BodySystem* body : bodies_)
        if (nlohmann::json entry = report_entry(*body); !entry.is_null())
            bodies.push_back(std::move(entry));
    nlohmann::json& couplings = report["couplings"] = nlohmann::json::array();
    for (const Coupling* coupling : couplings_) {
        nlohmann::json entry{{"node", coupling->provenance.node_path},
                             {"plugin", coupling->provenance.plugin}};
        coupling->report(entry);
        couplings.push_back(std::move(entry));
    }
}

nlohmann::json report_entry(const BodySystem& body) {
    nlohmann::json entry;
    body.report(entry);
    if (!entry.is_null()) entry["node"] = body.body().path;
    return entry;
}

}  // namespace sinew
