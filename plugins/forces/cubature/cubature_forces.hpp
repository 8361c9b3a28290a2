/// Forces of a trained cubature, as a run asks for them.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/math/loop_on_threads.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <sinew/mechanics/pose/pose_moduli.hpp>

#include "cubature_elements.hpp"
#include "element_part.hpp"
#include "exported_poses.hpp"
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
    CubatureElements& sum() { return sum_; }

private:
    std::string identity_;
    CubatureElements sum_;
    nlohmann::json report_;
};

/// Forces about a rest shape that moves. Weights of the elements are mixed of those of the poses,
/// of which negative ones count as zero: else weights of elements might be negative.
class FollowingCubature final : public CubatureForces, public FollowingForces {
public:
    FollowingCubature(const SubspaceSite& moving, const std::vector<SubspaceSite>& poses,
                      const PosedTrained& trained, nlohmann::json report)
        : CubatureForces(moving, trained.all, trained.identity(), std::move(report)),
          of_poses_(weights_of(trained)),
          posed_rows_(rows_of(poses)) {
        const ExamplePoses* examples = moving.full.system.rest_shape()->poses();
        if (!examples->moduli()) return;
        const std::vector<int>& elements = sum().elements();
        auto law = std::make_unique<PosedLaw>(
            *examples, submesh(moving.full.body().mesh, elements).mesh, elements);
        law_ = law.get();
        sum().set_law(std::move(law));
    }

    FollowingForces* following() override { return this; }
    Event follow(const PosedSubspace& at) override {
        player::mix_element_weights(of_poses_, at.pose_weights(), weights_);
        if (law_) law_->mix(at.pose_weights());
        at.rest_positions(sum().nodes(), rest_);
        if (const Vector* scales = at.scales()) {
            posed_rows_.mix(at.pose_weights(), *scales, sum().rows());
            return sum().move(rest_, weights_);
        }
        at.rows(sum().nodes(), rows_);
        return sum().move(rest_, rows_, weights_);
    }
    std::string export_to(Archive& archive) override {
        if (law_) return "a player of reduced models knows no moduli that change with the pose";
        const std::string reason = CubatureForces::export_to(archive);
        if (reason.empty()) export_poses(sum(), posed_rows_, of_poses_, archive);
        return reason;
    }

private:
    /// The weights in the order of the sum's elements.
    Eigen::MatrixXd weights_of(const PosedTrained& trained) {
        const std::vector<int>& elements = trained.all.elements;
        Eigen::MatrixXd weights(trained.weights.rows(), trained.weights.cols());
        for (Index k = 0; k < weights.rows(); ++k) {
            const auto at =
                std::find(elements.begin(), elements.end(), sum().elements()[std::size_t(k)]);
            weights.row(k) = trained.weights.row(at - elements.begin());
        }
        return weights;
    }
    /// The rows of the vectors of each pose; elements take columns that move them at any of these.
    player::PosedRows rows_of(const std::vector<SubspaceSite>& poses) {
        std::vector<Eigen::MatrixXd> of_nodes;
        for (const SubspaceSite& pose : poses)
            of_nodes.push_back(node_rows(pose.U, sum().nodes())(Eigen::all, pose.kept).eval());
        sum().set_columns(of_nodes);
        return {sum().packs(), of_nodes, sum().rows(), on_all_threads};
    }

    Eigen::MatrixXd of_poses_;  ///< weights of the elements, one pose a column
    player::PosedRows posed_rows_;
    PosedLaw* law_ = nullptr;  ///< of the sum, if moduli change with the pose
    Vector weights_;
    Points rest_;
    Eigen::MatrixXd rows_;
};

}  // namespace sinew::cubature
