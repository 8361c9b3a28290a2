#include "stvk_polynomial/reduced_stvk.hpp"

#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/material/lame.hpp>

namespace sinew::stvk {

Event ReducedStvk::event(const player::Failure& failure) const {
    if (!failure) return {};
    return {Event::Kind::not_finite, body_, -1, "the reduced internal forces"};
}

Event ReducedStvk::forces(const Vector& q, Vector& f) {
    SINEW_ASSERT(q.size() == forces_.size(), "one number per reduced coordinate");
    return event(forces_.forces(q, f));
}

Event ReducedStvk::forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                        Eigen::MatrixXd& K) {
    SINEW_ASSERT(q.size() == forces_.size(), "one number per reduced coordinate");
    return event(forces_.forces_and_stiffness(q, definiteness, f, K));
}

double ReducedStvk::energy(const Vector& q) {
    SINEW_ASSERT(q.size() == forces_.size(), "one number per reduced coordinate");
    return forces_.energy(q);
}

std::string ReducedStvk::export_to(Archive& archive) {
    const SymmetricTensors energy = forces_.tensors();
    archive.put("forces/type", std::string("polynomial"));
    archive.put("forces/A2", energy.A2);
    archive.put("forces/A3", energy.A3);
    archive.put("forces/A4", energy.A4);
    return {};
}

void ReducedStvk::report(nlohmann::json& report) const {
    const Index r = forces_.size();
    report["degrees_of_freedom"] = r;
    report["coefficients"] = n_pairs(r) + n_triples(r) + n_quadruples(r);
}

RegionalStvk::RegionalStvk(std::string body, std::vector<Region> regions,
                           std::vector<SymmetricTensors> parts)
    : ReducedStvk(std::move(body), parts.front().r),
      regions_(std::move(regions)),
      parts_(std::move(parts)),
      energy_(parts_.front().r) {}

void RegionalStvk::set_region(int region, double young, double poisson) {
    SINEW_ASSERT(region >= 0 && std::size_t(region) < regions_.size(), "a region there is");
    Region& changed = regions_[std::size_t(region)];
    if (changed.young == young && changed.poisson == poisson) return;
    changed.young = young;
    changed.poisson = poisson;
    is_combined_ = false;
}

Event RegionalStvk::forces(const Vector& q, Vector& f) {
    combine();
    return ReducedStvk::forces(q, f);
}

Event RegionalStvk::forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                         Eigen::MatrixXd& K) {
    combine();
    return ReducedStvk::forces_and_stiffness(q, definiteness, f, K);
}

double RegionalStvk::energy(const Vector& q) {
    combine();
    return ReducedStvk::energy(q);
}

std::string RegionalStvk::export_to(Archive& archive) {
    combine();
    return ReducedStvk::export_to(archive);
}

void RegionalStvk::combine() {
    if (is_combined_) return;
    is_combined_ = true;
    energy_.set_zero();
    for (std::size_t k = 0; k < regions_.size(); ++k) {
        const Lame lame = lame_from(regions_[k].young, regions_[k].poisson);
        energy_.add(lame.lambda, parts_[2 * k]);
        energy_.add(lame.mu, parts_[2 * k + 1]);
    }
    set(energy_);
}

void RegionalStvk::report(nlohmann::json& report) const {
    ReducedStvk::report(report);
    report["regions"] = regions_.size();
}

}  // namespace sinew::stvk
