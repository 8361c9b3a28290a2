#include <sinew/mechanics/reduced/predicted_step.hpp>

namespace sinew {

void PredictedStep::begin(const State& start, double dt) {
    dt_ = start.a.size() == start.v.size() ? dt : 0;
    if (dt_ == 0) return;
    a_ = start.a;
    v_ = start.v + dt * start.a;
}

}  // namespace sinew
