#include "stvk_polynomial/reduced_stvk.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/law/lame.hpp>

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
      energy_(parts_.front().r) {
    for (std::size_t k = 0; k < regions_.size(); ++k) expected_.push_back({int(k), true});
}

void RegionalStvk::expect(const std::vector<Expected>& changes) {
    SINEW_ASSERT(!sum_, "changes are expected before the first evaluation");
    expected_ = changes;
    std::sort(expected_.begin(), expected_.end(),
              [](const Expected& a, const Expected& b) { return a.region < b.region; });
}

void RegionalStvk::set_region(int region, double young, double poisson) {
    SINEW_ASSERT(region >= 0 && std::size_t(region) < regions_.size(), "a region there is");
    Region& changed = regions_[std::size_t(region)];
    if (changed.young == young && changed.poisson == poisson) return;
    const auto expected =
        std::find_if(expected_.begin(), expected_.end(),
                     [region](const Expected& one) { return one.region == region; });
    SINEW_ASSERT(expected != expected_.end() && (expected->poisson || changed.poisson == poisson),
                 "a change of region {} that was not expected", region);
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

/// Makes the terms of the sum from the parts, which it lets go.
void RegionalStvk::arrange() {
    std::vector<SymmetricTensors> terms;
    SymmetricTensors constant(energy_.r);
    auto next = expected_.begin();
    for (std::size_t k = 0; k < regions_.size(); ++k) {
        const bool changes = next != expected_.end() && next->region == int(k);
        if (!changes) {
            constant.add(1, combined(k, regions_[k].young));
        } else if (next->poisson) {
            weights_.push_back({Weight::Kind::lambda, int(k)});
            terms.push_back(std::move(parts_[2 * k]));
            weights_.push_back({Weight::Kind::mu, int(k)});
            terms.push_back(std::move(parts_[2 * k + 1]));
        } else {
            weights_.push_back({Weight::Kind::young, int(k)});
            terms.push_back(combined(k, 1));
        }
        if (changes) ++next;
    }
    if (expected_.size() < regions_.size()) {
        weights_.push_back({Weight::Kind::one, 0});
        terms.push_back(std::move(constant));
    }
    sum_.emplace(terms);
    values_.resize(weights_.size());
    parts_.clear();
}

/// lambda times the first and mu times the second part of a region, for its poisson and this young.
SymmetricTensors RegionalStvk::combined(std::size_t region, double young) const {
    const Lame lame = lame_from(young, regions_[region].poisson);
    SymmetricTensors sum(energy_.r);
    sum.add(lame.lambda, parts_[2 * region]);
    sum.add(lame.mu, parts_[2 * region + 1]);
    return sum;
}

double RegionalStvk::value(const Weight& weight) const {
    const Region& region = regions_[std::size_t(weight.region)];
    switch (weight.kind) {
        case Weight::Kind::one:
            return 1;
        case Weight::Kind::young:
            return region.young;
        case Weight::Kind::lambda:
            return lame_from(region.young, region.poisson).lambda;
        case Weight::Kind::mu:
            break;
    }
    return lame_from(region.young, region.poisson).mu;
}

void RegionalStvk::combine() {
    if (is_combined_) return;
    is_combined_ = true;
    if (!sum_) arrange();
    for (std::size_t k = 0; k < weights_.size(); ++k) values_[k] = value(weights_[k]);
    sum_->evaluate(values_, energy_);
    set(energy_);
}

void RegionalStvk::report(nlohmann::json& report) const {
    ReducedStvk::report(report);
    report["regions"] = regions_.size();
}

}  // namespace sinew::stvk
