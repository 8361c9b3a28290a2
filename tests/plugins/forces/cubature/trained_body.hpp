/// A cantilever in a subspace, as the parts of training see it.
#pragma once

#include <mechanics/reduced/reduced_block.hpp>
#include <support/plugins.hpp>
#include <support/scene_body.hpp>

#include "cubature/training_body.hpp"

namespace sinew::test {

/// A bar along x, held at x = 0, in its softest modes, under the loads given.
class TrainedBody {
public:
    explicit TrainedBody(const std::string& material = "linear", const std::string& loads = "",
                         Index r = 6)
        : scene_(
              "    mesh: {type: box, size: [1, 0.2, 0.2], cells: [6, 2, 2], element: tet4}\n"
              "    material: {type: " +
              material +
              ", young: 100 kPa, poisson: 0.3}\n    constraints: [{type: fixed, where: {plane: "
              "{normal: [1, 0, 0], offset: 0}}}]\n" +
              loads),
          dense_(make<LinearSolver>("linear/dense")),
          full_(full_body(*scene_.system().elastic_body(),
                          {"formulation/displacement", "/body", {}, {}})),
          U_(softest_modes(full_, r)),
          body_(full_, U_, *dense_, {}) {}

    const cubature::TrainingBody& operator*() const { return body_; }
    const cubature::TrainingBody* operator->() const { return &body_; }
    /// U'f_int(Uq).
    Vector forces(const Vector& q) const {
        Vector f;
        full_.assembler().forces(U_ * q, f);
        return U_.transpose() * f;
    }

private:
    SceneBody scene_;
    Made<LinearSolver> dense_;
    FullBody full_;
    Eigen::MatrixXd U_;
    cubature::TrainingBody body_;
};

}  // namespace sinew::test
