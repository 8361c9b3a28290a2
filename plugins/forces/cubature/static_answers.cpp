#include "static_answers.hpp"

#include <cmath>
#include <sinew/mechanics/solve/newton.hpp>

#include "cubature_elements.hpp"
#include "training_system.hpp"

namespace sinew::cubature {

namespace {

/// M q'' + sum w_e U_e' f_e(U_e q) = g.
class SampledBody final : public TrainingSystem {
public:
    SampledBody(const TrainingBody& body, CubatureElements& elements)
        : TrainingSystem(body), elements_(elements), g_(Vector::Zero(body.size())) {}

    void set_force(const Vector& g) { g_ = g; }

    void forces(const Vector& q, const Vector&, Forces& out) override {
        out.event = elements_.forces(q, out.internal);
        out.external = g_;
    }
    double potential(const Vector& q) override { return elements_.energy(q) - g_.dot(q); }
    const Tangent& tangent(const Vector& q, const Vector&, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override {
        Forces unwanted;
        Forces& out = forces ? *forces : unwanted;
        out.event = elements_.forces_and_stiffness(q, definiteness, out.internal, K_);
        out.external = g_;
        tangent_.matrix = weights.stiffness * K_ + weights.mass * body().mass;
        return tangent_;
    }

private:
    CubatureElements& elements_;
    Vector g_;
    Eigen::MatrixXd K_;
    DenseTangent tangent_;
};

}  // namespace

StaticAnswers::StaticAnswers(const TrainingBody& body, Eigen::MatrixXd q, Eigen::MatrixXd forces)
    : body_(body), q_(std::move(q)), forces_(std::move(forces)) {}

double StaticAnswers::error(const Cubature& cubature) const {
    if (cubature.candidates.empty()) return 1;
    CubatureElements elements(body_.full.body(), body_.full.assembler().elements().table(), body_.U,
                              cubature.candidates, cubature.weights);
    SampledBody sampled(body_, elements);
    NewtonOptions options;
    options.max_iterations = 30;
    Newton newton(options, body_.dense);
    const Vector rest = Vector::Zero(body_.size());
    double sum = 0;
    for (Index t = 0; t < size(); ++t) {
        const Vector pose = q_.col(t);
        sampled.set_force(forces_.col(t));
        State state;
        const StepEquation equation = TimeScheme::statics().start({pose, rest, rest}, 0, state);
        const bool is_lost = bool(newton.solve(sampled, equation, state).event);
        const double error = is_lost ? 1 : body_.norm(state.q - pose) / body_.norm(pose);
        sum += error * error;
    }
    return std::sqrt(sum / double(size()));
}

}  // namespace sinew::cubature
