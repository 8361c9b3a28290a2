#include "simulation.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/model/slots.hpp>
#include <sinew/mechanics/rig/rig.hpp>

#include "compliance.hpp"
#include "priorities.hpp"
#include "system_of.hpp"

namespace sinew::view {

namespace {

/// A pull that lasts so long moves inertia, too [s].
constexpr double hand_duration = 0.1;
/// So much stiffer than the body is the spring: the point covers 4/5 of the way.
constexpr double stiffness_ratio = 4;

Hand* hand_of(SceneNode& node) {
    for (int i = 0; i < node.slot_count("loads"); ++i)
        if (auto* load = node.graph().object<Load>(node, "loads", i))
            if (Hand* hand = load->hand()) return hand;
    return nullptr;
}

}  // namespace

Simulation::Simulation(SceneGraph& graph, const Clock& clock, std::optional<double> stiffness)
    : steppers_(parts_of<Stepper>(graph)), clock_(clock), stiffness_(stiffness) {
    if (steppers_.empty())
        throw InputError(
            Diagnostic::error("no node of the scene has a solver, so nothing would move")
                .remedy(remedy_without_solver));
    for (auto& part : steppers_) {
        guarded(part, "beginning", [&] { part.object->begin(clock_); });
        part.object->save(at_start_, part.prefix);
    }
    graph.visit([&](SceneNode& node) {
        if (Rig* rig = node.slot("rig") ? graph.object<Rig>(node, "rig") : nullptr)
            if (RigHandles* handles = rig->handles())
                for (Index k = 0; k < handles->n_handles(); ++k)
                    handles_.emplace_back(*handles, k, node.path());
        Body* body = node.slot("mesh") ? body_of(node) : nullptr;
        if (BodySystem* system = body ? system_of(graph, *body) : nullptr)
            bodies_.push_back({&node, body, system, hand_of(node)});
    });
}

void Simulation::start(Mailbox& mailbox, int n_threads) {
    thread_ = std::thread([this, &mailbox, n_threads] {
        step_ahead();
        omp_set_num_threads(n_threads);
        try {
            run(mailbox);
        } catch (...) {
            error_ = std::current_exception();
            has_failed_ = true;
        }
    });
}

void Simulation::wait() {
    if (thread_.joinable()) thread_.join();
}

void Simulation::join() {
    wait();
    if (error_) std::rethrow_exception(error_);
}

void Simulation::run(Mailbox& mailbox) {
    for (Asked asked = mailbox.asked(); !asked.must_end; asked = mailbox.asked()) {
        if (asked.n_resets != n_resets_) {
            n_resets_ = asked.n_resets;
            reset();
        }
        if (asked.is_paused || clock_.done())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        else {
            obey(asked.grip);
            if (asked.lead)
                handles_[std::size_t(asked.lead->handle)].follow(asked.lead->target, clock_.time());
            real_time_.run(clock_.step, true, [&] { step(); });
        }
        mailbox.show([&](Shown& shown) { show(shown); });
    }
    release();
}

void Simulation::step() {
    for (LedHandle& handle : handles_) handle.step(clock_.time() + clock_.step, clock_.step);
    for (auto& part : steppers_) {
        guarded(part, fmt::format("stepping from t = {:.6g} s", clock_.time()),
                [&] { part.object->step(clock_); });
        ++part.count;
    }
    ++clock_.index;
    if (grip_.number > 0) {
        pulls_.back().add(clock_.time(), grip_.target);
        pulls_.back().largest_force = std::max(pulls_.back().largest_force, force());
    }
}

/// Restores the start. The pulls so far are dropped: they would not fit the times that come.
void Simulation::reset() {
    release();
    pulls_.clear();
    for (LedHandle& handle : handles_) handle.reset();
    clock_.index = 0;
    for (auto& part : steppers_)
        guarded(part, "starting again",
                [&] { part.object->restore(at_start_, part.prefix, clock_); });
}

void Simulation::obey(const Grip& grip) {
    if (grip.number != grip_.number) {
        release();
        if (grip.number > 0) grab(grip);
    } else if (grip.number > 0 && grip.target != grip_.target) {
        bodies_[std::size_t(grip.body)].hand->move(grip.target);
    }
    if (grip.number == grip_.number) grip_.target = grip.target;
}

void Simulation::grab(const Grip& grip) {
    const LiveBody& live = bodies_[std::size_t(grip.body)];
    const MaterialPoint& point = grip.held.point;
    const double chosen = stiffness_ ? *stiffness_ : [&] {
        const double c = compliance(*live.system, point, hand_duration);
        return c > 0 ? stiffness_ratio / c : 0;  // what is held gives no way
    }();
    const double acting = live.hand->grab(point, chosen, grip.target);
    grip_ = grip;
    PullRecord pull;
    pull.body = live.body;
    pull.held = grip.held;
    pull.stiffness = acting;
    pull.from = clock_.time();
    pull.grabbed_at = pull.released_at = position_of(live, point);
    pulls_.push_back(std::move(pull));
}

void Simulation::release() {
    if (grip_.number == 0) return;
    const LiveBody& live = bodies_[std::size_t(grip_.body)];
    live.hand->release();
    pulls_.back().released_at = position_of(live, grip_.held.point);
    grip_ = {};
}

Eigen::Vector3d Simulation::position_of(const LiveBody& live, const MaterialPoint& point) const {
    return live.system->position(point, live.system->committed_state().q);
}

double Simulation::force() const {
    const LiveBody& live = bodies_[std::size_t(grip_.body)];
    return pulls_.back().stiffness * (grip_.target - position_of(live, grip_.held.point)).norm();
}

void Simulation::show(Shown& shown) const {
    shown.q.resize(bodies_.size());
    shown.x.resize(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const BodySystem& system = *bodies_[i].system;
        shown.q[i] = system.committed_state().q;
        if (system.points_move_in_time()) shown.x[i] = system.positions(shown.q[i]);
    }
    shown.handles.resize(handles_.size());
    for (std::size_t k = 0; k < handles_.size(); ++k)
        shown.handles[k] = handles_[k].position(clock_.time());
    shown.time = clock_.time();
    shown.force = grip_.number > 0 ? force() : 0;
    shown.n_steps = real_time_.n_steps();
    shown.median = real_time_.percentile(0.5);
    shown.n_missed = real_time_.n_missed();
    shown.is_done = clock_.done();
}

void Simulation::report(nlohmann::ordered_json& report) const {
    nlohmann::json pace;
    real_time_.report(pace);
    report["time"] = {{"step", clock_.step}, {"reached", clock_.time()}};
    report["realtime"] = pace;
    auto& bodies = report["bodies"] = nlohmann::ordered_json::array();
    const auto numbers = [](const Eigen::Vector3d& x) {
        return std::vector<double>(x.begin(), x.end());
    };
    for (const LiveBody& live : bodies_) {
        const Points x = live.system->positions(live.system->committed_state().q);
        bodies.push_back(
            {{"node", live.body->path},
             {"degrees_of_freedom", live.system->size()},
             {"mean_displacement", numbers((x - live.body->mesh.positions).rowwise().mean())}});
    }
    auto& handles = report["handles"] = nlohmann::ordered_json::array();
    for (const LedHandle& handle : handles_)
        handles.push_back({{"name", handle.name()},
                           {"is_led", handle.is_led()},
                           {"position", numbers(handle.position(clock_.time()))},
                           {"target", numbers(handle.target(clock_.time()))}});
    auto& pulls = report["pulls"] = nlohmann::ordered_json::array();
    for (const PullRecord& pull : pulls_) {
        const MaterialPoint& point = pull.held.point;
        const auto nodes = std::span(point.nodes).first(std::size_t(point.n));
        const auto weights = std::span(point.weights).first(std::size_t(point.n));
        pulls.push_back(
            {{"body", pull.body->path},
             {"surface", pull.held.is_on_visual ? "visual" : "skin"},
             {"nodes", std::vector<int>(nodes.begin(), nodes.end())},
             {"weights", std::vector<double>(weights.begin(), weights.end())},
             {"stiffness", pull.stiffness},
             {"largest_force", pull.largest_force},
             {"from", pull.from},
             {"until", pull.until},
             {"grabbed_at", numbers(pull.grabbed_at)},
             {"target", numbers(pull.targets.keys.empty() ? pull.grabbed_at
                                                          : pull.targets.keys.back().target)},
             {"released_at", numbers(pull.released_at)}});
    }
}

}  // namespace sinew::view
