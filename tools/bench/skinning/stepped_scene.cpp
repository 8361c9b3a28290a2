#include "stepped_scene.hpp"

#include <fmt/format.h>

#include <sinew/mechanics/model/slots.hpp>
#include <sstream>

#include "kit/timing.hpp"

namespace sinew::bench {

namespace {

std::string scene_of(const std::string& slots, double end, double step) {
    std::string text = fmt::format(
        "sinew: 1\ntime: {{end: {} s, step: {} s}}\nscene:\n  - node: body\n", end, step);
    std::istringstream lines(slots);
    for (std::string line; std::getline(lines, line);) text += "    " + line + "\n";
    return text;
}

}  // namespace

SteppedScene::SteppedScene(const std::string& slots, double end, double step)
    : graph_(std::make_unique<SceneGraph>(parse_scene(scene_of(slots, end, step), "bench"),
                                          plugins_, mechanics_slots())),
      clock_(make_clock(end, step)) {
    graph_->build();
    stepper_ = graph_->object<Stepper>(*graph_->root().children().front(), "solver");
}

void SteppedScene::begin() {
    stepper_->begin(clock_);
}

double SteppedScene::step() {
    const double begun = now();
    stepper_->step(clock_);
    ++clock_.index;
    return now() - begun;
}

nlohmann::json SteppedScene::report() const {
    nlohmann::json report;
    stepper_->report(report);
    return report;
}

}  // namespace sinew::bench
