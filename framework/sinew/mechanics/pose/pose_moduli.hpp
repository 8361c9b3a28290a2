/// Young's modulus and Poisson's ratio of a body's elements that change with its pose.
///
///     E(p) = sum_i s_i E_i,     nu(p) = sum_i s_i nu_i,     s_i = max(w_i, 0) / sum_j max(w_j, 0)
///
/// The weights w_i of the poses may be negative, which moduli must not be: so none is below the
/// least of the poses, nor above the greatest.
///
/// Xu & Barbic 2016, section 8, equation 36.
#pragma once

#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/material/material.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <span>
#include <vector>

namespace sinew {

/// Moduli at m poses, of all elements of a body in the order of its mesh.
class PoseModuli {
public:
    /// `material`: whose constants they replace; it has moduli, and outlives this.
    PoseModuli(const Material& material, std::vector<Moduli> at_poses)
        : material_(material), at_poses_(std::move(at_poses)) {}

    const Material& material() const { return material_; }
    const Moduli& at(Index pose) const { return at_poses_[std::size_t(pose)]; }
    /// Moduli of some elements for weights of the poses, m numbers with the sum 1.
    Moduli mixed(const Vector& weights, std::span<const int> elements) const;

private:
    const Material& material_;
    std::vector<Moduli> at_poses_;
};

/// The law of some elements of a body with the moduli of its pose, which is the neutral one at
/// first.
class PosedLaw final : public PointLaw {
public:
    /// `poses` has moduli, and outlives this. `elements`: their numbers in the body's mesh, in the
    /// law's order; `mesh`: of just these, in this order.
    PosedLaw(const ExamplePoses& poses, VolumeMesh mesh, std::vector<int> elements);

    /// Takes the moduli for these weights of the poses.
    void mix(const Vector& weights);
    void move_to(double t) override { mix(poses_.weights(t)); }
    bool moves() const override { return true; }

    void energy(Index first, std::span<const Mat3<Pack>> F, std::span<Pack> psi) const override {
        law_->energy(first, F, psi);
    }
    void stress(Index first, std::span<const Mat3<Pack>> F,
                std::span<Mat3<Pack>> P) const override {
        law_->stress(first, F, P);
    }
    void stress_and_tangent(Index first, std::span<const Mat3<Pack>> F, std::span<Mat3<Pack>> P,
                            std::span<Tangent9<Pack>> dPdF,
                            Definiteness definiteness) const override {
        law_->stress_and_tangent(first, F, P, dPdF, definiteness);
    }
    void stress_change(Index first, std::span<const Mat3<Pack>> F, std::span<const Mat3<Pack>> H,
                       std::span<Mat3<Pack>> dP, Definiteness definiteness) const override {
        law_->stress_change(first, F, H, dP, definiteness);
    }
    bool small_strain() const override { return law_->small_strain(); }
    void admissible(Index first, std::span<const Mat3<Pack>> F, std::span<Mask> ok) const override {
        law_->admissible(first, F, ok);
    }

private:
    const ExamplePoses& poses_;
    VolumeMesh mesh_;
    std::vector<int> elements_;
    Vector weights_;
    std::unique_ptr<PointLaw> law_;
};

/// PosedLaw of all elements of `mesh`, the body's, for a table that orders them as it likes.
class PosedLawOfMesh {
public:
    PosedLawOfMesh(const ExamplePoses& poses, const VolumeMesh& mesh);
    /// The mesh whose elements are to be ordered.
    const VolumeMesh& mesh() const { return numbered_; }
    std::unique_ptr<PointLaw> operator()(const VolumeMesh& ordered) const;

private:
    const ExamplePoses& poses_;
    VolumeMesh numbered_;
};

}  // namespace sinew
