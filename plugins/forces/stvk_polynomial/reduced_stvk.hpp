/// The forces of a reduced energy that is a polynomial.
#pragma once

#include <sinew/mechanics/forces/changing_materials.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/player/polynomial_forces.hpp>

#include "stvk_polynomial/tensor_sum.hpp"

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
/// by the first evaluation after constants were set, however many they are. Regions that stay as
/// they are make one part, and so do lambda and mu of a region whose poisson stays.
class RegionalStvk final : public ReducedStvk, public ChangingMaterials {
public:
    ChangingMaterials* changing_materials() override { return this; }
    RegionalStvk(std::string body, std::vector<Region> regions,
                 std::vector<SymmetricTensors> parts);

    const std::vector<Region>& regions() const override { return regions_; }
    void expect(const std::vector<Expected>& changes) override;
    void set_region(int region, double young, double poisson) override;
    Event forces(const Vector& q, Vector& f) override;
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override;
    double energy(const Vector& q) override;
    std::string export_to(Archive& archive) override;
    void report(nlohmann::json& report) const override;

private:
    /// The number that a term of the sum is multiplied by.
    struct Weight {
        enum class Kind { one, young, lambda, mu } kind = Kind::one;
        int region = 0;
    };
    void combine();
    void arrange();
    SymmetricTensors combined(std::size_t region, double young) const;
    double value(const Weight& weight) const;

    bool is_combined_ = false;  ///< with the constants as they are
    std::vector<Region> regions_;
    std::vector<Expected> expected_;       ///< ascending by regions
    std::vector<SymmetricTensors> parts_;  ///< until they are arranged
    std::optional<TensorSum> sum_;
    std::vector<Weight> weights_;  ///< of its terms
    std::vector<double> values_;
    SymmetricTensors energy_;
};

}  // namespace sinew::stvk
