/// Examples of a body that cubatures are fitted to, and judged by.
#pragma once

#include <sinew/kernel/diagnostics/activity.hpp>

#include "element_columns.hpp"
#include "static_answers.hpp"
#include "training.hpp"

namespace sinew::cubature {

/// Poses with their forces, and how soft the body is there.
struct PoseSet {
    Eigen::MatrixXd q, forces;             ///< r x T each
    std::vector<Eigen::MatrixXd> metrics;  ///< of forces: r x r a pose
    std::vector<char> is_answer;           ///< of a static problem: a flag a pose
};

/// The examples of one body in one subspace.
class TrainingSets {
public:
    /// All outlive it. Throws InputError, and warns of what poses are left out, in the name of
    /// `origin`.
    TrainingSets(const TrainingParams& params, const SubspaceSite& site, LinearSolver& dense,
                 Random& random, const Origin& origin);
    TrainingSets(const TrainingSets&) = delete;
    TrainingSets& operator=(const TrainingSets&) = delete;

    const TrainingBody& body() const { return body_; }
    const Poses& poses() const { return poses_; }
    Index n_training() const { return training_.q.cols(); }
    Index n_test() const { return test_.q.cols(); }
    /// The examples that weights are fitted to.
    const ElementColumns& columns() const { return *columns_; }
    /// Equilibria of the test.
    const StaticAnswers& answers() const { return *answers_; }
    /// Relative residual of the forces over the test; 0 without one.
    double test_error(std::span<const int> elements, const Vector& weights) const;

private:
    std::unique_ptr<ElementColumns> columns_of(const PoseSet& set) const;

    const SubspaceSite& site_;
    TrainingBody body_;
    Poses poses_;
    PoseSet training_, test_;
    std::unique_ptr<ElementColumns> columns_;
    std::unique_ptr<StaticAnswers> answers_;
};

/// Adds the numbers of their poses, of each kind.
void add_counts(const TrainingSets& sets, Trained& to);

/// The cubature that the trainer of `params` finds; `error`: how far beside its answers the body
/// comes to rest with one, asked for only if there is a tolerance; empty if there are no answers.
/// `activity` reports how far it has got, after `counts`.
Cubature run_trainer(const TrainingParams& params, const CubatureColumns& columns,
                     const std::function<double(const Cubature&)>& error, Activity& activity,
                     const std::string& counts);

}  // namespace sinew::cubature
