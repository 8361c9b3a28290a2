#include "posed_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/mechanics/cubature/cubature_fit.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>

#include "stacked_columns.hpp"
#include "training_sets.hpp"

namespace sinew::cubature {

namespace {

/// Elements that bases of other poses move, and that of a pose hardly does, have no weight there:
/// it would be as large as their share is slight, and count between the poses, where they move.
constexpr double slight = 1e-5;

/// Weights >= 0 of these elements, fitted to the examples of one pose.
Vector fitted_weights(const ElementColumns& columns, const std::vector<int>& elements) {
    std::vector<Vector> numbers(elements.size(), Vector(columns.target().size()));
    std::vector<double*> places;
    for (Vector& column : numbers) places.push_back(column.data());
    columns.compute(elements, places);
    const CubatureGoal goal;
    CubatureFit fit(columns, goal);
    double longest = 0;
    for (const Vector& column : numbers) longest = std::max(longest, column.norm());
    for (std::size_t k = 0; k < elements.size(); ++k)
        if (numbers[k].norm() > slight * longest) fit.add(elements[k], places[k]);
    fit.solve();
    Vector weights = Vector::Zero(Index(elements.size()));
    for (std::size_t k = 0; k < fit.candidates().size(); ++k) {
        const auto at = std::find(elements.begin(), elements.end(), fit.candidates()[k]);
        weights[at - elements.begin()] = fit.weights()[Index(k)];
    }
    return weights;
}

/// What one cubature is at each pose.
class AtPoses {
public:
    explicit AtPoses(const std::vector<std::unique_ptr<TrainingSets>>& poses) : poses_(poses) {}

    Eigen::MatrixXd weights(const std::vector<int>& elements) const {
        Eigen::MatrixXd weights(Index(elements.size()), Index(poses_.size()));
        for (std::size_t pose = 0; pose < poses_.size(); ++pose)
            weights.col(Index(pose)) = fitted_weights(poses_[pose]->columns(), elements);
        return weights;
    }
    /// The displacement error, root mean square over the answers of all poses.
    double error(const std::vector<int>& elements, const Eigen::MatrixXd& weights) const {
        double sum = 0;
        Index n = 0;
        for (std::size_t pose = 0; pose < poses_.size(); ++pose) {
            const StaticAnswers& answers = poses_[pose]->answers();
            if (answers.size() == 0) continue;
            const Cubature here{elements, weights.col(Index(pose)), 0, 0, 0};
            sum += double(answers.size()) * std::pow(answers.error(here), 2);
            n += answers.size();
        }
        return std::sqrt(sum / double(n));
    }

private:
    const std::vector<std::unique_ptr<TrainingSets>>& poses_;
};

}  // namespace

PosedTrained train_poses(const TrainingParams& params, const std::vector<SubspaceSite>& sites,
                         LinearSolver& dense, const Origin& origin) {
    Activity activity("the training of forces/cubature of " + sites.front().full.body().path);
    Random random(std::uint64_t(params.seed));
    std::vector<std::unique_ptr<TrainingSets>> poses;
    std::vector<const ElementColumns*> columns;
    PosedTrained trained;
    std::string counts;
    for (const SubspaceSite& site : sites) {
        poses.push_back(std::make_unique<TrainingSets>(params, site, dense, random, origin));
        columns.push_back(&poses.back()->columns());
        add_counts(*poses.back(), trained.all);
        counts = fmt::format("{} of {} poses of the rig, {} reduced coordinates, {} elements",
                             poses.size(), sites.size(), site.U.cols(),
                             site.full.body().mesh.n_elements());
        activity.detail(counts);
    }
    const AtPoses at_poses(poses);
    std::function<double(const Cubature&)> error;
    if (trained.all.n_answers > 0)
        error = [&](const Cubature& found) {
            return at_poses.error(found.candidates, at_poses.weights(found.candidates));
        };
    const Cubature found = run_trainer(params, StackedColumns(columns), error, activity, counts);
    trained.all.elements = found.candidates;
    trained.all.weights = found.weights;
    trained.all.iterations = found.iterations;
    trained.all.unfinished = found.unfinished;
    trained.weights = at_poses.weights(found.candidates);
    trained.test_errors.resize(Index(poses.size()));
    double squares = 0, of_training = 0;
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        const double at_pose =
            poses[pose]->test_error(found.candidates, trained.weights.col(Index(pose)));
        trained.test_errors[Index(pose)] = at_pose;
        squares += at_pose * at_pose;
        of_training +=
            std::pow(columns[pose]->error(found.candidates, trained.weights.col(Index(pose))), 2);
    }
    trained.all.test_error = std::sqrt(squares / double(poses.size()));
    trained.all.training_error = std::sqrt(of_training / double(poses.size()));
    if (trained.all.n_answers > 0)
        trained.all.displacement_error = at_poses.error(found.candidates, trained.weights);
    return trained;
}

Archive PosedTrained::archive() const {
    Archive archive = all.archive();
    archive.put("poses", std::int64_t(weights.cols()));
    archive.put("pose_weights", Vector(weights.reshaped()));
    archive.put("pose_test_errors", test_errors);
    return archive;
}

PosedTrained PosedTrained::from(const Archive& archive) {
    PosedTrained trained{Trained::from(archive), {}, {}};
    const Index c = Index(trained.all.elements.size()), m = Index(archive.integer("poses"));
    trained.weights = archive.vector("pose_weights", c * m).reshaped(c, m);
    trained.test_errors = archive.vector("pose_test_errors", m);
    return trained;
}

std::string PosedTrained::identity() const {
    return all.identity() + fingerprint({reinterpret_cast<const char*>(weights.data()),
                                         sizeof(double) * std::size_t(weights.size())});
}

}  // namespace sinew::cubature
