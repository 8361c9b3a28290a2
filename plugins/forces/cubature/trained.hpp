/// A cubature and the errors that training reported.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <vector>

namespace sinew::cubature {

/// A trained cubature as it is kept in the artifact.
struct Trained {
    std::vector<int> elements;
    Vector weights;
    /// Relative residuals |A w - b| / |b| of the forces, as the displacements that they would make.
    double training_error = 0, test_error = 0;
    /// Relative error of static answers, root mean square over `n_answers` poses of the test.
    double displacement_error = 0;
    double outside = 0;  ///< part of the snapshots
    std::int64_t n_training = 0, n_test = 0, n_answers = 0, n_rejected = 0, iterations = 0,
                 unfinished = 0;
    std::int64_t n_gaussian = 0, n_motion = 0, n_equilibria = 0, n_lost = 0;  ///< as of Poses

    /// Elements and weights, to the last bit.
    std::string identity() const {
        const auto bytes = [](const auto& list) {
            return std::string_view(reinterpret_cast<const char*>(list.data()),
                                    sizeof(*list.data()) * std::size_t(list.size()));
        };
        return fingerprint(bytes(elements)) + fingerprint(bytes(weights));
    }

    Archive archive() const {
        Archive archive;
        archive.put("elements", std::vector<std::int64_t>(elements.begin(), elements.end()));
        archive.put("weights", weights);
        archive.put("training_error", training_error);
        archive.put("test_error", test_error);
        if (n_answers > 0) archive.put("displacement_error", displacement_error);
        archive.put("static_answers", n_answers);
        archive.put("gaussian_poses", n_gaussian);
        archive.put("motion_poses", n_motion);
        archive.put("equilibria", n_equilibria);
        archive.put("equilibria_not_found", n_lost);
        archive.put("outside", outside);
        archive.put("training_poses", n_training);
        archive.put("test_poses", n_test);
        archive.put("rejected_poses", n_rejected);
        archive.put("iterations", iterations);
        archive.put("unfinished", unfinished);
        return archive;
    }
    static Trained from(const Archive& archive) {
        Trained trained;
        const auto& elements = archive.integers("elements");
        trained.elements.assign(elements.begin(), elements.end());
        trained.weights = archive.vector("weights", Index(elements.size()));
        trained.training_error = archive.number("training_error");
        trained.test_error = archive.number("test_error");
        trained.n_answers = archive.integer("static_answers");
        if (trained.n_answers > 0)
            trained.displacement_error = archive.number("displacement_error");
        trained.n_gaussian = archive.integer("gaussian_poses");
        trained.n_motion = archive.integer("motion_poses");
        trained.n_equilibria = archive.integer("equilibria");
        trained.n_lost = archive.integer("equilibria_not_found");
        trained.outside = archive.number("outside");
        trained.n_training = archive.integer("training_poses");
        trained.n_test = archive.integer("test_poses");
        trained.n_rejected = archive.integer("rejected_poses");
        trained.iterations = archive.integer("iterations");
        trained.unfinished = archive.integer("unfinished");
        return trained;
    }
};

}  // namespace sinew::cubature
