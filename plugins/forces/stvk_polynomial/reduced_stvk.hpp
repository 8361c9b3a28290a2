/// The forces of a reduced energy that is a polynomial.
#pragma once

#include <sinew/mechanics/forces/changing_materials.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/player/polynomial_forces.hpp>

namespace sinew::stvk {

class ReducedStvk : public ReducedForces {
public:
    ReducedStvk(std::string body, Index r) : body_(std::move(body)), forces_(r) {}

    void set(const SymmetricTensors& energy) { forces_.set(energy); }

    Event forces(const Vector& q, Vector& f) override;
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override;
    double energy(const Vector& q) override;
    std::string export_to(Archive& archive) override;
    void report(nlohmann::json& report) const override;

private:
    Event event(const player::Failure& failure) const;

    std::string body_;
    player::PolynomialForces forces_;
};

/// Forces of a polynomial that is put together from parts for lambda and mu of each region: once,
/// by the first evaluation after constants were set, however many they are.
class RegionalStvk final : public ReducedStvk, public ChangingMaterials {
public:
    ChangingMaterials* changing_materials() override { return this; }
    RegionalStvk(std::string body, std::vector<Region> regions,
                 std::vector<SymmetricTensors> parts);

    const std::vector<Region>& regions() const override { return regions_; }
    void set_region(int region, double young, double poisson) override;
    Event forces(const Vector& q, Vector& f) override;
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override;
    double energy(const Vector& q) override;
    std::string export_to(Archive& archive) override;
    void report(nlohmann::json& report) const override;

private:
    void combine();

    bool is_combined_ = false;  ///< with the constants as they are
    std::vector<Region> regions_;
    std::vector<SymmetricTensors> parts_;
    SymmetricTensors energy_;
};

}  // namespace sinew::stvk
