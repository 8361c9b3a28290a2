/// Forces of a trained cubature, as a run asks for them.
#pragma once

#include <nlohmann/json.hpp>
#include <sinew/mechanics/cubature/element_part.hpp>
#include <sinew/mechanics/cubature/weighted_elements.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>
#include <sinew/mechanics/pose/pose_weights.hpp>

#include "posed_rows.hpp"
#include "posed_training.hpp"

namespace sinew::cubature {

/// Forces of one body whose rest shape stands still.
class CubatureForces : public ReducedForces {
public:
    /// `identity`: of elements and weights.
    CubatureForces(const SubspaceSite& site, const Trained& trained, std::string identity,
                   nlohmann::json report)
        : identity_(std::move(identity)),
          sum_(site.full.body(), site.full.assembler().elements().table(),
               site.U(Eigen::all, site.kept), trained.elements, trained.weights),
          report_(std::move(report)) {}

    Event forces(const Vector& q, Vector& f) override { return sum_.forces(q, f); }
    Event forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& K) override {
        return sum_.forces_and_stiffness(q, definiteness, f, K);
    }
    double energy(const Vector& q) override { return sum_.energy(q); }
    void report(nlohmann::json& report) const override { report.update(report_); }
    std::string identity() const override { return identity_; }
    std::string export_to(Archive& archive) override { return sum_.export_to(archive); }

protected:
    WeightedElements& sum() { return sum_; }

private:
    std::string identity_;
    WeightedElements sum_;
    nlohmann::json report_;
};

/// Forces about a rest shape that moves. Weights of the elements are mixed of those of the poses,
/// of which negative ones count as zero: else weights of elements might be negative.
class FollowingCubature final : public CubatureForces {
public:
    FollowingCubature(const SubspaceSite& moving, const std::vector<SubspaceSite>& poses,
                      const PosedTrained& trained, nlohmann::json report)
        : CubatureForces(moving, trained.all, trained.identity(), std::move(report)),
          of_poses_(trained.weights),
          posed_rows_(rows_of(poses)) {
        const ExamplePoses* examples = moving.full.system.rest_shape()->poses();
        if (!examples->moduli()) return;
        const std::vector<int>& elements = sum().elements();
        auto law = std::make_unique<PosedLaw>(
            *examples, submesh(moving.full.body().mesh, elements).mesh, elements);
        law_ = law.get();
        sum().set_law(std::move(law));
    }

    Event follow(const PosedSubspace& at) override {
        weights_.noalias() = of_poses_ * without_negative(at.pose_weights());
        if (law_) law_->mix(at.pose_weights());
        at.rest_positions(sum().nodes(), rest_);
        if (const Vector* scales = at.scales()) {
            posed_rows_.mix(at.pose_weights(), *scales, sum().rows());
            return sum().move(rest_, weights_);
        }
        at.rows(sum().nodes(), rows_);
        return sum().move(rest_, rows_, weights_);
    }
    std::string export_to(Archive& /*archive*/) override {
        return "a player of reduced models knows no rest shape that moves";
    }

private:
    /// The rows of the vectors of each pose; elements take columns that move them at any of these.
    PosedRows rows_of(const std::vector<SubspaceSite>& poses) {
        std::vector<Eigen::MatrixXd> of_nodes;
        for (const SubspaceSite& pose : poses)
            of_nodes.push_back(node_rows(pose.U, sum().nodes())(Eigen::all, pose.kept).eval());
        sum().set_columns(of_nodes);
        return {sum().packs(), of_nodes, sum().rows()};
    }

    Eigen::MatrixXd of_poses_;  ///< weights of the elements, one pose a column
    PosedRows posed_rows_;
    PosedLaw* law_ = nullptr;  ///< of the sum, if moduli change with the pose
    Vector weights_;
    Points rest_;
    Eigen::MatrixXd rows_;
};

}  // namespace sinew::cubature
